// #region declare
import { openai } from '@ai-sdk/openai';
import { Injectable, Module } from '@nestjs/common';
import { Tool, ToolgateModule } from 'toolgate';
import { aiSdkChatModel } from 'toolgate/ai-sdk';
import { ObservabilityModule } from 'toolgate/observability';

@Injectable()
class Orders {
  @Tool({ description: 'Find an order' })
  findOrder(order: string) {
    return `${order}: 2 lamps`;
  }
}

@Module({
  imports: [ToolgateModule.forRoot({ model: aiSdkChatModel(openai('gpt-5-mini')) }), ObservabilityModule],
  providers: [Orders],
})
class AppModule {}
// #endregion
import { Test } from '@nestjs/testing';
import { ChatClient, ChatModel, type Prompt } from 'toolgate';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';

const script = new ScriptedChatModel([callsTools(toolCall('findOrder', { order: 'A-1' })), 'Two lamps.']);

// #region model
class HouseModel extends ChatModel {
  override readonly modelName = { provider: 'house', modelId: 'small-1' };
  call = (prompt: Prompt) => script.call(prompt);
  stream = (prompt: Prompt) => script.stream(prompt);
}
// #endregion

// #region redact
@Module({
  imports: [
    ObservabilityModule.forRoot({
      toolContent: true,
      messageContent: true,
      approvalReason: true,
      redact: (text) => text.replaceAll(/\b\d{16}\b/g, '[card]'),
    }),
  ],
})
class TellingModule {}
// #endregion

// #region sdk
import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';

const spans = new InMemorySpanExporter();

const startSdk = () => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }));
};
// #endregion

export const examples = [TellingModule];

export const run = async (): Promise<unknown> => {
  startSdk();
  const app = await Test.createTestingModule({ imports: [AppModule] })
    .overrideProvider(ChatModel)
    .useValue(new HouseModel())
    .compile();
  await app.get(ChatClient).prompt('What is in A-1?').tools(Orders).call().content();
  const ended = spans.getFinishedSpans();
  trace.disable();
  context.disable();
  const [tool] = ended.filter(({ name }) => name.startsWith('execute_tool'));
  return { ended: ended.map(({ name }) => name), tool: tool!.attributes };
};
