// #region server
import { openai } from '@ai-sdk/openai';
import { Controller, Module } from '@nestjs/common';
import { HumanApprovalStrategy, InMemoryApprovalStore, presentRequesters } from 'toolgate';
import { Tool, type ToolContext, ToolgateModule } from 'toolgate';
import { aiSdkChatModel } from 'toolgate/ai-sdk';
import { ApprovalsHttpModule, developmentPrincipals, type UiChatAgent, UiChatController } from 'toolgate/http';

class Shop {
  @Tool({ description: 'Refund an order', requiresApproval: true })
  refund(orderNumber: string, amount: number) {
    return { orderNumber, refunded: amount };
  }
}

@Controller('api/chat')
class ChatController extends UiChatController {
  prompt: UiChatAgent['prompt'] = (prompt, { by }) => prompt.tools(Shop).toolContext({ user: by.id });
}

const requester = presentRequesters(({ data }: ToolContext<{ user: string }>) => ({ id: data.user }));
const approval = { strategy: new HumanApprovalStrategy(), requester, store: new InMemoryApprovalStore() };
const model = aiSdkChatModel(openai('gpt-5-mini'));

@Module({
  imports: [ToolgateModule.forRoot({ model, memory: true, approval }), ApprovalsHttpModule.forRoot({ inbox: true })],
  controllers: [ChatController],
  providers: [Shop, developmentPrincipals([{ id: 'ann', name: 'Ann' }])],
})
export class AppModule {}
// #endregion
