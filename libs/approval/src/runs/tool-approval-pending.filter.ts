import { type ArgumentsHost, Catch, type ExceptionFilter, HttpStatus } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ToolApprovalPendingException } from 'toolgate/tool';

/** Answers a request whose turn waits for a person with status 202, its run and its approvals. */
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
