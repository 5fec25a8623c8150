import type { JsonObject, StreamPart as RealStreamPart } from 'toolgate';
import type {
  ChatResponseMetadata,
  FinishReason,
  JsonValue,
  ProviderMetadata,
  RequesterQuestion,
  ToolCallOutcome,
  ToolResultOutput,
  Usage,
} from 'toolgate/model';
import type { Agrees, Flat, Same } from '../same.js';

// #region parts
type StreamPart = { readonly round?: number } & (
  | {
      readonly type: 'text-delta' | 'reasoning-delta';
      readonly id: string; // pieces with one id belong together
      readonly delta: string;
      readonly providerMetadata?: ProviderMetadata;
    }
  | {
      readonly type: 'tool-input-delta';
      readonly toolCallId: string;
      readonly toolName: string;
      readonly delta: string;
    }
  | {
      readonly type: 'tool-call';
      readonly toolCallId: string;
      readonly toolName: string;
      readonly input: string; // JSON text as the model wrote it
      readonly providerExecuted?: boolean;
      readonly providerMetadata?: ProviderMetadata;
    }
  | {
      readonly type: 'tool-progress';
      readonly toolCallId: string;
      readonly toolName: string;
      readonly value: JsonValue;
    }
  | {
      readonly type: 'tool-rejected';
      readonly toolCallId: string;
      readonly toolName: string;
      readonly reason: string;
      readonly approvalId?: string; // present if a person rejected
      readonly metadata?: JsonObject;
    }
  | {
      readonly type: 'tool-approval-request';
      readonly runId: string;
      readonly approvalId: string;
      readonly toolCallId: string;
      readonly toolName: string;
      readonly arguments: JsonObject; // validated
      readonly revision: number;
      readonly argsHash: string;
      readonly expiresAt: string; // ISO 8601
      readonly message?: string;
      readonly reason?: string;
      readonly answeredBy?: 'requester'; // a client tool or a question: its requester answers
      readonly question?: RequesterQuestion; // what the tool asks, and the schema of the answer
    }
  | {
      readonly type: 'suspended'; // the last part of a turn that waits
      readonly runId: string;
      readonly batch: readonly {
        readonly toolCallId: string;
        readonly toolName: string;
        readonly verdict: 'run' | 'reject' | 'wait' | 'done'; // done: it has a result already
        readonly reason?: string;
        readonly innerRunId?: string; // the run of the agent that the call waits for
      }[];
    }
  | {
      readonly type: 'resumed'; // parts of later rounds than this one are void; its results follow again
      readonly runId: string;
    }
  | {
      readonly type: 'error'; // the last part of a live turn that has no answer
      readonly kind: 'aborted' | 'failed' | 'lost';
      readonly message: string;
    }
  | {
      readonly type: 'tool-result';
      readonly toolCallId: string;
      readonly toolName: string;
      readonly output: ToolResultOutput; // what the model reads
      readonly outcome: ToolCallOutcome; // for programs: success, error, denied, limit, …
      readonly providerExecuted?: boolean;
      readonly providerMetadata?: ProviderMetadata;
    }
  | {
      readonly type: 'file';
      readonly mediaType: string;
      readonly source:
        | { readonly type: 'data'; readonly base64: string }
        | { readonly type: 'url'; readonly url: string };
      readonly filename?: string;
      readonly providerMetadata?: ProviderMetadata;
    }
  | {
      readonly type: 'custom'; // what only its provider understands
      readonly kind: string;
      readonly data?: JsonValue;
      readonly providerMetadata?: ProviderMetadata;
    }
  | {
      readonly type: 'finish'; // the end of one answer of the model
      readonly finishReason: FinishReason;
      readonly usage: Usage;
      readonly metadata?: ChatResponseMetadata;
      readonly providerMetadata?: ProviderMetadata;
    }
);
// #endregion

export type Checked = [Agrees<Same<Flat<StreamPart>, Flat<RealStreamPart>>>];
