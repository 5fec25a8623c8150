import { expect, it } from 'vitest';
import { ChatMemory, ChatMemoryRepository, ChatModel } from 'toolgate';
import { assistantMessage, hasToolCalls, type Message, systemMessage, userMessage } from 'toolgate/model';
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

it('a memory whose turns each have a system message returns that of the last one, and as many messages as fit', async () => {
  const { app } = await boot({ options: { memory: { maxMessages: 5 } } });
  const memory = app.get(ChatMemory);
  const remember = (turn: number, ...system: readonly string[]) =>
    memory.append('c', `turn ${turn}`, [
      ...system.map((text) => systemMessage(text)),
      userMessage(`question ${turn}`),
      assistantMessage(`answer ${turn}`),
    ]);
  for (const turn of [1, 2, 3, 4]) await remember(turn, 'Answer in French.');
  expect(told(await memory.get('c'))).toEqual([
    'user: question 3',
    'assistant: answer 3',
    'system: Answer in French.',
    'user: question 4',
    'assistant: answer 4',
  ]);

  await remember(5, 'Answer in English.', 'Be brief.');
  await remember(6);
  expect(told(await memory.get('c'))).toEqual([
    'system: Answer in English.',
    'system: Be brief.',
    'user: question 6',
    'assistant: answer 6',
  ]);
  expect(told(await app.get(ChatMemoryRepository).find('c'))).toContain('system: Answer in French.');
});
