/** Why a request was not accepted, as one word. A guard or a filter of the application may add words of its own. */
export type ProblemWord =
  | 'bad-request'
  | 'bad-decision'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-eligible'
  | 'bad-origin'
  | 'not-found'
  | 'conflict'
  | 'damaged'
  | 'too-many-decisions'
  | 'gone'
  | 'hash-mismatch'
  | 'version-mismatch'
  | 'too-large'
  | 'not-json'
  | 'bad-edit'
  | 'decision-reused'
  | 'not-approved'
  | 'not-claimed'
  | 'finished'
  | 'ended'
  | 'request-reused'
  | 'precondition-missing'
  | 'internal'
  | 'unavailable';

/** The body of an error: problem details (RFC 9457) with the reason as one word. */
export interface ProblemBody {
  readonly type: 'about:blank';
  readonly title: string;
  readonly status: number;
  /** What failed and what to do; nothing about the cause of an error of the server. */
  readonly detail?: string;
  readonly problem: ProblemWord | (string & {});
}
