import { type ArgumentsHost, BadGatewayException, Catch } from '@nestjs/common';
import { BaseExceptionFilter } from '@nestjs/core';
import { causeOf, ChatTurnException } from 'toolgate';
import { LineLogger } from 'toolgate/model';

/** Answers that the model failed, with the reason: a wrong key, an unreachable server. */
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
