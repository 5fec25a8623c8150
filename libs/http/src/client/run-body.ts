/** The status of a run: it waits, a worker resumes it, or it has ended. */
export type RunStatusWord = 'suspended' | 'resuming' | 'completed' | 'failed' | 'cancelled';

/** The kind of a run: a turn of a chat client, one tool call outside of a turn, or a call that another system runs. */
export type RunKindWord = 'turn' | 'call' | 'external';

/**
 * One call of the current batch of a run. `unknown`: it was started, and its outcome is unknown. `waiting`: it was
 * started, and waits for the run of a turn inside it.
 */
export interface RunSlotBody {
  readonly index: number;
  readonly toolCallId: string;
  readonly toolName: string;
  readonly state: 'ready' | 'started' | 'done' | 'unknown' | 'waiting';
  /** How often its body was started. */
  readonly attempt: number;
  /** The approval that it requires; absent if a strategy approved it. */
  readonly approvalId?: string;
  /** Identifies the call in the service that ran it, and in a report of its outcome; present if the outcome is unknown. */
  readonly idempotencyKey?: string;
  /** The run of the turn inside the call; absent if there is none. */
  readonly innerRunId?: string;
}

/** The call of another run that waits, or waited, for a run. */
export interface RunParentBody {
  readonly runId: string;
  readonly toolCallId: string;
  readonly toolName: string;
}

/** A failed attempt to resume a run. */
export interface RunAttemptBody {
  readonly at: string;
  /** Present for administrators. */
  readonly error?: string;
}

/** A run as a list returns it. Its times are ISO 8601, by the store's clock. */
export interface ListedRunBody {
  readonly id: string;
  readonly kind: RunKindWord;
  readonly status: RunStatusWord;
  readonly tenant: string;
  /** The client that resumes it; absent if it is not a turn. */
  readonly client?: string;
  readonly conversation?: string;
  /** Present if the turn was started inside a call of another run, which receives its answer. */
  readonly parent?: RunParentBody;
  /** The id of the requester. */
  readonly requester: string;
  /** The version of the record, for `If-Match`. */
  readonly version: number;
  readonly round: number;
  readonly slots: readonly RunSlotBody[];
  /** Whether any tool of the turn was started, or has run in the client. */
  readonly hasEffects: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** When the last approval of the batch was decided. */
  readonly settledAt?: string;
  /** The number of failed attempts to resume it since then, and when the next attempt may be made. */
  readonly failures: number;
  readonly retryAt?: string;
  /** Present if no worker resumes it until a person retries or cancels it: since when, and why. */
  readonly parked?: { readonly at: string; readonly reason: string };
  /** When it ended, and nothing of it was open or unknown any more. */
  readonly endedAt?: string;
  /** When its messages, arguments and results were removed; absent if they are stored. */
  readonly contentRemovedAt?: string;
  /** Present if it was canceled and has not ended, because the outcome of a call is unknown or a run inside it is open. */
  readonly canceling?: { readonly reason: string; readonly by?: string };
}

/** One run. */
export interface RunBody extends ListedRunBody {
  /** The text of the answer of a completed run; only its requester receives it. */
  readonly answer?: string;
  /** The last ten failed attempts to resume it, oldest first; absent if there are none. */
  readonly attempts?: readonly RunAttemptBody[];
}

/** A page of runs. */
export interface RunPageBody {
  readonly items: readonly ListedRunBody[];
  /** The cursor of the next page; absent if there is none. */
  readonly cursor?: string;
  /** The ids of records that cannot be read, because their rows are damaged; absent if there are none. */
  readonly unreadable?: readonly string[];
  /** The time of the server, ISO 8601. */
  readonly now: string;
}
