import type { DecideApproval } from 'toolgate/approval';

/** Milliseconds of the machine's monotonic clock, the same for all processes. */
interface Timed {
  readonly at: number;
}

/** A body that began, or had its effect. */
export interface BodyLine extends Timed {
  readonly type: 'start' | 'effect';
  readonly tool: string;
  readonly ticket: string;
  readonly amount: number;
  readonly run: string;
  /** Identifies the call: run, round and index. */
  readonly key: string;
  readonly attempt: number;
  /** On whose behalf it ran, by the saved tool context and by the values that were created again. */
  readonly user: string;
  readonly actsAs: string;
}

/** One message of a request, reduced to the checked fields. */
export interface ShownMessage {
  readonly role: string;
  /** The turn that a user message requests. */
  readonly turn?: string;
  readonly calls?: readonly { readonly id: string; readonly ticket: string }[];
  readonly results?: readonly ShownResult[];
}

export interface ShownResult {
  readonly id: string;
  readonly outcome: string;
  readonly text: string;
}

/** What a model received. */
export interface RequestLine extends Timed {
  readonly type: 'request';
  readonly turn: string;
  readonly messages: readonly ShownMessage[];
}

/** What the requester received; `run` if the turn waits or was read again. */
export interface AnswerLine extends Timed {
  readonly type: 'answer';
  readonly turn?: string;
  readonly run?: string;
  readonly status: string;
  readonly content?: string;
}

/** The outcome of a call outside of a turn, as its caller received it. */
export interface OutcomeLine extends Timed {
  readonly type: 'outcome';
  readonly turn: string;
  readonly run?: string | undefined;
  readonly status: string;
  readonly content?: string | undefined;
}

/** A decision before it is sent. */
export interface DecisionLine extends Timed {
  readonly type: 'decision';
  /** Identifies this attempt; the same command may be sent in several. */
  readonly attempt: string;
  readonly approval: string;
  readonly key: string;
  readonly tool: string;
  readonly requester: string;
  readonly tenant: string;
  /** The content of the approval at that time. */
  readonly amount: number;
  readonly by: { readonly id: string; readonly tenant: string; readonly roles: readonly string[] };
  readonly command: DecideApproval;
}

/** Its reply: the status of the approval, or why it was refused. Without a reply it may count or not. */
export interface DecidedLine extends Timed {
  readonly type: 'decided';
  readonly attempt: string;
  readonly status?: string;
  readonly problem?: string;
}

/** The outcome of a lost call, before it is reported. */
export interface SettleLine extends Timed {
  readonly type: 'settle';
  readonly key: string;
  readonly outcome: 'succeeded' | 'failed' | 'abandoned';
}

/** An error that reached a person. */
export interface ErrorLine extends Timed {
  readonly type: 'error';
  readonly doing: string;
  readonly name: string;
  readonly message: string;
}

export type LedgerLine =
  | BodyLine
  | RequestLine
  | AnswerLine
  | OutcomeLine
  | DecisionLine
  | DecidedLine
  | SettleLine
  | ErrorLine;
