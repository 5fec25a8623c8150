import type { ProblemWord } from './problem-body.js';

/**
 * Why a request failed, as one word: one of the door, or of a guard or filter of the application. `network`: no complete
 * answer arrived. `other`: the answer has no word.
 */
export type ClientProblemWord = ProblemWord | 'network' | 'other' | (string & {});

/** The details of a failed request. */
export interface ApprovalsFailure {
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number;
  readonly problem: ClientProblemWord;
  readonly detail: string;
  /** In how many seconds the request may be sent again, if the server stated it. */
  readonly retryAfter?: number;
  readonly cause?: unknown;
}

/** A request to the front door failed. `problem` is the reason as one word, `detail` the same as a sentence. */
export class ApprovalsProblem extends Error {
  override readonly name = 'ApprovalsProblem';
  readonly status: number;
  readonly problem: ClientProblemWord;
  readonly detail: string;
  readonly retryAfter?: number;

  constructor({ status, problem, detail, retryAfter, cause }: ApprovalsFailure) {
    super(detail, cause === undefined ? undefined : { cause });
    this.status = status;
    this.problem = problem;
    this.detail = detail;
    if (retryAfter !== undefined) this.retryAfter = retryAfter;
  }
}
