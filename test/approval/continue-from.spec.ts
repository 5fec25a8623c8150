import { describe, expect, it } from 'vitest';
import { ChatClient, InMemoryApprovalStore, type Message } from 'toolgate';
import { hasToolCalls, userMessage } from 'toolgate/model';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { ToolCallingManager } from 'toolgate/tool';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { expectPaired, waits } from './waiting.fixture.js';

const OURS = { toolCallingAdvisorAutoRegister: false };
const find = callsTools(toolCall('find', { order: 'A-1' }));
const refund = callsTools(toolCall('refund', { order: 'A-1', amount: 7 }));

/** A custom loop, which passes the turn on when a call waits for a person. */
const ask = async (chat: ChatClient, manager: ToolCallingManager, mode: 'call' | 'stream') => {
  const options = { tools: [Desk] };
  let messages: readonly Message[] = [userMessage('Refund A-1')];
  for (;;) {
    const response = await chat.prompt({ messages, options }).advisors(OURS).call().chatResponse();
    if (!hasToolCalls(response)) throw new Error('The response contains no tool calls.');
    const result = await manager.executeToolCalls({ messages }, response, options);
    if (result.type === 'pending') {
      const prompt = chat.prompt({ messages, options }).conversation('c-1').continueFrom(response);
      return waits(mode === 'call' ? prompt.call() : prompt.stream());
    }
    messages = result.conversationHistory;
  }
};

describe.each(['call', 'stream'] as const)('a custom loop that receives pending, in a %s', (mode) => {
  it('passes the response on: the turn is saved and resumed like any other, and no model call is repeated', async () => {
    const model = new ScriptedChatModel([find, refund, 'Refunded.']);
    const store = new InMemoryApprovalStore();
    const { app, approvals, desk } = await bootDesk(model, { store });
    const chat = app.get(ChatClient);
    const { runId, first } = await ask(chat, app.get(ToolCallingManager), mode);
    expect(model.prompts).toHaveLength(2);
    expect(first).toMatchObject({ toolName: 'refund', arguments: { order: 'A-1', amount: 7 } });
    await approvals.decide(first.id, yes(first), { id: 'grace' });
    expect(await chat.resume(runId).call().content()).toBe('Refunded.');
    expect(desk.done.map((line) => line.split(' ')[0])).toEqual(['find', 'refund']);
    expect(model.prompts).toHaveLength(3);
    expectPaired(model);
    await app.close();
  });
});

it('continueFrom() rejects a value that is not a response with tool calls', async () => {
  const chat = ChatClient.create(new ScriptedChatModel(['Hi']));
  const response = await chat.prompt('Hi').call().chatResponse();
  const problem = 'Pass a response of the model that calls tools, as chatResponse() returns it.';
  expect(() => chat.prompt('Hi').continueFrom(response)).toThrow(`continueFrom() received`);
  expect(() => chat.prompt('Hi').continueFrom(undefined as never)).toThrow(problem);
  expect(() => chat.prompt({ text: 'Hi', continueFrom: 'x' } as never)).toThrow(problem);
});
