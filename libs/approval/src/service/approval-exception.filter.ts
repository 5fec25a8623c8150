import { type ArgumentsHost, Catch, HttpException, HttpStatus } from '@nestjs/common';
import { BaseExceptionFilter } from '@nestjs/core';
import { type Observable, throwError } from 'rxjs';
import { ToolInputException } from 'toolgate/tool';
import { RequestReusedException } from '../calls/gated-call.errors.js';
import { ApprovalConflictException } from '../errors/approval.errors.js';
import { CallRejectedException } from '../errors/call.errors.js';
import { EXTERNAL_STATUS, ExternalCallException } from '../errors/external-call.errors.js';
import { approvalProblem, PROBLEM_EXCEPTIONS, type ProblemException } from './approval-problem.js';
import { emitException } from '../errors/emit-exception.js';

const CALL_EXCEPTIONS = [
  CallRejectedException,
  ExternalCallException,
  RequestReusedException,
  ToolInputException,
] as const;

type CallException = InstanceType<(typeof CALL_EXCEPTIONS)[number]>;

const ANSWERED: readonly string[] = ['http', 'rpc', 'ws'];

/**
 * Answers an HTTP request, or a message of a microservice or a gateway, with the reason why a decision, a call, or an
 * operation on a run, a live turn or a conversation was not accepted. The answer contains no record, no transcript and
 * no argument.
 */
@Catch(...PROBLEM_EXCEPTIONS, ...CALL_EXCEPTIONS)
export class ApprovalExceptionFilter extends BaseExceptionFilter {
  override catch(exception: ProblemException | CallException, host: ArgumentsHost): Observable<never> | void {
    const type = host.getType();
    // A global filter also receives exceptions of tools and resolvers, which it cannot answer.
    if (!ANSWERED.includes(type)) throw exception;
    const { problem, status: statusCode, message } = approvalProblem(exception) ?? ofCall(exception);
    const body = { statusCode, problem, message, ...detailsOf(exception) };
    // If a filter of a message throws, Nest sends no reply.
    if (type === 'rpc') return throwError(() => body);
    if (type === 'ws') return emitException(host, body);
    super.catch(new HttpException(body, statusCode), host);
  }
}

const ofCall = (exception: Error) => {
  const { message } = exception;
  if (exception instanceof ToolInputException)
    return { problem: 'invalid-arguments', status: HttpStatus.BAD_REQUEST, message };
  if (exception instanceof RequestReusedException)
    return { problem: 'request-reused', status: HttpStatus.UNPROCESSABLE_ENTITY, message };
  if (exception instanceof ExternalCallException) {
    const { problem } = exception;
    return { problem, status: EXTERNAL_STATUS[problem], message };
  }
  return { problem: 'call-rejected', status: HttpStatus.FORBIDDEN, message };
};

const detailsOf = (exception: Error): object => {
  if (exception instanceof ToolInputException) return { issues: exception.issues };
  return exception instanceof ApprovalConflictException ? waitingIn(exception) : {};
};

// The author of a message may learn which approvals are pending, but not their arguments.
const waitingIn = ({ runIds, approvals }: ApprovalConflictException) => ({
  runIds,
  approvals: approvals.map(({ id, toolName }) => ({ id, toolName })),
});
