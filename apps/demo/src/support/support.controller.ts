import {
  Controller,
  Delete,
  ForbiddenException,
  Get,
  Param,
  Post,
  Req,
  Res,
  UnauthorizedException,
} from '@nestjs/common';
import { ChatClient } from 'toolgate';
import type { Approver } from 'toolgate/approval';
import {
  ChatBody,
  PrincipalResolver,
  UiChat,
  type UiChatAgent,
  type UiChatPerson,
  type UiMessage,
} from 'toolgate/http';
import { SupportDesk } from '../desk/support-desk.tools.js';
import { SavedChats } from './saved-chats.js';

/** Names the conversation of a chat. It contains the person, because a client chooses the id of its chat. */
const conversationOf = ({ by, chat }: UiChatPerson): string => `${by.id}/${chat}`;

/** A person of the desk works for every shop, and chats with none. */
const shopOf = ({ tenant }: Approver): string => {
  if (typeof tenant === 'string') return tenant;
  throw new ForbiddenException('Only customers chat with the desk.');
};

/** Answers the chat of the page: the stock client of the AI SDK, on behalf of the customer who is signed in. */
@Controller('support')
export class SupportController {
  private readonly agent: UiChatAgent;

  constructor(
    client: ChatClient,
    private readonly ui: UiChat,
    private readonly principals: PrincipalResolver,
    private readonly saved: SavedChats,
  ) {
    this.agent = {
      client,
      prompt: (prompt, { by }) => prompt.tools(SupportDesk).toolContext({ tenant: shopOf(by), user: by.id }),
      conversation: conversationOf,
    };
  }

  @Post()
  @ChatBody()
  post(@Res() response: object): Promise<void> {
    return this.ui.post(response, this.agent);
  }

  @Get(':id/stream')
  stream(@Res() response: object): Promise<void> {
    return this.ui.stream(response, this.agent);
  }

  @Delete(':id')
  abort(@Res() response: object): Promise<void> {
    return this.ui.abort(response, this.agent);
  }

  /** Returns the messages of the turns that have ended, for a page that is loaded again. */
  @Get(':id')
  async messages(@Param('id') chat: string, @Req() request: object): Promise<readonly UiMessage[]> {
    const principal = await this.principals.principal(request);
    if (!principal) throw new UnauthorizedException();
    const { approver: by } = principal;
    return this.saved.messages({ conversation: conversationOf({ by, chat }), tenant: shopOf(by) }, by);
  }
}
