import type { KeptRequest, LoopState } from 'toolgate/chat';
import type { ChatResponse, JsonObject, Message, ToolResultPart } from 'toolgate/model';
import type { StoredApproval } from './stored-approval.js';
import type { TenantRequester } from './requester.js';

/** Where a run stands: it waits, somebody goes on with it, or it has ended. */
export type RunStatus = 'suspended' | 'resuming' | 'completed' | 'failed' | 'cancelled';

/** What is due: `time` is one write, after an expiry or a lost lease; `turn` may take as long as a model or a tool does. */
export type DueWork = 'time' | 'turn';

/** One call of the batch a run stands at. `unknown`: it was started, and nobody knows whether it had its effect. */
export interface StoredSlot {
  readonly index: number;
  readonly callId: string;
  readonly tool: string;
  readonly state: 'ready' | 'started' | 'done' | 'unknown';
  /** How often its body was started. */
  readonly attempt: number;
  readonly idempotencyKey: string;
  /** Whether it may be started again with the same key when nobody knows what became of it. */
  readonly idempotent: boolean;
  /** The approval it needs; without one a strategy let it run. */
  readonly approval?: string;
  /** What will run; absent where the call could not be checked. */
  readonly input?: JsonObject;
  readonly argsHash?: string;
  readonly definitionHash?: string;
  readonly result?: ToolResultPart;
  /** Names its last start. */
  readonly token?: string;
}

/** Who goes on with a run, and until when nobody else may. */
export interface RunLease {
  readonly worker: string;
  readonly until: number;
}

/** Why a run was canceled, and who did it. */
export interface RunCancellation {
  readonly reason: string;
  readonly by?: string;
}

/** A turn that was suspended, and what became of it. Plain JSON; what was said in it is its checkpoint. */
export interface StoredRun {
  /** The version of this shape. */
  readonly schema: 1;
  readonly id: string;
  readonly tenant: string;
  readonly client: string;
  readonly conversation?: string;
  readonly requester: TenantRequester;
  readonly status: RunStatus;
  readonly version: number;
  /** One more with each claim: what an earlier claimant still writes is refused by it. */
  readonly fence: number;
  readonly lease?: RunLease;
  readonly round: number;
  readonly slots: readonly StoredSlot[];
  /** Whether a tool of the turn was ever started. */
  readonly hasEffects: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** When the last question of the batch was answered. */
  readonly settledAt?: number;
  /** Attempts to go on that failed since then, and when the next one may be made. */
  readonly failures: number;
  readonly retryAt?: number;
  /** What the last attempt failed with. */
  readonly error?: string;
  /** Present while it was canceled and has not ended: the outcome of a call is unknown. */
  readonly canceling?: RunCancellation;
  /** How it was ended, where it was: the conversation has still to be told what its tools did. */
  readonly closing?: string;
  /** When something is to be done with it; absent where it waits for a person, or has ended. */
  readonly dueAt?: number;
  /** What is to be done then; absent if the run is not due, or if an earlier version wrote it. */
  readonly dueFor?: DueWork;
}

/** What a run goes on from. It is kept apart, because it is long and changes with each batch only. */
export interface RunCheckpoint {
  readonly schema: 1;
  readonly request: KeptRequest;
  readonly loop: LoopState;
  /** The answer of the turn, from the moment the model has given it. It belongs to the requester. */
  readonly answer?: ChatResponse;
  /** How many steps were added since it was written whole. Set by the store that reads it; absent if there are none. */
  readonly steps?: number;
}

/** What a batch or an answer adds to the checkpoint of its run: all that was said before is written once. */
export interface CheckpointStep {
  readonly schema: 1;
  /** Its number: 1 for the first step after the whole checkpoint. A step with the number of the last one replaces it. */
  readonly step: number;
  /** Is added to `loop.history`. */
  readonly history: readonly Message[];
  /** Is added to `loop.exchanges`. */
  readonly exchanges: readonly Message[];
  /** Replaces the rest of the loop. */
  readonly loop: Omit<LoopState, 'history' | 'exchanges'>;
  /** Replaces the answer; absent, there is none from then on. */
  readonly answer?: ChatResponse;
  /** Replaces that of the request; absent, it stays. */
  readonly traceParent?: string;
}

/** What a transaction writes of a checkpoint: all of it, or one more step. */
export type CheckpointChange = RunCheckpoint | CheckpointStep;

/** A run with all of its approvals: what one transaction reads and writes. */
export interface RunState {
  readonly run: StoredRun;
  readonly approvals: readonly StoredApproval[];
}
