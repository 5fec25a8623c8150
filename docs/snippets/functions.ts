// #region function
import { functionTool } from 'toolgate';
import { z } from 'zod';

const convert = functionTool({
  name: 'convert',
  description: 'Convert an amount of money',
  parameters: z.object({ amount: z.number().positive(), to: z.enum(['EUR', 'USD']) }),
  tags: ['money'],
  run: ({ amount, to }, context) => ({ amount: amount * Number(context.data['rate']), currency: to }),
});
// #endregion
import { Injectable, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import {
  ChatClient,
  methodTool,
  provideFunctionTool,
  toolCallback,
  ToolCallbackProvider,
  ToolgateModule,
} from 'toolgate';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { toolCallbacksFrom } from 'toolgate/tool';

// #region one-line
const add = toolCallback({
  name: 'add',
  inputSchema: z.object({ a: z.number(), b: z.number() }),
  call: ({ a, b }) => a + b,
});
// #endregion

// #region service
@Injectable()
class Orders {
  find(orderNumber: string, lines = 10) {
    return { orderNumber, lines };
  }
}

const findOrder = provideFunctionTool('findOrder', {
  description: 'Look an order up by its number',
  parameters: z.object({ orderNumber: z.string() }),
  inject: [Orders],
  useFactory: (orders) => (input) => orders.find(input.orderNumber),
});
// #endregion

// #region method
const findLines = {
  provide: 'findLines',
  inject: [Orders],
  useFactory: (orders: Orders) =>
    methodTool(orders, 'find', {
      name: 'findLines',
      description: 'The lines of an order',
      inputSchema: {
        type: 'object',
        properties: { orderNumber: { type: 'string' }, lines: { type: 'integer', maximum: 50 } },
        required: ['orderNumber'],
      },
    }),
};
// #endregion

// #region provider
@Injectable()
class Reports extends ToolCallbackProvider {
  private readonly tools = ['daily', 'weekly'].map((name) =>
    functionTool({ name, description: `The ${name} report`, run: () => `The ${name} report is empty.` }),
  );

  toolCallbacks() {
    return this.tools;
  }
}

@Module({ providers: [Orders, findOrder, findLines, Reports, { provide: 'convert', useValue: convert }] })
class ShopModule {}
// #endregion

export const run = async (): Promise<unknown> => {
  const model = new ScriptedChatModel([
    callsTools(
      toolCall('convert', { amount: '40', to: 'USD' }),
      toolCall('findOrder', { orderNumber: 'A-1042' }),
      toolCall('findLines', { orderNumber: 'A-1042', lines: 80 }),
      toolCall('weekly'),
      toolCall('add', { a: 40, b: 2 }),
    ),
    'Done.',
  ]);
  const app = await Test.createTestingModule({ imports: [ToolgateModule.forRoot({ model }), ShopModule] }).compile();
  const chat = app.get(ChatClient);
  // #region use
  await chat
    .prompt('How much is order A-1042 in dollars?')
    .tools('convert', 'findOrder', 'findLines', 'weekly', add)
    .toolContext({ rate: 1.5 })
    .call()
    .content();
  // #endregion
  // #region outside
  const [tool] = toolCallbacksFrom(convert, new Reports());
  await tool!.call('{ "amount": 1, "to": "EUR" }');
  // #endregion
  const results = model.prompts[1]!.messages.at(-1)!;
  return results.role === 'tool' && results.content.map(({ toolName, output }) => [toolName, output]);
};
