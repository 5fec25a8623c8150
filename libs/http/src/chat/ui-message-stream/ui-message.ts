import type { JsonValue } from 'toolgate/model';
import type { ApprovalDescriptor, UiMessageChunk, WaitingOutput } from './ui-message-chunk.js';

/** A call in a message. */
export interface UiToolPart {
  readonly type: `tool-${string}`;
  readonly toolCallId: string;
  readonly state:
    | 'input-streaming'
    | 'input-available'
    | 'approval-requested'
    | 'output-available'
    | 'output-error'
    | 'output-denied';
  readonly input?: JsonValue;
  readonly output?: JsonValue | WaitingOutput;
  /** Why the call failed or was denied. */
  readonly errorText?: string;
  readonly providerExecuted?: true;
  /** Present if the output is not the result, and the reader can act on no call of the answer. */
  readonly preliminary?: true;
  readonly approval?: { readonly id: string; readonly descriptor: ApprovalDescriptor; readonly requestReason?: string };
}

/** One part of a message. */
export type UiMessagePart =
  | { readonly type: 'text' | 'reasoning'; readonly text: string; readonly state: 'done' }
  | { readonly type: 'step-start' }
  | { readonly type: 'file'; readonly mediaType: string; readonly url: string; readonly filename?: string }
  | Extract<UiMessageChunk, { type: 'data-progress' | 'data-entity' | 'source-url' | 'source-document' }>
  | UiToolPart;

/** A message as the stock clients of `ai` 6 and 7 store it: pass a list of them as their first `messages`. */
export interface UiMessage {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly parts: readonly UiMessagePart[];
}
