import { expect, it } from 'vitest';
import { ChatMemory, ChatModel } from 'toolgate';
import { hasToolCalls, type Message, userMessage } from 'toolgate/model';
import { callsTools, toolCall } from 'toolgate/testing';
import { ToolCallingManager } from 'toolgate/tool';
import { assertPaired } from '../chat/chat.fixture.js';
import { boot } from '../story.fixture.js';
import { Refunds, told } from './memory.fixture.js';

it('a custom loop of a model, a manager and a memory remembers each step', async () => {
  const { app, model: script } = await boot({
    script: [
      callsTools(toolCall('refund', { orderNumber: 'A-1' })),
      callsTools(toolCall('refund', { orderNumber: 'A-2' })),
      'Both are.',
    ],
    providers: [Refunds],
  });
  const [model, manager, memory] = [app.get(ChatModel), app.get(ToolCallingManager), app.get(ChatMemory)];
  const options = { tools: [Refunds] };
  const tools = await manager.resolveToolDefinitions(options);
  let steps = 0;
  const remember = (...messages: readonly Message[]) => memory.append('c', `step ${steps++}`, messages);
  const ask = async () => model.call({ messages: await memory.get('c'), tools });

  await remember(userMessage('Refund both'));
  let response = await ask();
  while (hasToolCalls(response)) {
    const result = await manager.executeToolCalls({ messages: await memory.get('c') }, response, options);
    if (result.type === 'executed') await remember(response.message, result.conversationHistory.at(-1)!);
    response = await ask();
  }
  await remember(response.message);

  expect(app.get(Refunds).refunded).toEqual(['A-1', 'A-2']);
  for (const { messages } of script.prompts) assertPaired(messages);
  expect(told(await memory.get('c'))).toEqual([
    'user: Refund both',
    'assistant calls refund',
    'tool: success',
    'assistant calls refund',
    'tool: success',
    'assistant: Both are.',
  ]);
});
