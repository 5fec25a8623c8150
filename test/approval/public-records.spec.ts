import { describe, expect, it } from 'vitest';
import { ChatClient } from 'toolgate';
import { type ApprovalStore, InMemoryApprovalStore } from 'toolgate/approval';
import { callsTools, ScriptedChatModel, toolCall, VirtualClock } from 'toolgate/testing';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { onEveryStore, waits } from './waiting.fixture.js';

const MINUTE = 60_000;
const refund = toolCall('refund', { order: 'A-1', amount: 70 }, 'c1');

const start = async (store: ApprovalStore) => {
  const booted = await bootDesk(new ScriptedChatModel([callsTools(refund), 'Done.']), { store });
  const ask = () => booted.app.get(ChatClient).prompt('Refund A-1').tools(Desk).call();
  return { ...booted, ask };
};

/** Every property name in a value, at any depth. */
const namesIn = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, entry]) => [...(Array.isArray(value) ? [] : [name]), ...namesIn(entry)])
    : [];

/** The record fields that hold a time. */
const TIMES = ['at', 'until', 'createdAt', 'updatedAt', 'settledAt', 'expiresAt', 'approvalExpiresAt', 'dueAt'];

const timesIn = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, entry]) => (TIMES.includes(name) ? [entry] : timesIn(entry)))
    : [];

onEveryStore('the record that the approval service returns', (open) => {
  it('names a run, an approval, a call and a tool as the outcome of the turn does', async () => {
    const { app, approvals, ask } = await start(await open());
    const { runId, first } = await waits(ask());
    expect(first).toMatchObject({ toolCallId: 'c1', toolName: 'refund' });
    const approval = await approvals.get(first.id);
    expect(approval).toMatchObject({ id: first.id, runId, toolCallId: 'c1', toolName: 'refund' });
    // A list leaves out what only a form needs.
    const { inputSchema: _, toolChanged: __, ...listed } = approval;
    expect((await approvals.list({ runId })).items).toEqual([listed]);
    const run = await approvals.runs.get(runId);
    expect(run).toMatchObject({ id: runId, slots: [{ toolCallId: 'c1', toolName: 'refund', approvalId: first.id }] });
    const events = await approvals.runs.events(runId);
    expect(events).toMatchObject([
      { runId, approvalId: first.id, type: 'PENDING' },
      { runId, type: 'SUSPENDED' },
    ]);
    const names = namesIn([approval, run, events]);
    for (const name of ['callId', 'tool', 'run', 'approval', 'schema']) expect(names).not.toContain(name);
    await app.close();
  });

  it('has its times in ISO 8601, by the clock of the store', async () => {
    const clock = new VirtualClock();
    const asked = new Date(clock.now()).toISOString();
    const { app, approvals, ask } = await start(await open(clock));
    const { runId, first } = await waits(ask());
    clock.advance(MINUTE);
    const voted = new Date(clock.now()).toISOString();
    expect(await approvals.decide(first.id, yes(first), { id: 'grace' })).toMatchObject({
      createdAt: asked,
      updatedAt: voted,
      votes: [{ voter: 'grace', at: voted }],
    });
    const records = [await approvals.list(), await approvals.runs.list(), await approvals.runs.events(runId)];
    const times = timesIn(records);
    expect(times.length).toBeGreaterThan(10);
    for (const time of times) expect(time).toEqual(new Date(String(time)).toISOString());
    expect(await approvals.runs.get(runId)).toMatchObject({ createdAt: asked, settledAt: voted, dueAt: voted });
    await app.close();
  });
});

describe('a record in a store', () => {
  it('has its times in milliseconds', async () => {
    const clock = new VirtualClock();
    const store = new InMemoryApprovalStore(clock.now);
    const { app, ask } = await start(store);
    const { first } = await waits(ask());
    expect((await store.approval(first.id))!.createdAt).toBe(clock.now());
    await app.close();
  });
});
