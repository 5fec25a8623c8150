import type { JsonObject } from 'toolgate';
import type {
  ApprovalQuery as RealApprovalQuery,
  ApprovalStatus,
  Page as RealPage,
  RunQuery as RealRunQuery,
  RunSlot as RealRunSlot,
  RunStatus,
} from 'toolgate/approval';
import type { ToolResultPart } from 'toolgate/model';
import type { Agrees, Flat, Same } from '../same.js';

// #region slot
interface RunSlot {
  readonly index: number; // place in the batch, from 0
  readonly toolCallId: string; // the provider's id; it may repeat in another round
  readonly toolName: string;
  readonly state: 'ready' | 'started' | 'done' | 'unknown'; // unknown: its process was lost
  readonly attempt: number; // starts of the body
  readonly idempotencyKey: string;
  readonly idempotent: boolean;
  readonly approvalId?: string; // absent if a strategy let the call run
  readonly input?: JsonObject; // absent if the arguments were invalid
  readonly argsHash?: string;
  readonly definitionHash?: string;
  readonly result?: ToolResultPart; // present in the state `done`
  readonly token?: string; // names the last start
}
// #endregion

// #region queries
interface ApprovalQuery {
  readonly status?: ApprovalStatus;
  readonly runId?: string;
  readonly tenant?: string;
  readonly conversation?: string;
  readonly cursor?: string; // the `cursor` of the page before
  readonly limit?: number; // default: 50, at most 500
}

interface RunQuery {
  readonly status?: RunStatus;
  readonly tenant?: string;
  readonly conversation?: string;
  readonly cursor?: string;
  readonly limit?: number;
}

interface Page<T> {
  readonly items: readonly T[]; // oldest first
  readonly cursor?: string; // absent on the last page
  readonly unreadable?: readonly string[]; // ids of damaged records
}
// #endregion

export type Checked = [
  Agrees<Same<Flat<RunSlot>, Flat<RealRunSlot>>>,
  Agrees<Same<ApprovalQuery, RealApprovalQuery>>,
  Agrees<Same<RunQuery, RealRunQuery>>,
  Agrees<Same<Page<string>, RealPage<string>>>,
];
