import { Body, Controller, HttpCode, type MessageEvent, Post, RequestMethod, Sse, UseFilters } from '@nestjs/common';
import { concat, defer, map, mergeMap, type Observable } from 'rxjs';
import { ChatClient } from 'toolgate';
import { ApprovalExceptionFilter, ToolApprovalPendingFilter } from 'toolgate/approval';
import { SupportDesk } from '../desk/support-desk.tools.js';
import { Customer } from '../people/customer.decorator.js';
import { chatEventsOf, type ChatOutcome, outcomeEventOf } from './chat-event.js';
import { ChatFailureFilter } from './chat-failure.filter.js';
import { ChatRequestDto } from './chat-request.dto.js';

/** Where a person talks to the support desk. */
@Controller('chat')
@UseFilters(ToolApprovalPendingFilter, ApprovalExceptionFilter, ChatFailureFilter)
export class ChatController {
  constructor(private readonly chat: ChatClient) {}

  /** A turn that waits for a person is told by the filter: 202, its run and its approvals. */
  @Post()
  @HttpCode(200)
  async ask(@Body() request: ChatRequestDto, @Customer() user: string): Promise<ChatOutcome> {
    return { status: 'completed', content: await this.prompt(request, user).call().content() };
  }

  /** The same while it happens: texts as they are written, what became of each tool call, and how it ended. */
  @Sse('stream', { method: RequestMethod.POST })
  stream(@Body() request: ChatRequestDto, @Customer() user: string): Observable<MessageEvent> {
    const stream = this.prompt(request, user).stream();
    const outcome = defer(() => stream.outcome()).pipe(map(outcomeEventOf));
    return concat(stream.events().pipe(mergeMap(chatEventsOf)), outcome).pipe(map((data) => ({ data })));
  }

  private prompt({ message, conversationId, tenant }: ChatRequestDto, user: string) {
    // Two tenants may use the same id: the resolver of requesters names the tenant, which keeps their conversations apart.
    return this.chat.prompt(message).tools(SupportDesk).toolContext({ tenant, user }).conversation(conversationId);
  }
}
