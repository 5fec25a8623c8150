import type { ProblemWord } from '../client/problem-body.js';

/** The problems that the door itself finds in a request, and their statuses. */
export const REQUEST_STATUS = {
  'bad-request': 400,
  'bad-decision': 400,
  unauthenticated: 401,
  'bad-origin': 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  'not-json': 415,
  'precondition-missing': 428,
} as const satisfies Partial<Record<ProblemWord, number>>;

/** The door does not accept a request. Nothing was changed. */
export class RequestException extends Error {
  override readonly name = 'RequestException';
  readonly status: number;

  constructor(
    readonly problem: keyof typeof REQUEST_STATUS,
    /** What is wrong, and what to do; it contains no value of the request's body. */
    readonly detail: string,
  ) {
    super(detail);
    this.status = REQUEST_STATUS[problem];
  }
}

/** Throws `RequestException` (`bad-request`). */
export const refuseRequest = (detail: string): never => {
  throw new RequestException('bad-request', detail);
};

/** Throws `RequestException` (`bad-decision`). */
export const refuseDecision = (detail: string): never => {
  throw new RequestException('bad-decision', detail);
};
