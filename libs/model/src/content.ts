import type { JsonObject, JsonValue } from '#core';
import type { ToolCallOutcome } from './tool-call-outcome.js';

/** Metadata that a provider attached to a part, by provider name. It is sent back unchanged with the same part. */
export type ProviderMetadata = Readonly<Record<string, JsonObject>>;

interface Part {
  readonly providerMetadata?: ProviderMetadata;
}

/** Text of a person, the model or the application. */
export interface TextPart extends Part {
  readonly type: 'text';
  readonly text: string;
}

/** A file or an image, as base64 text or as a URL. */
export interface FilePart extends Part {
  readonly type: 'file';
  /** IANA media type such as `image/png`; `image/*` if only the kind is known. */
  readonly mediaType: string;
  readonly source: { readonly type: 'data'; readonly base64: string } | { readonly type: 'url'; readonly url: string };
  readonly filename?: string;
}

/** The model's own reasoning. Its provider metadata (signatures) must be sent back with it. */
export interface ReasoningPart extends Part {
  readonly type: 'reasoning';
  readonly text: string;
}

/** A tool call of the model. The id comes from the provider and may repeat in another round. */
export interface ToolCallPart extends Part {
  readonly type: 'tool-call';
  readonly toolCallId: string;
  readonly toolName: string;
  /** The arguments as the model wrote them: JSON text, not yet parsed or validated. */
  readonly input: string;
  /** True for a tool that the provider runs itself; such a call never reaches the application. */
  readonly providerExecuted?: boolean;
}

/** The result of one call for the model, with the outcome for programs. */
export interface ToolResultPart extends Part {
  readonly type: 'tool-result';
  readonly toolCallId: string;
  readonly toolName: string;
  readonly output: ToolResultOutput;
  readonly outcome: ToolCallOutcome;
  /** True for the result of a tool that the provider ran itself; it is part of the assistant message. */
  readonly providerExecuted?: boolean;
}

/** A part that only its provider understands. It is saved and sent back unchanged. */
export interface CustomPart extends Part {
  readonly type: 'custom';
  readonly kind: string;
  readonly data?: JsonValue;
}

/** The kind of the part whose data is the validated value of an answer. It is never sent to a model. */
export const ENTITY_KIND = 'toolgate.entity';

/** The result of a tool as the model sees it. */
export type ToolResultOutput =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'json'; readonly value: JsonValue }
  | { readonly type: 'content'; readonly parts: readonly (TextPart | FilePart)[] };
