import type { JsonObject, JsonValue, Usage } from 'toolgate/model';

/** Why an answer ended, in the words of the AI SDK. */
export type UiFinishReason = 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'error' | 'other';

/** What the end of a message adds to its metadata. */
export interface UiMessageMetadata {
  /** The tokens of this stream; the sum of its rounds. */
  readonly usage: Usage;
  /** Whether the turn waits for a person, here or elsewhere. */
  readonly waits: boolean;
  /** The calls of client tools that wait for this page: the id of each call, and a text that names what was shown. */
  readonly clientCalls?: Readonly<Record<string, string>>;
}

/** The approval of a call in a chat, with what a page needs to show and decide it. */
export interface ApprovalDescriptor {
  readonly approvalId: string;
  readonly revision: number;
  readonly argsHash: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  /** The text of the requirement for the approver. */
  readonly message?: string;
  /** Why the strategy asks. */
  readonly reason?: string;
  /** What the tool asks this person, with the JSON Schema of the answer. An approval of it needs the answer. */
  readonly question?: { readonly message: string; readonly schema: JsonObject };
}

/** The output of a call that has not run yet, and that this client cannot decide. The result replaces it. */
export interface WaitingOutput {
  readonly status: 'waiting';
  readonly text: string;
  readonly approvalId?: string;
}

interface OfCall {
  readonly toolCallId: string;
}

interface NamedCall extends OfCall {
  readonly toolName: string;
}

/** One chunk of the AI SDK's UI message stream, as the stock clients of `ai` 6 and 7 read it. */
export type UiMessageChunk =
  | { readonly type: 'start'; readonly messageId: string }
  | { readonly type: 'start-step' | 'finish-step' | 'abort' }
  | { readonly type: 'text-start' | 'text-end' | 'reasoning-start' | 'reasoning-end'; readonly id: string }
  | { readonly type: 'text-delta' | 'reasoning-delta'; readonly id: string; readonly delta: string }
  | ({ readonly type: 'tool-input-start'; readonly providerExecuted?: true } & NamedCall)
  | ({ readonly type: 'tool-input-delta'; readonly inputTextDelta: string } & OfCall)
  | ({
      readonly type: 'tool-input-available';
      readonly input: JsonValue;
      readonly providerExecuted?: true;
    } & NamedCall)
  | ({
      readonly type: 'tool-approval-request';
      /** The approval, its revision and the hash of its arguments as one string: `approvalRef`. */
      readonly approvalId: string;
      readonly approvalDescriptor: ApprovalDescriptor;
      readonly reason?: string;
    } & OfCall)
  | ({
      readonly type: 'tool-output-available';
      readonly output: JsonValue | WaitingOutput;
      readonly providerExecuted?: true;
      /** Present if the output is not the result, and the reader can act on no call of the answer. */
      readonly preliminary?: true;
    } & OfCall)
  | ({ readonly type: 'tool-output-error'; readonly errorText: string; readonly providerExecuted?: true } & OfCall)
  | ({ readonly type: 'tool-output-denied' } & OfCall)
  | {
      readonly type: 'data-progress';
      readonly id: string;
      readonly data: NamedCall & { readonly value: JsonValue };
    }
  /** The validated value of the answer. A second one replaces the first. */
  | { readonly type: 'data-entity'; readonly id: 'entity'; readonly data: JsonValue }
  | { readonly type: 'file'; readonly url: string; readonly mediaType: string }
  | { readonly type: 'source-url'; readonly sourceId: string; readonly url: string; readonly title?: string }
  | {
      readonly type: 'source-document';
      readonly sourceId: string;
      readonly mediaType: string;
      readonly title: string;
      readonly filename?: string;
    }
  | { readonly type: 'error'; readonly errorText: string }
  | { readonly type: 'finish'; readonly finishReason: UiFinishReason; readonly messageMetadata: UiMessageMetadata };
