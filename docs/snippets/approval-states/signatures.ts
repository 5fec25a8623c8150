import type { JsonObject } from 'toolgate';
import type {
  ApprovalQuery as RealApprovalQuery,
  ApprovalStatus,
  Approver,
  Page as RealPage,
  RunQuery as RealRunQuery,
  RunSlot as RealRunSlot,
  RunStatus,
} from 'toolgate/approval';
import type { JsonValue, ToolResultPart } from 'toolgate/model';
import type { Agrees, Flat, Same } from '../same.js';

// #region slot
interface RunSlot {
  readonly index: number; // place in the batch, from 0
  readonly toolCallId: string; // the provider's id; it may repeat in another round
  readonly toolName: string;
  readonly state: 'ready' | 'started' | 'done' | 'unknown' | 'waiting'; // unknown: its process was lost; waiting: for `innerRun`
  readonly attempt: number; // starts of the body
  readonly idempotencyKey: string;
  readonly idempotent: boolean;
  readonly approvalId?: string; // absent if a strategy let the call run
  readonly input?: JsonObject; // absent if the arguments were invalid
  readonly argsHash?: string;
  readonly definitionHash?: string;
  readonly onlyAsks?: true; // waits for the requester's answer only, and for no approver
  readonly answer?: JsonValue; // the requester's answer to the question of the tool
  readonly answerHash?: string;
  readonly result?: ToolResultPart; // present in the state `done`
  readonly token?: string; // names the last start
  readonly innerRun?: string; // the run of the turn inside the call
  readonly innerCanceled?: true; // the cancellation of this run has reached it
}
// #endregion

// #region queries
interface ApprovalQuery {
  readonly status?: ApprovalStatus | readonly ApprovalStatus[]; // a pending approval that has expired is `EXPIRED`
  readonly runId?: string;
  readonly tools?: readonly string[]; // exact names
  readonly requester?: string; // the id of the requester
  readonly decidedBy?: string; // the id of the person who decided or canceled
  readonly createdFrom?: string; // ISO 8601, included
  readonly createdBefore?: string; // ISO 8601, excluded
  readonly decidableBy?: Approver; // only what this person may decide now
  readonly order?: 'oldest' | 'newest' | 'expiring'; // default: oldest
  readonly tenant?: string;
  readonly conversation?: string;
  readonly cursor?: string; // the `cursor` of the page before, in the same order
  readonly limit?: number; // default: 50, at most 500
}

interface RunQuery {
  readonly status?: RunStatus;
  readonly kind?: 'turn' | 'call' | 'external'; // a turn, a call outside of a turn, a call that another system runs
  readonly parked?: true; // only parked runs
  readonly unknownOutcome?: true; // only runs with a call whose outcome is unknown
  readonly unfinished?: true; // only runs that have not ended, or whose results are not in the conversation yet
  readonly tenant?: string;
  readonly conversation?: string;
  readonly cursor?: string;
  readonly limit?: number;
}

interface Page<T> {
  readonly items: readonly T[];
  readonly cursor?: string; // absent on the last page
  readonly unreadable?: readonly string[]; // ids of damaged records
}
// #endregion

export type Checked = [
  Agrees<Same<Flat<RunSlot>, Flat<RealRunSlot>>>,
  Agrees<Same<Flat<ApprovalQuery>, Flat<RealApprovalQuery>>>,
  Agrees<Same<RunQuery, RealRunQuery>>,
  Agrees<Same<Page<string>, RealPage<string>>>,
];
