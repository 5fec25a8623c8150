// #region server
import { openai } from '@ai-sdk/openai';
import { Controller, Delete, Get, Module, Post, Res } from '@nestjs/common';
import { ChatClient, HumanApprovalStrategy, InMemoryApprovalStore, RequesterResolver } from 'toolgate';
import { Tool, type ToolContext, ToolgateModule } from 'toolgate';
import { aiSdkChatModel } from 'toolgate/ai-sdk';
import { ApprovalsHttpModule, ChatBody, developmentPrincipals, UiChat, type UiChatAgent } from 'toolgate/http';

class Shop {
  @Tool({ description: 'Refund an order', requiresApproval: true })
  refund(orderNumber: string, amount: number) {
    return { orderNumber, refunded: amount };
  }
}

class Users extends RequesterResolver {
  identify({ data }: ToolContext<{ user: string }>) {
    return { id: data.user };
  }

  rehydrate() {
    return { type: 'present' } as const;
  }
}

@Controller('chat')
class ChatController {
  private readonly agent: UiChatAgent;

  constructor(
    client: ChatClient,
    private readonly ui: UiChat,
  ) {
    this.agent = { client, prompt: (prompt, { by }) => prompt.tools(Shop).toolContext({ user: by.id }) };
  }

  @Post()
  @ChatBody()
  post(@Res() response: object) {
    return this.ui.post(response, this.agent);
  }

  @Get(':id/stream')
  stream(@Res() response: object) {
    return this.ui.stream(response, this.agent);
  }

  @Delete(':id')
  abort(@Res() response: object) {
    return this.ui.abort(response, this.agent);
  }
}

const approval = {
  strategy: new HumanApprovalStrategy(),
  requester: new Users(),
  store: new InMemoryApprovalStore(),
};

@Module({
  imports: [
    ToolgateModule.forRoot({ model: aiSdkChatModel(openai('gpt-5-mini')), memory: true, approval }),
    ApprovalsHttpModule.forRoot({ inbox: true }),
  ],
  controllers: [ChatController],
  providers: [Shop, developmentPrincipals([{ id: 'ann', name: 'Ann' }])],
})
export class AppModule {}
// #endregion
