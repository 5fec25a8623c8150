import { type ArgumentsHost, BadGatewayException, Catch } from '@nestjs/common';
import { BaseExceptionFilter } from '@nestjs/core';
import { causeOf, ChatTurnException } from 'toolgate';
import { LineLogger } from 'toolgate/model';

/** Tells the caller that the model failed, and why: a wrong key, a server that is not there. */
@Catch(ChatTurnException)
export class ChatFailureFilter extends BaseExceptionFilter {
  private readonly logger = new LineLogger('SupportDesk');

  override catch(exception: ChatTurnException, host: ArgumentsHost): void {
    const cause = causeOf(exception);
    const message = cause instanceof Error ? cause.message : exception.message;
    this.logger.error(message);
    super.catch(new BadGatewayException(message), host);
  }
}
