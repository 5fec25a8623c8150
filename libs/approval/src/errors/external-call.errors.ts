/** Why a request, a claim or an outcome of an external call was not accepted, as one word. */
export type ExternalCallProblem =
  /** An option is missing, unknown or invalid. */
  | 'bad-request'
  /** No external call with this id is visible to the caller. */
  | 'not-found'
  /** It is not approved yet. */
  | 'not-approved'
  /** It was rejected, or it expired, lapsed or was canceled. */
  | 'ended'
  /** The `argsHash` does not match its arguments. */
  | 'hash-mismatch'
  /** Its stored arguments were altered. */
  | 'damaged'
  /** It is not claimed with this token. */
  | 'not-claimed'
  /** Another outcome was reported before. */
  | 'finished';

/** The HTTP statuses of the problems. */
export const EXTERNAL_STATUS = {
  'bad-request': 400,
  'not-found': 404,
  'not-approved': 409,
  damaged: 409,
  'not-claimed': 409,
  finished: 409,
  ended: 410,
  'hash-mismatch': 412,
} as const satisfies Record<ExternalCallProblem, number>;

/** A request, a claim or an outcome of an external call was not accepted. Nothing was changed. */
export class ExternalCallException extends Error {
  override readonly name = 'ExternalCallException';

  constructor(
    readonly problem: ExternalCallProblem,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Throws the error for a malformed request, claim or outcome, which was not `requested`, `claimed` or `finished`. */
export const throwBadRequest = (done: string, problem: string): never => {
  throw new ExternalCallException(
    'bad-request',
    `The external call was not ${done}: ${problem.replace(/\.$/, '')}. Correct it.`,
  );
};

/** Returns the error about an approval of an external call. */
export const externalProblem = (problem: ExternalCallProblem, approval: string, text: string): ExternalCallException =>
  new ExternalCallException(problem, `The external call of the approval ${approval} ${text}`);
