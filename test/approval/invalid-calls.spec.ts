import { expect, it } from 'vitest';
import { ChatClient } from 'toolgate';
import { assistantMessage } from 'toolgate/model';
import { ScriptedChatModel, toolCall } from 'toolgate/testing';
import { rejectionOf } from '../chat/chat.fixture.js';
import { bootDesk, Desk } from './approval.fixture.js';
import { onEveryStore } from './waiting.fixture.js';

const refund = toolCall('refund', { order: 'A-1', amount: 70 });
const find = toolCall('find', { order: 'A-1' });

onEveryStore('a call that the chat model of an application did not state as text', (open) => {
  it.each<[string, object, string]>([
    ['no id', { toolCallId: undefined }, '"toolCallId" is undefined'],
    ['a number as its id', { toolCallId: 5 }, '"toolCallId" is the number 5'],
    ['no tool', { toolName: undefined }, '"toolName" is undefined'],
    ['an object as its arguments', { input: { order: 'A-1', amount: 70 } }, '"input" is an object'],
  ])('fails the turn before anything is saved or run: %s', async (_, wrong, problem) => {
    const model = new ScriptedChatModel([assistantMessage([find, { ...refund, ...wrong }])]);
    const { app, desk, approvals } = await bootDesk(model, { store: await open() });
    expect(await rejectionOf(app.get(ChatClient).prompt('Refund').tools(Desk).call().outcome())).toHaveProperty(
      'message',
      `The turn failed: The response has a tool call whose ${problem}. Return { type: 'tool-call', toolCallId, toolName, input } from the chat model: strings, with the arguments as JSON text in input.`,
    );
    expect([desk.done, (await approvals.runs.list()).items]).toEqual([[], []]);
    await app.close();
  });
});
