import { Body, Controller, HttpCode, Post, UseFilters } from '@nestjs/common';
import { ChatClient, type TurnOutcome } from 'toolgate';
import { SupportDesk } from '../desk/support-desk.tools.js';
import { ChatFailureFilter } from './chat-failure.filter.js';
import { ChatRequestDto } from './chat-request.dto.js';

/** What became of a message. */
export type ChatAnswer = Pick<TurnOutcome, 'status' | 'content'>;

/** Where a person talks to the support desk. */
@Controller('chat')
@UseFilters(ChatFailureFilter)
export class ChatController {
  constructor(private readonly chat: ChatClient) {}

  @Post()
  @HttpCode(200)
  async ask(@Body() { message, conversationId, tenant }: ChatRequestDto): Promise<ChatAnswer> {
    const { status, content } = await this.chat
      .prompt(message)
      .tools(SupportDesk)
      .toolContext({ tenant })
      .conversation(conversationId)
      .call()
      .outcome();
    return { status, content };
  }
}
