import type { SavedRequest, LoopState } from 'toolgate/chat';
import type { ChatResponse, JsonObject, JsonValue, Message, ToolResultPart } from 'toolgate/model';
import type { StoredApproval } from './stored-approval.js';
import type { TenantRequester } from '../requester/requester.js';

/** The latest schema of runs that this version knows and writes. */
export const RUN_SCHEMA = 2;

/** The latest schema of approvals and checkpoints that this version knows and writes. */
export const SCHEMA = 1;

/** The kinds of runs that this version knows. */
export const RUN_KINDS = ['turn', 'call', 'external'] as const;

/**
 * The kind of a run, which selects the code that resumes it. `turn`: a turn of a chat client. `call`: one tool call
 * outside of a turn. `external`: one call whose body another system runs, after a claim.
 */
export type RunKind = (typeof RUN_KINDS)[number];

/** The status of a run: it waits, a worker resumes it, or it has ended. */
export type RunStatus = 'suspended' | 'resuming' | 'completed' | 'failed' | 'cancelled';

/** Whether a run waits, or a worker resumes it. */
export const isOpen = ({ status }: Pick<StoredRun, 'status'>): boolean =>
  status === 'suspended' || status === 'resuming';

/**
 * The work that is due. `time` is one write, after an expiry or a lost lease. `turn` may take as long as a model or a
 * tool does.
 */
export type DueWork = 'time' | 'turn';

/**
 * One call of the current batch of a run, as a store saves it. `unknown`: it was started, and its outcome is unknown.
 * `waiting`: it was started, and waits for the run of a turn inside it.
 */
export interface StoredSlot {
  readonly index: number;
  readonly callId: string;
  readonly tool: string;
  readonly state: 'ready' | 'started' | 'done' | 'unknown' | 'waiting';
  /** The number of times that its body was started. */
  readonly attempt: number;
  readonly idempotencyKey: string;
  /** Whether it may start again with the same key if its outcome is unknown. */
  readonly idempotent: boolean;
  /** The approval that it requires; absent if a strategy approved it. */
  readonly approval?: string;
  /** The arguments that will run; absent if the call could not be validated. */
  readonly input?: JsonObject;
  readonly argsHash?: string;
  /** Whether the call waits for its requester's answer only: a strategy let it run, and no approver decides. */
  readonly onlyAsks?: true;
  /** The requester's answer that the body receives, and its hash. */
  readonly answer?: JsonValue;
  readonly answerHash?: string;
  readonly definitionHash?: string;
  readonly result?: ToolResultPart;
  /** Identifies its last start. */
  readonly token?: string;
  /** The run of the turn inside the call, which waits or waited; absent if there is none. */
  readonly innerRun?: string;
  /** Whether the cancellation of this run has reached the inner run. */
  readonly innerCanceled?: true;
}

/** The call of another run in which the turn of a run was started, and which receives its answer. */
export interface RunParent {
  readonly run: string;
  /** The index of the call in its batch, from 0. */
  readonly index: number;
  readonly callId: string;
  readonly tool: string;
  /** The number of runs around this one, from 1. */
  readonly depth: number;
  /** Whether the call has received the outcome. */
  readonly isAnswered?: true;
}

/** The worker that resumes a run, and until when no other worker may. */
export interface RunLease {
  readonly worker: string;
  readonly until: number;
}

/** A failed attempt to resume a run. Its error contains no secrets. */
export interface RunAttempt {
  readonly at: number;
  readonly error: string;
}

/** Since when a run is parked, and why. */
export interface RunParking {
  readonly at: number;
  readonly reason: string;
}

/** Why a run was canceled, and by which person. */
interface RunCancellation {
  readonly reason: string;
  readonly by?: string;
}

/**
 * A turn or a call that was saved, and its outcome, as a store saves it. Plain JSON. Its messages are in its
 * checkpoint.
 */
export interface StoredRun {
  /** The version of this shape. 2: the run has a parent, or a call of its batch has an inner run. */
  readonly schema: 1 | 2;
  /** A process that does not know the kind leaves the run to other processes. @default 'turn' */
  readonly kind?: RunKind;
  readonly id: string;
  readonly tenant: string;
  /** The client that resumes it; absent if the run is not a `turn`. */
  readonly client?: string;
  readonly conversation?: string;
  /**
   * The caller's id of the request. Within a tenant and a requester it belongs to one run, because the run's id is
   * computed from it.
   */
  readonly requestId?: string;
  /** The hash of the tool and the arguments of that request. */
  readonly requestHash?: string;
  readonly requester: TenantRequester;
  /** Present if the turn was started inside a call of another run. */
  readonly parent?: RunParent;
  readonly status: RunStatus;
  readonly version: number;
  /** Increases with each claim. Writes of an earlier claim are rejected by it. */
  readonly fence: number;
  readonly lease?: RunLease;
  readonly round: number;
  readonly slots: readonly StoredSlot[];
  /** Whether any tool of the turn was started, or has run in the client. */
  readonly hasEffects: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** When the last approval of the batch was decided. */
  readonly settledAt?: number;
  /**
   * The number of failed attempts to resume since the last decision or retry, and when the next attempt may be made.
   */
  readonly failures: number;
  readonly retryAt?: number;
  /** The error of the last attempt. */
  readonly error?: string;
  /** The last ten failed attempts, oldest first; absent if there are none. */
  readonly attempts?: readonly RunAttempt[];
  /** Present if no worker resumes it until a person retries or cancels it. */
  readonly parked?: RunParking;
  /** When a person last retried it. Its deadline counts from then. */
  readonly retriedAt?: number;
  /** Present if it was canceled and has not ended, because the outcome of a call is unknown. */
  readonly canceling?: RunCancellation;
  /** Why it ended, if its conversation has not yet received the results of its tools. */
  readonly closing?: string;
  /**
   * Since when it has ended, and no call or approval of it is open or unknown; absent before, and if an earlier version
   * ended it.
   */
  readonly endedAt?: number;
  /** When its messages, arguments and results were removed; absent if they are stored. */
  readonly contentRemovedAt?: number;
  /** When a worker must act on it; absent if it waits for a person, or has ended. */
  readonly dueAt?: number;
  /** The work that is due then; absent if the run is not due, or if an earlier version wrote it. */
  readonly dueFor?: DueWork;
}

/**
 * The saved state of a run, from which it resumes. It is stored separately, because it is long and changes only with
 * each batch.
 */
export interface RunCheckpoint {
  readonly schema: 1;
  readonly request: SavedRequest;
  readonly loop: LoopState;
  /** The answer of the turn, once the model has returned it. It belongs to the requester. */
  readonly answer?: ChatResponse;
  /**
   * How many steps were added since the whole checkpoint was written. Set by the store that reads it; absent if there
   * are none.
   */
  readonly steps?: number;
}

/** The part of a checkpoint that a batch or an answer adds, so that earlier messages are written only once. */
export interface CheckpointStep {
  readonly schema: 1;
  /**
   * The number of the step: 1 for the first step after the whole checkpoint. A step with the number of the last one
   * replaces it.
   */
  readonly step: number;
  /** Messages to add to `loop.history`. */
  readonly history: readonly Message[];
  /** Messages to add to `loop.exchanges`. */
  readonly exchanges: readonly Message[];
  /** Replaces the rest of the loop. */
  readonly loop: Omit<LoopState, 'history' | 'exchanges'>;
  /** Replaces the answer. If absent, the checkpoint has no answer from then on. */
  readonly answer?: ChatResponse;
  /** Replaces the `traceParent` of the request. If absent, it does not change. */
  readonly traceParent?: string;
}

/** The part of a checkpoint that a transaction writes: all of it, or one more step. */
export type CheckpointChange = RunCheckpoint | CheckpointStep;

/** A run with all of its approvals: the records that one transaction reads and writes. */
export interface RunState {
  readonly run: StoredRun;
  readonly approvals: readonly StoredApproval[];
}
