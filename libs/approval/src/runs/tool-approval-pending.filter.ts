import { type ArgumentsHost, Catch, type ExceptionFilter, HttpStatus } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ToolApprovalPendingException } from 'toolgate/tool';

/** Answers a request with status 202, the run and its approvals if the turn of the request waits for a person. */
@Catch(ToolApprovalPendingException)
export class ToolApprovalPendingFilter implements ExceptionFilter<ToolApprovalPendingException> {
  constructor(private readonly adapters: HttpAdapterHost) {}

  catch(exception: ToolApprovalPendingException, host: ArgumentsHost): void {
    const { suspended } = exception;
    // A turn that could not be saved is an ordinary error, and a context other than HTTP has no response.
    if (!suspended || host.getType() !== 'http') throw exception;
    const response: unknown = host.switchToHttp().getResponse();
    this.adapters.httpAdapter.reply(response, { status: 'suspended', ...suspended }, HttpStatus.ACCEPTED);
  }
}
