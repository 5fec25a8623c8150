import { describe, expect, it } from '@jest/globals';
import { ChatClient, HumanApprovalStrategy } from 'toolgate';
import { type Approval, type ApprovalRequirement, InMemoryApprovalStore } from 'toolgate/approval';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { rejectionOf } from '../chat/chat.fixture.js';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { onEveryStore, type OpenStore, waits } from './waiting.fixture.js';

const [GRACE, LINUS] = [{ id: 'grace' }, { id: 'linus' }];

const start = async (open: OpenStore, requirement: ApprovalRequirement = {}) => {
  const store = await open();
  const model = new ScriptedChatModel([callsTools(toolCall('refund', { order: 'A-1', amount: 70 })), 'Done.']);
  const approval = { strategy: new HumanApprovalStrategy({ requirement }) };
  const booted = await bootDesk(model, { store, client: { tools: [Desk] }, approval });
  const { runId, first } = await waits(booted.app.get(ChatClient).prompt('Refund A-1').call());
  const { approvals } = booted;
  const decide = async (by: { id: string }, decisionId: string, change: object = {}) =>
    approvals.decide(first.id, { ...yes(await approvals.get(first.id), decisionId), ...change }, by);
  const late = (number: number, reason: string) => decide(LINUS, `late-${number}`, { decision: 'reject', reason });
  /** Writes a record that has seen a lot already. */
  const age = (change: (approval: Approval) => Partial<Approval>) =>
    store.change(runId, (state) => ({
      approvals: state!.approvals.map((one) => ({ ...one, ...change(one) })),
      result: undefined,
    }));
  return { ...booted, first, decide, late, age };
};

const commandsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `old-${index}`, hash: 'h'.repeat(43) }));

const refused = async (deciding: Promise<unknown>): Promise<{ problem?: string; message?: string }> =>
  (await rejectionOf(deciding)) as Error;

onEveryStore('what is kept of decisions', (open) => {
  it('is 50 late rejections; a further one is refused, and one of them may be sent again', async () => {
    const { app, approvals, first, decide, late } = await start(open);
    await decide(GRACE, 'yes');
    for (let number = 0; number < 50; number++) await late(number, 'I would not');
    const full = await approvals.get(first.id);
    expect(full.notes).toHaveLength(50);
    expect(await refused(late(50, 'I would not'))).toMatchObject({
      problem: 'too-many-decisions',
      message: expect.stringContaining('50 notes'),
    });
    expect(await approvals.get(first.id)).toEqual(full);
    expect(await late(7, 'I would not')).toEqual(full);
    await app.close();
  });

  it('is 64 KiB of late rejections, counted in bytes', async () => {
    const { app, approvals, first, decide, late } = await start(open);
    await decide(GRACE, 'yes');
    const outcomes: unknown[] = [];
    for (let number = 0; number < 60; number++) {
      outcomes.push(await late(number, 'x'.repeat(100_000)).catch(({ problem }: { problem: string }) => problem));
    }
    expect(new Set(outcomes)).toEqual(new Set(['too-many-decisions']));
    expect((await approvals.get(first.id)).notes).toEqual([]);
    // A euro sign has three bytes.
    await late(60, '€'.repeat(21_000));
    expect(await refused(late(61, '€'.repeat(1000)))).toMatchObject({ problem: 'too-many-decisions' });
    await late(62, 'x'.repeat(1000));
    await app.close();
  });

  it('is 1,000 decisions: a further vote is refused that leaves the question open', async () => {
    const { app, approvals, first, decide, age } = await start(open, { approvers: { quorum: 3 } });
    await age(() => ({ commands: commandsOf(999) }));
    await decide(GRACE, 'last');
    const full = await approvals.get(first.id);
    expect(full.commands).toHaveLength(1000);
    expect(await refused(decide(LINUS, 'more'))).toMatchObject({
      problem: 'too-many-decisions',
      message: expect.stringContaining('1000 decisions'),
    });
    expect(await approvals.get(first.id)).toEqual(full);
    expect(await decide(GRACE, 'last')).toEqual(full);
    await app.close();
  });

  it.each([
    ['approve', 'APPROVED'],
    ['reject', 'REJECTED'],
    ['respond', 'RESPONDED'],
  ])('never keeps the question from being answered: %s', async (decision, status) => {
    const { app, decide, age } = await start(open);
    await age(() => ({ commands: commandsOf(1000) }));
    const more = decision === 'respond' ? { response: 'Paid.' } : {};
    expect((await decide(GRACE, 'end', { decision, ...more })).status).toBe(status);
    await app.close();
  });

  it('is 1 MiB of arguments that were changed: then they are decided as they are', async () => {
    const { app, decide, age } = await start(open, { allowEdit: true, approvers: { quorum: 2 } });
    const before = { order: 'x'.repeat(512 * 1024), amount: 70 };
    await age(() => ({ edits: [{ editor: 'grace', at: 0, before }] }));
    const edit = (decisionId: string, order: string) =>
      decide(GRACE, decisionId, { editedArguments: { order, amount: 1 } });
    expect((await edit('1', 'x'.repeat(512 * 1024))).revision).toBe(2);
    expect((await edit('2', 'A-1')).revision).toBe(3);
    expect(await refused(edit('3', 'A-2'))).toMatchObject({
      problem: 'too-many-decisions',
      message: expect.stringContaining('arguments'),
    });
    expect((await decide(LINUS, '4')).status).toBe('APPROVED');
    await app.close();
  });
});

describe('the id of a decision', () => {
  it('has 200 characters at most', async () => {
    const { app, decide } = await start(async () => new InMemoryApprovalStore());
    expect(await refused(decide(GRACE, 'x'.repeat(201)))).toMatchObject({ problem: 'bad-decision' });
    expect((await decide(GRACE, 'x'.repeat(200))).status).toBe('APPROVED');
    await app.close();
  });
});
