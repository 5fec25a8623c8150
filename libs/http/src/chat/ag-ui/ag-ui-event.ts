import type { JsonObject, JsonValue } from 'toolgate/model';

/** What a run of AG-UI waits for: the decision or the answer of a person. */
export interface AgUiInterrupt {
  readonly id: string;
  readonly reason: string;
  readonly message?: string;
  readonly toolCallId?: string;
  readonly responseSchema?: JsonObject;
  /** ISO 8601. */
  readonly expiresAt?: string;
  readonly metadata?: JsonObject;
}

/** The tokens of one model. The parts are contained in the totals. */
export interface AgUiTokenUsage {
  readonly provider?: string;
  readonly model?: string;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly totalTokens?: number;
  readonly reasoningTokens?: number;
  readonly cachedInputTokens?: number;
  readonly cacheWriteInputTokens?: number;
}

/** How a run of AG-UI ended. */
export type AgUiOutcome =
  | { readonly type: 'success' }
  | { readonly type: 'interrupt'; readonly interrupts: readonly AgUiInterrupt[] }
  | { readonly type: 'cancelled' };

/** The content of a tool's result: a string, or parts. */
export type AgUiContent = string | readonly AgUiContentPart[];

/** One part of a tool's result. */
export type AgUiContentPart =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'image' | 'audio' | 'video' | 'document';
      readonly source:
        | { readonly type: 'data'; readonly value: string; readonly mimeType: string }
        | { readonly type: 'url'; readonly value: string; readonly mimeType?: string };
    };

interface OfMessage {
  readonly messageId: string;
}

interface OfCall {
  readonly toolCallId: string;
}

interface OfRun {
  readonly threadId: string;
  readonly runId: string;
}

/** The events of AG-UI 1.0 that a turn can produce. */
export type AgUiEvent =
  | ({ readonly type: 'RUN_STARTED'; readonly protocolVersion: string } & OfRun)
  | ({
      readonly type: 'RUN_FINISHED';
      readonly outcome: AgUiOutcome;
      readonly usage?: readonly AgUiTokenUsage[];
    } & OfRun)
  | { readonly type: 'RUN_ERROR'; readonly message: string; readonly code: string }
  | { readonly type: 'STEP_STARTED' | 'STEP_FINISHED'; readonly stepName: string }
  | ({ readonly type: 'TEXT_MESSAGE_START'; readonly role: 'assistant' } & OfMessage)
  | ({ readonly type: 'TEXT_MESSAGE_CONTENT'; readonly delta: string } & OfMessage)
  | ({ readonly type: 'TEXT_MESSAGE_END' } & OfMessage)
  | ({ readonly type: 'REASONING_START' | 'REASONING_MESSAGE_END' | 'REASONING_END' } & OfMessage)
  | ({ readonly type: 'REASONING_MESSAGE_START'; readonly role: 'reasoning' } & OfMessage)
  | ({ readonly type: 'REASONING_MESSAGE_CONTENT'; readonly delta: string } & OfMessage)
  | ({ readonly type: 'TOOL_CALL_START'; readonly toolCallName: string; readonly parentMessageId: string } & OfCall)
  | ({ readonly type: 'TOOL_CALL_ARGS'; readonly delta: string } & OfCall)
  | ({ readonly type: 'TOOL_CALL_END' } & OfCall)
  | ({
      readonly type: 'TOOL_CALL_RESULT';
      readonly role: 'tool';
      readonly content: AgUiContent;
      readonly metadata: JsonObject;
    } & OfCall &
      OfMessage)
  | { readonly type: 'CUSTOM'; readonly name: string; readonly value: JsonValue };
