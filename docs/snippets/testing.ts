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

export const run = async (): Promise<unknown> => {
  const { model, done } = await refundIsRejected();
  const answered = model.prompts[1]!.messages.at(-1)!;
  return { done, result: answered.role === 'tool' && answered.content[0]!.outcome };
};
