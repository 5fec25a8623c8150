import { type ArgumentsHost, Catch, HttpException } from '@nestjs/common';
import { BaseExceptionFilter } from '@nestjs/core';
import { RunEndedException } from 'toolgate/chat';
import {
  ApprovalConflictException,
  ApprovalDecisionException,
  type DecisionProblem,
  RunConflictException,
  RunNotFoundException,
  RunSchemaException,
  RunUnreadableException,
  StoreUnavailableException,
} from '../approval.errors.js';

const STATUS: Readonly<Record<DecisionProblem, number>> = {
  'bad-decision': 400,
  'not-eligible': 403,
  'not-found': 404,
  conflict: 409,
  damaged: 409,
  'too-many-decisions': 409,
  gone: 410,
  'hash-mismatch': 412,
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
  RunSchemaException,
  RunUnreadableException,
  StoreUnavailableException,
] as const;

type Caught = InstanceType<(typeof EXCEPTIONS)[number]>;

/** Answers over HTTP why a decision does not count, or why a run or a conversation cannot go on; no record and no transcript. */
@Catch(...EXCEPTIONS)
export class ApprovalExceptionFilter extends BaseExceptionFilter {
  override catch(exception: Caught, host: ArgumentsHost): void {
    // What a global filter sees of a tool or of a message queue is not HTTP's to answer.
    if (host.getType() !== 'http') throw exception;
    const message = messageOf(exception);
    const { problem, ...waiting } = told(exception);
    const statusCode = STATUS[problem];
    super.catch(new HttpException({ statusCode, problem, message, ...waiting }, statusCode), host);
  }
}

// What a model or a database said when it failed is for the log, and for whoever may read the run.
const messageOf = (exception: Caught): string =>
  exception instanceof RunEndedException && exception.status === 'failed'
    ? `The run ${exception.runId} has failed.`
    : exception.message;

const told = (exception: Caught): { readonly problem: DecisionProblem } => {
  if (exception instanceof ApprovalDecisionException) return { problem: exception.problem };
  if (exception instanceof RunNotFoundException) return { problem: 'not-found' };
  if (exception instanceof RunUnreadableException) return { problem: 'damaged' };
  if (exception instanceof RunEndedException) return { problem: 'gone' };
  // A process of the later version answers it.
  if (exception instanceof RunSchemaException || exception instanceof StoreUnavailableException) {
    return { problem: 'unavailable' };
  }
  return exception instanceof ApprovalConflictException ? waitingIn(exception) : { problem: 'conflict' };
};

// Whoever writes in a conversation may learn what it waits for, and not what a call would do.
const waitingIn = ({ runIds, approvals }: ApprovalConflictException) => ({
  problem: 'conflict' as const,
  runIds,
  approvals: approvals.map(({ id, toolName }) => ({ id, toolName })),
});
