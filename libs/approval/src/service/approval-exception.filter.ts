import { type ArgumentsHost, Catch, HttpException, HttpStatus } from '@nestjs/common';
import { BaseExceptionFilter } from '@nestjs/core';
import { ApprovalConflictException, CallRejectedException } from '../errors/approval.errors.js';
import { approvalProblem, PROBLEM_EXCEPTIONS, type ProblemException } from './approval-problem.js';

/**
 * Answers an HTTP request with the reason why a decision was not accepted, or why a run or conversation cannot
 * continue, or why a call was rejected. The answer contains no record and no transcript.
 */
@Catch(...PROBLEM_EXCEPTIONS, CallRejectedException)
export class ApprovalExceptionFilter extends BaseExceptionFilter {
  override catch(exception: ProblemException | CallRejectedException, host: ArgumentsHost): void {
    // A global filter also receives exceptions of tools and message queues, which are not HTTP requests.
    if (host.getType() !== 'http') throw exception;
    const { problem, status: statusCode, message } = approvalProblem(exception) ?? rejected(exception);
    const waiting = exception instanceof ApprovalConflictException ? waitingIn(exception) : {};
    super.catch(new HttpException({ statusCode, problem, message, ...waiting }, statusCode), host);
  }
}

const rejected = ({ message }: Error) => ({ problem: 'call-rejected', status: HttpStatus.FORBIDDEN, message });

// The author of a message may learn which approvals are pending, but not their arguments.
const waitingIn = ({ runIds, approvals }: ApprovalConflictException) => ({
  runIds,
  approvals: approvals.map(({ id, toolName }) => ({ id, toolName })),
});
