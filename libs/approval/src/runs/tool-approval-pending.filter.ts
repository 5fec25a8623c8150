import { type ArgumentsHost, Catch, type ExceptionFilter, HttpStatus } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { type Observable, of, throwError } from 'rxjs';
import { describeError, LineLogger } from '#core';
import { ToolApprovalPendingException } from 'toolgate/tool';
import { emitException } from '../errors/emit-exception.js';

const UNSAVED = { status: 'error', message: 'Internal server error' };

/**
 * Answers a request with status 202, the run and its approvals if the turn of the request waits for a person. A message
 * of a microservice receives the same object as its reply, and the socket of a gateway as the event `exception`.
 */
@Catch(ToolApprovalPendingException)
export class ToolApprovalPendingFilter implements ExceptionFilter<ToolApprovalPendingException> {
  private readonly logger = new LineLogger('Toolgate');

  constructor(private readonly adapters: HttpAdapterHost) {}

  catch(exception: ToolApprovalPendingException, host: ArgumentsHost): Observable<object> | void {
    const { suspended } = exception;
    const type = host.getType();
    const body = { status: 'suspended', ...suspended };
    // If a filter of a message throws, Nest sends no reply.
    if (type === 'rpc') return suspended ? of(body) : throwError(() => exception);
    if (type === 'ws') {
      if (!suspended) this.logger.error(describeError(exception));
      return emitException(host, suspended ? body : UNSAVED);
    }
    // A turn that could not be saved is an ordinary error, and no other context has a response.
    if (!suspended || type !== 'http') throw exception;
    const response: unknown = host.switchToHttp().getResponse();
    this.adapters.httpAdapter.reply(response, body, HttpStatus.ACCEPTED);
  }
}
