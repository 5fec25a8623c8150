import type { JsonObject, JsonValue, ProviderMetadata } from 'toolgate/model';

/** A file as a provider returns it: tagged in v4, bare base64 or bytes before. */
export type ProviderFileData =
  | string
  | Uint8Array
  | { readonly type: 'data'; readonly data: string | Uint8Array }
  | { readonly type: 'url'; readonly url: URL | string };

interface Metadata {
  readonly providerMetadata?: ProviderMetadata;
}

/** A tool call as a provider returns it. Some providers omit the id. */
export interface ProviderToolCall extends Metadata {
  readonly type: 'tool-call';
  readonly toolCallId?: string;
  readonly toolName: string;
  readonly input: JsonValue;
  readonly providerExecuted?: boolean;
}

/** The result of a tool that the provider ran itself. */
export interface ProviderToolResult extends Metadata {
  readonly type: 'tool-result';
  readonly toolCallId: string;
  readonly toolName: string;
  readonly result: JsonValue;
  readonly isError?: boolean;
  readonly preliminary?: boolean;
}

/** A part of an answer that arrives whole, in v2, v3 and v4. */
export type ProviderContent =
  | ProviderToolCall
  | ProviderToolResult
  | (Metadata & { readonly type: 'text' | 'reasoning'; readonly text: string })
  | (Metadata & {
      readonly type: 'file' | 'reasoning-file';
      readonly mediaType: string;
      readonly data: ProviderFileData;
    })
  | (Metadata & { readonly type: 'custom'; readonly kind: string })
  | (Metadata & { readonly type: 'source' } & JsonObject)
  | (Metadata & { readonly type: 'tool-approval-request' });

/** Why an answer ended: a word in v2, a record from v3 on. */
export type ProviderFinishReason = string | { readonly unified: string; readonly raw?: string };

/** Tokens, flat in v2 and nested from v3 on. */
export interface ProviderUsage {
  readonly inputTokens?:
    | number
    | { readonly total?: number; readonly cacheRead?: number; readonly cacheWrite?: number };
  readonly outputTokens?: number | { readonly total?: number; readonly reasoning?: number };
  readonly totalTokens?: number;
  readonly reasoningTokens?: number;
  readonly cachedInputTokens?: number;
}

/** A warning: a setting that a provider could not follow. */
export interface ProviderWarning {
  readonly type: string;
  readonly feature?: string;
  readonly setting?: string;
  readonly tool?: { readonly name?: string };
  readonly details?: string;
  readonly message?: string;
}

/** The model that answered, and when. */
export interface ProviderResponseInfo {
  readonly id?: string;
  readonly modelId?: string;
  readonly timestamp?: Date;
}

/** All data around the content of an answer. */
export interface ProviderEnd extends Metadata {
  readonly finishReason: ProviderFinishReason;
  readonly usage: ProviderUsage;
  readonly response?: ProviderResponseInfo;
  readonly warnings?: readonly ProviderWarning[];
}

/** The result of `doGenerate`. */
export interface ProviderAnswer extends ProviderEnd {
  readonly content: readonly ProviderContent[];
}

/** The parts of a stream that add nothing to an answer. */
export type ProviderSilence = Metadata & { readonly type: 'raw' | 'ping' | 'tool-input-end' };

/** The result of `doStream`, part by part. */
export type ProviderStreamPart =
  | Exclude<ProviderContent, { type: 'text' | 'reasoning' }>
  | (Metadata & { readonly type: 'text-start' | 'text-end' | 'reasoning-start' | 'reasoning-end'; readonly id: string })
  | (Metadata & { readonly type: 'text-delta' | 'reasoning-delta'; readonly id: string; readonly delta: string })
  | {
      readonly type: 'tool-input-start';
      readonly id?: string;
      readonly toolName: string;
      readonly providerExecuted?: boolean;
    }
  | { readonly type: 'tool-input-delta'; readonly id?: string; readonly delta: string }
  | { readonly type: 'stream-start'; readonly warnings?: readonly ProviderWarning[] }
  | ({ readonly type: 'response-metadata' } & ProviderResponseInfo)
  | ({ readonly type: 'finish' } & Pick<ProviderEnd, 'finishReason' | 'usage' | 'providerMetadata'>)
  | { readonly type: 'error'; readonly error: unknown }
  | ProviderSilence;
