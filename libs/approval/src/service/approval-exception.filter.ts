import { type ArgumentsHost, Catch, HttpException } from '@nestjs/common';
import { BaseExceptionFilter } from '@nestjs/core';
import { ApprovalConflictException } from '../errors/approval.errors.js';
import { approvalProblem, PROBLEM_EXCEPTIONS, type ProblemException } from './approval-problem.js';

/**
 * Answers an HTTP request with the reason why a decision was not accepted, or why a run or conversation cannot
 * continue. The answer contains no record and no transcript.
 */
@Catch(...PROBLEM_EXCEPTIONS)
export class ApprovalExceptionFilter extends BaseExceptionFilter {
  override catch(exception: ProblemException, host: ArgumentsHost): void {
    // A global filter also receives exceptions of tools and message queues, which are not HTTP requests.
    if (host.getType() !== 'http') throw exception;
    const { problem, status: statusCode, message } = approvalProblem(exception)!;
    const waiting = exception instanceof ApprovalConflictException ? waitingIn(exception) : {};
    super.catch(new HttpException({ statusCode, problem, message, ...waiting }, statusCode), host);
  }
}

// The author of a message may learn which approvals are pending, but not their arguments.
const waitingIn = ({ runIds, approvals }: ApprovalConflictException) => ({
  runIds,
  approvals: approvals.map(({ id, toolName }) => ({ id, toolName })),
});
