import { Controller, Get, Post, Res } from '@nestjs/common';
import { ChatClient } from 'toolgate';
import { ChatBody, UiChat, type UiChatAgent } from 'toolgate/http';
import { SupportDesk } from '../desk/support-desk.tools.js';

/** Answers the chat of the page: the stock client of the AI SDK, on behalf of the customer who is signed in. */
@Controller('support')
export class SupportController {
  private readonly agent: UiChatAgent;

  constructor(
    client: ChatClient,
    private readonly ui: UiChat,
  ) {
    this.agent = {
      client,
      prompt: (prompt, { by }) => prompt.tools(SupportDesk).toolContext({ tenant: by.tenant ?? '', user: by.id }),
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
}
