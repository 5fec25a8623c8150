import { type ArgumentsHost, BadGatewayException, Catch } from '@nestjs/common';
import { BaseExceptionFilter } from '@nestjs/core';
import { ChatModelException, ChatTurnException } from 'toolgate';
import { LineLogger } from 'toolgate/model';

/** Tells the caller that the model failed, and why: a wrong key, a server that is not there. */
@Catch(ChatModelException, ChatTurnException)
export class ChatFailureFilter extends BaseExceptionFilter {
  private readonly logger = new LineLogger('SupportDesk');

  override catch(exception: ChatModelException | ChatTurnException, host: ArgumentsHost): void {
    this.logger.error(exception.message);
    super.catch(new BadGatewayException(exception.message), host);
  }
}
