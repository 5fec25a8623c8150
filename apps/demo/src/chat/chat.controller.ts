import { Body, Controller, HttpCode, type MessageEvent, Post, RequestMethod, Sse, UseFilters } from '@nestjs/common';
import { concat, defer, map, mergeMap, type Observable } from 'rxjs';
import { ChatClient } from 'toolgate';
import { ApprovalExceptionFilter, ToolApprovalPendingFilter } from 'toolgate/approval';
import { SupportDesk } from '../desk/support-desk.tools.js';
import { Customer } from '../people/customer.decorator.js';
import { chatEventsOf, type ChatOutcome, outcomeEventOf } from './chat-event.js';
import { ChatFailureFilter } from './chat-failure.filter.js';
import { ChatRequestDto } from './chat-request.dto.js';

/** Sends messages of a customer to the support desk. */
@Controller('chat')
@UseFilters(ToolApprovalPendingFilter, ApprovalExceptionFilter, ChatFailureFilter)
export class ChatController {
  constructor(private readonly chat: ChatClient) {}

  /** If the turn waits for a person, the filter answers with 202, the run and its approvals. */
  @Post()
  @HttpCode(200)
  async ask(@Body() request: ChatRequestDto, @Customer() user: string): Promise<ChatOutcome> {
    return { status: 'completed', content: await this.prompt(request, user).call().content() };
  }

  /** The same as a stream: texts as the model writes them, the outcome of each tool call, and the end of the turn. */
  @Sse('stream', { method: RequestMethod.POST })
  stream(@Body() request: ChatRequestDto, @Customer() user: string): Observable<MessageEvent> {
    const stream = this.prompt(request, user).stream();
    const outcome = defer(() => stream.outcome()).pipe(map(outcomeEventOf));
    return concat(stream.events().pipe(mergeMap(chatEventsOf)), outcome).pipe(map((data) => ({ data })));
  }

  private prompt({ message, conversationId, tenant }: ChatRequestDto, user: string) {
    // Two tenants may use the same id: the requester resolver names the tenant, which separates their conversations.
    return this.chat.prompt(message).tools(SupportDesk).toolContext({ tenant, user }).conversation(conversationId);
  }
}
