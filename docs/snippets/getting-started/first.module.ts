// #region first
import { openai } from '@ai-sdk/openai';
import { Body, Controller, Injectable, Module, Post } from '@nestjs/common';
import { ChatClient, Tool, ToolgateModule, ToolParam } from 'toolgate';
import { aiSdkChatModel } from 'toolgate/ai-sdk';

@Injectable()
class Orders {
  @Tool({ description: 'Look an order up by its number' })
  findOrder(@ToolParam({ description: 'Order number, such as A-1042' }) orderNumber: string) {
    return { orderNumber, status: 'delivered', amount: 80 };
  }
}

@Controller()
class ChatController {
  constructor(private readonly chat: ChatClient) {}

  @Post('chat')
  async ask(@Body('message') message: unknown) {
    return { answer: await this.chat.prompt(String(message)).tools(Orders).call().content() };
  }
}

@Module({
  imports: [ToolgateModule.forRoot({ model: aiSdkChatModel(openai('gpt-5-mini')) })],
  controllers: [ChatController],
  providers: [Orders],
})
export class AppModule {}
// #endregion
