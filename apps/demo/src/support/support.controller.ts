import { Controller, ForbiddenException, Get, Param, Req, UnauthorizedException } from '@nestjs/common';
import type { Approver } from 'toolgate/approval';
import {
  PrincipalResolver,
  type UiChatAgent,
  UiChatController,
  type UiChatPerson,
  type UiMessage,
} from 'toolgate/http';
import { describeBrowser } from '../desk/describe-browser.js';
import { SupportDesk } from '../desk/support-desk.tools.js';
import { SavedChats } from './saved-chats.js';

/** Names the conversation of a chat. It contains the person, because a client chooses the id of its chat. */
const conversationOf = ({ by, chat }: UiChatPerson): string => `${by.id}/${chat}`;

/** Returns the shop of a customer. A person of the desk has no single shop, and may not chat. */
const shopOf = ({ tenant }: Approver): string => {
  if (typeof tenant === 'string') return tenant;
  throw new ForbiddenException('Only customers chat with the desk.');
};

/** Answers the chat of the page: the stock client of the AI SDK, on behalf of the customer who is signed in. */
@Controller('support')
export class SupportController extends UiChatController {
  override readonly conversation = conversationOf;
  readonly prompt: UiChatAgent['prompt'] = (prompt, { by }) =>
    prompt.tools(SupportDesk, describeBrowser).toolContext({ tenant: shopOf(by), user: by.id });

  constructor(
    private readonly principals: PrincipalResolver,
    private readonly saved: SavedChats,
  ) {
    super();
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
