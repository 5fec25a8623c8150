// #region throw
import { ConflictException, Injectable } from '@nestjs/common';
import { Tool, ToolParam } from 'toolgate';

@Injectable()
class Orders {
  @Tool({ description: 'Cancel an order' })
  cancel(@ToolParam({ description: 'Order number, such as A-1042' }) orderNumber: string) {
    if (orderNumber === 'A-7') throw new ConflictException('Order A-7 is on its way. Offer a return instead.');
    if (orderNumber === 'A-8') throw new Error('connect postgres://shop:hunter2@db:5432 failed');
    if (orderNumber === 'A-9') throw new TypeError("Cannot read properties of undefined (reading 'status')");
    return 'Cancelled';
  }

  @Tool({ description: 'Whether an order has arrived' })
  hasArrived(@ToolParam() orderNumber: string) {
    return orderNumber === 'A-1';
  }
}
// #endregion
import { Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { ChatClient, ToolgateModule, type ToolgateModuleOptions } from 'toolgate';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { ToolExecutionException, ToolExecutionExceptionProcessor } from 'toolgate/tool';

// #region options
class SignInRequired extends Error {}

const toolCalling: ToolgateModuleOptions['toolCalling'] = {
  rethrow: [SignInRequired],
  redact: [/\bDE\d{20}\b/],
  limits: {
    callsPerTool: 20,
    perTool: { cancel: 4, hasArrived: Infinity },
    repeatedCalls: 2,
    onBreach: 'report',
  },
};
// #endregion

// #region processor
class Apologies extends ToolExecutionExceptionProcessor {
  process(exception: ToolExecutionException): string {
    if (exception.cause instanceof SignInRequired) throw exception.cause;
    return `"${exception.toolName}" does not work today. Tell the customer that we will call back.`;
  }
}
// #endregion

@Module({ providers: [Orders], exports: [Orders] })
class OrdersModule {}

const start = async (options: ToolgateModuleOptions, providers: readonly object[] = []) => {
  const imports = [ToolgateModule.forRoot(options), OrdersModule];
  const module = Test.createTestingModule({ imports, providers: [...providers] as [] });
  const app = await module.setLogger({ log() {}, warn() {}, error() {} }).compile();
  await app.init();
  return app.get(ChatClient);
};

const resultsOf = ({ prompts }: ScriptedChatModel): unknown =>
  prompts
    .at(-1)!
    .messages.flatMap((message) => (message.role === 'tool' ? message.content : []))
    .map(({ outcome, output }) => [outcome.type, output.type === 'text' ? output.text : output]);

export const run = async (): Promise<unknown> => {
  const cancel = (orderNumber: string) => toolCall('cancel', { orderNumber });
  const arrived = toolCall('hasArrived', { orderNumber: 'A-3' });
  const model = new ScriptedChatModel([
    callsTools(cancel('A-7'), cancel('A-8'), cancel('A-9'), cancel('A-1'), cancel('A-2')),
    callsTools(arrived, arrived, arrived),
    'Done.',
  ]);
  const chat = await start({ model, toolCalling });
  await chat.prompt('Cancel my orders').tools(Orders).call().content();

  const other = new ScriptedChatModel([callsTools(cancel('A-8')), 'Sorry.']);
  const apologetic = await start({ model: other }, [{ provide: ToolExecutionExceptionProcessor, useClass: Apologies }]);
  await apologetic.prompt('Cancel A-8').tools(Orders).call().content();

  const eager = new ScriptedChatModel([callsTools(cancel('A-1'), cancel('A-2'))]);
  const careful = await start({ model: eager, client: { limits: { totalCalls: 20 } } });
  // #region limits
  const stopped = await careful
    .prompt('Cancel my orders')
    .tools(Orders)
    .limits({ perTool: { cancel: 1 } })
    .call()
    .chatResponse();
  // #endregion
  const stop = [stopped.finishReason.unified, ...stopped.metadata!.toolResults!.map(({ outcome }) => outcome.type)];
  return { results: resultsOf(model), apologies: resultsOf(other), stop };
};
