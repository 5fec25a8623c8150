import { expect, it } from 'vitest';
import { ChatClient } from 'toolgate';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { rejectionOf } from '../chat/chat.fixture.js';
import { lastTexts } from '../story.fixture.js';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { expectPaired, onEveryStore, waits } from './waiting.fixture.js';

const refund = (order: string) => toolCall('refund', { order, amount: 5 }, `call-${order}`);
const LIMIT =
  'Tools were called once in this turn, which is the limit. No further tool calls are allowed in this turn.';

onEveryStore('a turn whose limits were lowered while it waited', (open) => {
  it.each([
    ['stop', LIMIT, 'CANCELLED the turn ended without it'],
    ['report', 'Done.', `REVOKED ${LIMIT}`],
  ] as const)(
    'runs the approved calls within the limit, and states the end of the others: %s',
    async (onBreach, answer, end) => {
      const store = await open();
      const model = new ScriptedChatModel([callsTools(refund('A-1'), refund('A-2')), 'Done.']);
      const client = { tools: [Desk] };
      const before = await bootDesk(model, { store, client });
      const { runId, approvals } = await waits(before.app.get(ChatClient).prompt('Refund both').call());
      for (const approval of approvals) await before.approvals.decide(approval.id, yes(approval), { id: 'grace' });
      const toolCalling = { limits: { totalCalls: 1, onBreach } };
      const { app, desk, ...after } = await bootDesk(model, { store, client, toolCalling });
      expect(await app.get(ChatClient).resume(runId).call().content()).toBe(answer);
      expect(desk.done).toEqual([expect.stringContaining('refund A-1')]);
      const records = await Promise.all(approvals.map(({ id }) => after.approvals.get(id)));
      expect(records.map(({ status, decisionReason = '' }) => `${status} ${decisionReason}`)).toEqual([
        'SUCCEEDED ',
        end,
      ]);
      expectPaired(model);
      await Promise.all([before.app.close(), app.close()]);
    },
  );
});

onEveryStore('a turn whose limits were lowered after its calls ran', (open) => {
  it('sends the model their results', async () => {
    const store = await open();
    const twice = ['one', 'two'].map((id) => toolCall('refund', { order: 'A-1', amount: 5 }, id));
    const model = new ScriptedChatModel([callsTools(...twice), new Error('The model is down.'), 'Done.']);
    const client = { tools: [Desk] };
    const before = await bootDesk(model, { store, client, retry: false });
    const { runId, approvals } = await waits(before.app.get(ChatClient).prompt('Refund both').call());
    for (const approval of approvals) await before.approvals.decide(approval.id, yes(approval), { id: 'grace' });
    await rejectionOf(before.app.get(ChatClient).resume(runId).call().content());
    const { app } = await bootDesk(model, { store, client, toolCalling: { limits: { repeatedCalls: 1 } } });
    expect(await app.get(ChatClient).resume(runId).call().content()).toBe('Done.');
    expect(lastTexts(model)).toEqual(['Refunded 5 for A-1', 'Refunded 5 for A-1']);
    await Promise.all([before.app.close(), app.close()]);
  });
});

onEveryStore('a turn whose limits were raised while it waited', (open) => {
  it('runs no call that a limit had kept from the gate, and states why', async () => {
    const store = await open();
    const model = new ScriptedChatModel([callsTools(refund('A-1'), refund('A-2')), 'Done.']);
    const client = { tools: [Desk] };
    const before = await bootDesk(model, { store, client, toolCalling: { limits: { totalCalls: 1 } } });
    const { runId, first, approvals } = await waits(before.app.get(ChatClient).prompt('Refund both').call());
    expect(approvals).toHaveLength(1);
    await before.approvals.decide(first.id, yes(first), { id: 'grace' });
    const { app, desk } = await bootDesk(model, { store, client });
    expect(await app.get(ChatClient).resume(runId).call().content()).toBe('Done.');
    expect(desk.done).toEqual([expect.stringContaining('refund A-1')]);
    expect(lastTexts(model)).toEqual([
      'Refunded 5 for A-1',
      'Tool execution was denied: it was above a limit of its turn, which has been raised since',
    ]);
    await Promise.all([before.app.close(), app.close()]);
  });
});
