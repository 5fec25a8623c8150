// #region test
import { Injectable, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { ChatClient, ChatModel, Tool, ToolApprovalStrategy, ToolgateModule } from 'toolgate';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';

@Injectable()
class Refunds {
  readonly done: string[] = [];

  @Tool({ description: 'Refund an order', requiresApproval: true })
  refund(orderNumber: string): void {
    this.done.push(orderNumber);
  }
}

@Module({ imports: [ToolgateModule.forRoot({})], providers: [Refunds] })
class AppModule {}

export async function refundIsRejected() {
  const model = new ScriptedChatModel([callsTools(toolCall('refund', { orderNumber: 'A-1042' })), 'I could not.']);
  const app = await Test.createTestingModule({ imports: [AppModule] })
    .overrideProvider(ChatModel)
    .useValue(model)
    .overrideProvider(ToolApprovalStrategy)
    .useValue(ToolApprovalStrategy.alwaysReject('not today'))
    .compile();

  await app.get(ChatClient).prompt('Refund A-1042').tools(Refunds).call().content();
  return { model, done: app.get(Refunds).done };
}
// #endregion

// #region keyless
import { Body, Controller, Post } from '@nestjs/common';
import { textOf } from 'toolgate/model';
import type { ScriptedAnswer } from 'toolgate/testing';

@Injectable()
class Orders {
  @Tool({ description: 'Look an order up by its number' })
  findOrder(orderNumber: string): string {
    return `${orderNumber} was delivered`;
  }
}

const answer: ScriptedAnswer = ({ messages }) => {
  const last = messages.at(-1)!;
  if (last.role === 'tool') {
    const { output } = last.content[0]!;
    return output.type === 'text' ? output.text : JSON.stringify(output);
  }
  const [orderNumber] = /A-\d+/.exec(textOf(last)) ?? [];
  return orderNumber ? callsTools(toolCall('findOrder', { orderNumber })) : 'Which order?';
};

@Controller()
class ChatController {
  constructor(private readonly chat: ChatClient) {}

  @Post('chat')
  async ask(@Body('message') message: unknown) {
    return { answer: await this.chat.prompt(String(message)).tools(Orders).call().content() };
  }
}

@Module({
  imports: [ToolgateModule.forRoot({ model: new ScriptedChatModel(Array<ScriptedAnswer>(1000).fill(answer)) })],
  controllers: [ChatController],
  providers: [Orders],
})
class KeylessModule {}
// #endregion

const keyless = async (): Promise<unknown> => {
  const testing = await Test.createTestingModule({ imports: [KeylessModule] }).compile();
  const app = testing.createNestApplication({ logger: false });
  await app.listen(0, '127.0.0.1');
  const body = JSON.stringify({ message: 'Where is order A-1042?' });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${await app.getUrl()}/chat`, { method: 'POST', headers, body });
  await app.close();
  return response.json();
};

export const run = async (): Promise<unknown> => {
  const { model, done } = await refundIsRejected();
  const answered = model.prompts[1]!.messages.at(-1)!;
  return { done, result: answered.role === 'tool' && answered.content[0]!.outcome, keyless: await keyless() };
};
