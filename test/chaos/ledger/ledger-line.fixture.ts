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
  /** Names the call: run, round and index. */
  readonly key: string;
  readonly attempt: number;
  /** On whose behalf it ran, by the tool context that was saved and by the values that were created again. */
  readonly user: string;
  readonly actsAs: string;
}

/** One message of a request, reduced to what is checked. */
export interface ShownMessage {
  readonly role: string;
  /** Of a user message: the turn that it asks for. */
  readonly turn?: string;
  readonly calls?: readonly { readonly id: string; readonly ticket: string }[];
  readonly results?: readonly ShownResult[];
}

export interface ShownResult {
  readonly id: string;
  readonly outcome: string;
  readonly text: string;
}

/** What a model was sent. */
export interface RequestLine extends Timed {
  readonly type: 'request';
  readonly turn: string;
  readonly messages: readonly ShownMessage[];
}

/** What the person who asked was told; `run` where the turn waits or was read again. */
export interface AnswerLine extends Timed {
  readonly type: 'answer';
  readonly turn?: string;
  readonly run?: string;
  readonly status: string;
  readonly content?: string;
}

/** A decision on its way. */
export interface DecisionLine extends Timed {
  readonly type: 'decision';
  /** Names this attempt; the same command may be sent in several. */
  readonly attempt: string;
  readonly approval: string;
  readonly key: string;
  readonly tool: string;
  readonly requester: string;
  readonly tenant: string;
  /** What the approval showed. */
  readonly amount: number;
  readonly by: { readonly id: string; readonly tenant: string; readonly roles: readonly string[] };
  readonly command: DecideApproval;
}

/** Its reply: the approval's status, or why it does not count. Without a reply it may count or not. */
export interface DecidedLine extends Timed {
  readonly type: 'decided';
  readonly attempt: string;
  readonly status?: string;
  readonly problem?: string;
}

/** The outcome of a lost call, as it is about to be reported. */
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

export type LedgerLine = BodyLine | RequestLine | AnswerLine | DecisionLine | DecidedLine | SettleLine | ErrorLine;
