import { type ArgumentsHost, Catch, type ExceptionFilter, HttpStatus } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { type Observable, of, throwError } from 'rxjs';
import { ToolApprovalPendingException } from 'toolgate/tool';

/**
 * Answers a request with status 202, the run and its approvals if the turn of the request waits for a person. A message
 * of a microservice receives the same object as its reply.
 */
@Catch(ToolApprovalPendingException)
export class ToolApprovalPendingFilter implements ExceptionFilter<ToolApprovalPendingException> {
  constructor(private readonly adapters: HttpAdapterHost) {}

  catch(exception: ToolApprovalPendingException, host: ArgumentsHost): Observable<object> | void {
    const { suspended } = exception;
    const type = host.getType();
    const body = { status: 'suspended', ...suspended };
    // If a filter of a message throws, Nest sends no reply.
    if (type === 'rpc') return suspended ? of(body) : throwError(() => exception);
    // A turn that could not be saved is an ordinary error, and no other context has a response.
    if (!suspended || type !== 'http') throw exception;
    const response: unknown = host.switchToHttp().getResponse();
    this.adapters.httpAdapter.reply(response, body, HttpStatus.ACCEPTED);
  }
}
