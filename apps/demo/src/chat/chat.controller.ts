import { Body, Controller, HttpCode, type MessageEvent, Post, RequestMethod, Sse, UseFilters } from '@nestjs/common';
import { mergeMap, type Observable } from 'rxjs';
import { ChatClient, type TurnOutcome } from 'toolgate';
import { SupportDesk } from '../desk/support-desk.tools.js';
import { chatEventsOf } from './chat-event.js';
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
  async ask(@Body() request: ChatRequestDto): Promise<ChatAnswer> {
    const { status, content } = await this.prompt(request).call().outcome();
    return { status, content };
  }

  /** The same while it happens: texts as they are written, and what became of each tool call. */
  @Sse('stream', { method: RequestMethod.POST })
  stream(@Body() request: ChatRequestDto): Observable<MessageEvent> {
    const events = this.prompt(request).stream().events();
    return events.pipe(mergeMap((part) => chatEventsOf(part).map((data) => ({ data }))));
  }

  private prompt({ message, conversationId, tenant }: ChatRequestDto) {
    // Two tenants may use the same id, and must never read each other's conversation.
    const conversation = JSON.stringify([tenant, conversationId]);
    return this.chat.prompt(message).tools(SupportDesk).toolContext({ tenant }).conversation(conversation);
  }
}
