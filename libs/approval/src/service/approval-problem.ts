import { LiveTurnException, type LiveTurnProblem, RunEndedException, ShuttingDownException } from 'toolgate/chat';
import {
  ApprovalConflictException,
  ApprovalDecisionException,
  type DecisionProblem,
  RunContentRemovedException,
  RunLostException,
  RunNotFoundException,
  RunOperationException,
  RunSchemaException,
  RunUnreadableException,
  StoreUnavailableException,
} from '../errors/approval.errors.js';
import { REFUSALS } from '../runs/store-calls.js';

/** The HTTP statuses of the problems. */
export const DECISION_STATUS = {
  'bad-decision': 400,
  'not-eligible': 403,
  'not-found': 404,
  conflict: 409,
  damaged: 409,
  'too-many-decisions': 409,
  gone: 410,
  'hash-mismatch': 412,
  'version-mismatch': 412,
  'bad-edit': 422,
  'decision-reused': 422,
  'precondition-missing': 428,
  unavailable: 503,
} as const satisfies Record<DecisionProblem, number>;

const OF_LIVE_TURNS: Readonly<Record<LiveTurnProblem, DecisionProblem>> = {
  'not-eligible': 'not-eligible',
  'not-found': 'not-found',
  lost: 'gone',
  full: 'gone',
};

/** The exceptions that state why an approval, a run or a live turn does not allow an operation. */
export const PROBLEM_EXCEPTIONS = [
  ...REFUSALS,
  ApprovalConflictException,
  LiveTurnException,
  ShuttingDownException,
  StoreUnavailableException,
] as const;

/** An exception that states why an approval, a run or a live turn does not allow an operation. */
export type ProblemException = InstanceType<(typeof PROBLEM_EXCEPTIONS)[number]>;

/**
 * Why an approval, a run or a live turn does not allow an operation, for a client. It contains no record and no
 * transcript.
 */
interface ApprovalProblem {
  readonly problem: DecisionProblem;
  /** The HTTP status of the problem. */
  readonly status: number;
  readonly message: string;
}

/** Returns the problem that an exception of `ApprovalService` or a live turn states; undefined for any other error. */
export const approvalProblem = (error: unknown): ApprovalProblem | undefined => {
  if (!isProblemException(error)) return undefined;
  const problem = problemOf(error);
  return { problem, status: DECISION_STATUS[problem], message: messageOf(error) };
};

const isProblemException = (error: unknown): error is ProblemException =>
  PROBLEM_EXCEPTIONS.some((type) => error instanceof type);

// The error text of a model or a database is for the log, and for viewers of the run.
const messageOf = (exception: ProblemException): string =>
  exception instanceof RunEndedException && exception.status === 'failed'
    ? `The run ${exception.runId} has failed.`
    : exception.message;

// Another process, or a process of a later version, can answer the request.
const UNAVAILABLE = [RunLostException, RunSchemaException, ShuttingDownException, StoreUnavailableException];

const problemOf = (exception: ProblemException): DecisionProblem => {
  if (exception instanceof ApprovalDecisionException || exception instanceof RunOperationException) {
    return exception.problem;
  }
  if (exception instanceof LiveTurnException) return OF_LIVE_TURNS[exception.problem];
  if (exception instanceof RunNotFoundException) return 'not-found';
  if (exception instanceof RunUnreadableException) return 'damaged';
  if (exception instanceof RunEndedException || exception instanceof RunContentRemovedException) return 'gone';
  return UNAVAILABLE.some((type) => exception instanceof type) ? 'unavailable' : 'conflict';
};
