import { type ArgumentsHost, Catch, HttpException } from '@nestjs/common';
import { BaseExceptionFilter } from '@nestjs/core';
import { RunEndedException } from 'toolgate/chat';
import {
  ApprovalConflictException,
  ApprovalDecisionException,
  type DecisionProblem,
  RunConflictException,
  RunNotFoundException,
  RunOperationException,
  RunSchemaException,
  RunUnreadableException,
  StoreUnavailableException,
} from '../errors/approval.errors.js';

const STATUS: Readonly<Record<DecisionProblem, number>> = {
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
};

const EXCEPTIONS = [
  ApprovalDecisionException,
  ApprovalConflictException,
  RunConflictException,
  RunEndedException,
  RunNotFoundException,
  RunOperationException,
  RunSchemaException,
  RunUnreadableException,
  StoreUnavailableException,
] as const;

type Caught = InstanceType<(typeof EXCEPTIONS)[number]>;

/**
 * Answers an HTTP request with the reason why a decision was not accepted, or why a run or conversation cannot
 * continue. The answer contains no record and no transcript.
 */
@Catch(...EXCEPTIONS)
export class ApprovalExceptionFilter extends BaseExceptionFilter {
  override catch(exception: Caught, host: ArgumentsHost): void {
    // A global filter also receives exceptions of tools and message queues, which are not HTTP requests.
    if (host.getType() !== 'http') throw exception;
    const message = responseMessage(exception);
    const { problem, ...waiting } = bodyOf(exception);
    const statusCode = STATUS[problem];
    super.catch(new HttpException({ statusCode, problem, message, ...waiting }, statusCode), host);
  }
}

// The error text of a model or a database is for the log, and for viewers of the run.
const responseMessage = (exception: Caught): string =>
  exception instanceof RunEndedException && exception.status === 'failed'
    ? `The run ${exception.runId} has failed.`
    : exception.message;

const bodyOf = (exception: Caught): { readonly problem: DecisionProblem } => {
  if (exception instanceof ApprovalDecisionException || exception instanceof RunOperationException) {
    return { problem: exception.problem };
  }
  if (exception instanceof RunNotFoundException) return { problem: 'not-found' };
  if (exception instanceof RunUnreadableException) return { problem: 'damaged' };
  if (exception instanceof RunEndedException) return { problem: 'gone' };
  // A process of the later version can answer it.
  if (exception instanceof RunSchemaException || exception instanceof StoreUnavailableException) {
    return { problem: 'unavailable' };
  }
  return exception instanceof ApprovalConflictException ? waitingIn(exception) : { problem: 'conflict' };
};

// The author of a message may learn which approvals are pending, but not their arguments.
const waitingIn = ({ runIds, approvals }: ApprovalConflictException) => ({
  problem: 'conflict' as const,
  runIds,
  approvals: approvals.map(({ id, toolName }) => ({ id, toolName })),
});
