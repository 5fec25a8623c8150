import { type ArgumentsHost, Catch, HttpException, HttpStatus } from '@nestjs/common';
import { BaseExceptionFilter } from '@nestjs/core';
import { ToolInputException } from 'toolgate/tool';
import { ApprovalConflictException } from '../errors/approval.errors.js';
import { CallRejectedException } from '../errors/call.errors.js';
import { approvalProblem, PROBLEM_EXCEPTIONS, type ProblemException } from './approval-problem.js';

/**
 * Answers an HTTP request with the reason why a decision, a call, or an operation on a run or a conversation was not
 * accepted. The answer contains no record, no transcript and no argument.
 */
@Catch(...PROBLEM_EXCEPTIONS, CallRejectedException, ToolInputException)
export class ApprovalExceptionFilter extends BaseExceptionFilter {
  override catch(exception: ProblemException | CallRejectedException | ToolInputException, host: ArgumentsHost): void {
    // A global filter also receives exceptions of tools and message queues, which are not HTTP requests.
    if (host.getType() !== 'http') throw exception;
    const { problem, status: statusCode, message } = approvalProblem(exception) ?? ofCall(exception);
    super.catch(new HttpException({ statusCode, problem, message, ...detailsOf(exception) }, statusCode), host);
  }
}

const ofCall = (exception: Error) =>
  exception instanceof ToolInputException
    ? { problem: 'invalid-arguments', status: HttpStatus.BAD_REQUEST, message: exception.message }
    : { problem: 'call-rejected', status: HttpStatus.FORBIDDEN, message: exception.message };

const detailsOf = (exception: Error): object => {
  if (exception instanceof ToolInputException) return { issues: exception.issues };
  return exception instanceof ApprovalConflictException ? waitingIn(exception) : {};
};

// The author of a message may learn which approvals are pending, but not their arguments.
const waitingIn = ({ runIds, approvals }: ApprovalConflictException) => ({
  runIds,
  approvals: approvals.map(({ id, toolName }) => ({ id, toolName })),
});
