// #region declare
import { Injectable, Module } from '@nestjs/common';
import { Tool, ToolCallback, ToolContext } from 'toolgate';
import { ToolVisibility } from 'toolgate/tool';

@Injectable()
class Orders {
  @Tool({ description: 'Find an order', tags: ['orders', 'read'] })
  findOrder(orderNumber: string) {
    return `Order ${orderNumber}`;
  }

  @Tool({ description: 'Cancel an order', tags: ['orders', 'write'] })
  cancelOrder(orderNumber: string) {
    return `Cancelled ${orderNumber}`;
  }
}

@Injectable()
class ByRole extends ToolVisibility {
  isVisible(tool: ToolCallback, context: ToolContext): boolean {
    return !tool.metadata.tags?.includes('write') || context.data['role'] === 'clerk';
  }
}

@Module({ providers: [Orders, { provide: ToolVisibility, useClass: ByRole }] })
class OrdersModule {}
// #endregion
import { Test } from '@nestjs/testing';
import { ChatClient, ToolgateModule } from 'toolgate';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { tagged } from 'toolgate/tool';

export const run = async (): Promise<unknown> => {
  const model = new ScriptedChatModel([
    callsTools(toolCall('cancelOrder', { orderNumber: 'A-1' })),
    'I cannot.',
    'Hello.',
    'Hello.',
    'Hello.',
    callsTools(toolCall('findOrder', { orderNumber: 'A-1' })),
    'Found.',
  ]);
  const app = await Test.createTestingModule({ imports: [ToolgateModule.forRoot({ model }), OrdersModule] }).compile();
  const chat = app.get(ChatClient);
  // #region use
  await chat.prompt('Cancel A-1').tools(Orders).toolContext({ role: 'guest' }).call().content();
  await chat.prompt('Hello').tools('find*').call().content();
  await chat.prompt('Hello').tools(tagged('orders')).toolContext({ role: 'clerk' }).call().content();
  await chat.prompt('Hello').tools('findOrder').call().content();
  // #endregion
  // #region require
  await chat
    .prompt('Where is A-1?')
    .tools(Orders)
    .options({ toolChoice: { type: 'required' } })
    .call()
    .content();
  // #endregion
  const last = model.prompts[1]!.messages.at(-1)!;
  return {
    sent: [0, 2, 3, 4].map((index) => model.prompts[index]!.tools?.map(({ name }) => name)),
    choices: [5, 6].map((index) => model.prompts[index]!.options?.toolChoice?.type),
    result: last.role === 'tool' && last.content.map(({ output }) => output),
  };
};
