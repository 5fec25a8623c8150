import { describe, expect, it } from 'vitest';
import { ChatClient, HumanApprovalStrategy, type ToolgateModuleOptions } from 'toolgate';
import {
  ApprovalDecisionException,
  type ApprovalRequirement,
  InMemoryApprovalStore,
  type StoredApproval,
} from 'toolgate/approval';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { rejectionOf } from '../chat/chat.fixture.js';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { onEveryStore, type OpenStore, waits } from './waiting.fixture.js';

const [GRACE, LINUS] = [{ id: 'grace' }, { id: 'linus' }];

const start = async (
  open: OpenStore,
  requirement: ApprovalRequirement = {},
  toolCalling: ToolgateModuleOptions['toolCalling'] = {},
) => {
  const store = await open();
  const model = new ScriptedChatModel([callsTools(toolCall('refund', { order: 'A-1', amount: 70 })), 'Done.']);
  const approval = { strategy: new HumanApprovalStrategy({ requirement }) };
  const booted = await bootDesk(model, { store, client: { tools: [Desk] }, approval, toolCalling });
  const { runId, first } = await waits(booted.app.get(ChatClient).prompt('Refund A-1').call());
  const { approvals } = booted;
  const decide = async (by: { id: string }, decisionId: string, change: object = {}) =>
    approvals.decide(first.id, { ...yes(await approvals.get(first.id), decisionId), ...change }, by);
  const late = (number: number, reason: string) => decide(LINUS, `late-${number}`, { decision: 'reject', reason });
  /** Writes a record that already has many decisions. */
  const age = (change: (approval: StoredApproval) => Partial<StoredApproval>) =>
    store.change(runId, (state) => ({
      approvals: state!.approvals.map((one) => ({ ...one, ...change(one) })),
      result: undefined,
    }));
  return { ...booted, store, runId, first, decide, late, age };
};

const commandsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `old-${index}`, hash: 'h'.repeat(43) }));

const refused = async (deciding: Promise<unknown>): Promise<{ problem?: string; message?: string }> =>
  (await rejectionOf(deciding)) as Error;

onEveryStore('the record of the decisions', (open) => {
  it('is limited to 50 late rejections; a further one is refused, and a stored one may be sent again', async () => {
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
    expect(full).toMatchObject(await late(7, 'I would not'));
    await app.close();
  });

  it('is limited to 64 KiB of late rejections, counted in bytes', async () => {
    const { app, approvals, first, decide, late } = await start(open);
    await decide(GRACE, 'yes');
    const outcomes: unknown[] = [];
    // A euro sign has three bytes.
    for (let number = 0; number < 10; number++) {
      outcomes.push(await late(number, '€'.repeat(10_000)).catch(({ problem }: { problem: string }) => problem));
    }
    expect(new Set(outcomes.slice(2))).toEqual(new Set(['too-many-decisions']));
    expect((await approvals.get(first.id)).notes).toHaveLength(2);
    await late(60, '€'.repeat(1500));
    expect(await refused(late(61, '€'.repeat(1000)))).toMatchObject({ problem: 'too-many-decisions' });
    await late(62, 'x'.repeat(1000));
    await app.close();
  });

  it('is limited to 1,000 decisions: a further vote that leaves the question open is refused', async () => {
    const { app, store, approvals, first, decide, age } = await start(open, { approvers: { quorum: 3 } });
    await age(() => ({ commands: commandsOf(999) }));
    await decide(GRACE, 'last');
    const full = await approvals.get(first.id);
    expect((await store.approval(first.id))!.commands).toHaveLength(1000);
    expect(await refused(decide(LINUS, 'more'))).toMatchObject({
      problem: 'too-many-decisions',
      message: expect.stringContaining('1000 decisions'),
    });
    expect(await approvals.get(first.id)).toEqual(full);
    expect(full).toMatchObject(await decide(GRACE, 'last'));
    await app.close();
  });

  it.each([
    ['approve', 'APPROVED'],
    ['reject', 'REJECTED'],
    ['respond', 'RESPONDED'],
  ])('never prevents a decision that ends the question: %s', async (decision, status) => {
    const { app, decide, age } = await start(open);
    await age(() => ({ commands: commandsOf(1000) }));
    const more = decision === 'respond' ? { response: 'Paid.' } : {};
    expect((await decide(GRACE, 'end', { decision, ...more })).status).toBe(status);
    await app.close();
  });

  it('is limited to 1 MiB of edited arguments; after that the current arguments must be decided', async () => {
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

const LONG = 'x'.repeat(10_000);

describe('the text of a decision', () => {
  it.each([
    ['a reason', { reason: `${LONG}x` }, 'Its reason has more than 10000 characters.'],
    ['a reason that is not a string', { reason: 7 }, 'Its reason is not a string.'],
    ['a response', { response: 'x'.repeat(1_000_000) }, 'Its response must have at most 1000000 bytes.'],
    [
      'a response of many values',
      { response: Array.from({ length: 10_000 }, () => 0) },
      'Its response must have at most 10000 values.',
    ],
    [
      'a response of many levels',
      { response: JSON.parse(`${'['.repeat(101)}${']'.repeat(101)}`) },
      'Its response must be nested at most 100 levels deep.',
    ],
    [
      'an answer',
      { decision: 'approve', response: undefined, answer: 'x'.repeat(1_000_000) },
      'Its answer must have at most 1000000 bytes.',
    ],
  ])('is refused if it is too large or not a string, and nothing changes: %s', async (_, more, detail) => {
    const { app, approvals, first, decide } = await start(async () => new InMemoryApprovalStore());
    const before = await approvals.get(first.id);
    const error = await refused(decide(GRACE, 'd', { decision: 'respond', response: 'Paid.', ...more }));
    expect(error).toBeInstanceOf(ApprovalDecisionException);
    expect(error).toMatchObject({ problem: 'bad-decision', message: expect.stringContaining(detail) });
    expect(await approvals.get(first.id)).toEqual(before);
    expect((await decide(GRACE, 'd', { decision: 'respond', response: LONG, reason: LONG })).status).toBe('RESPONDED');
    await app.close();
  });

  it('has the limit that the application configures for responses', async () => {
    const { app, decide } = await start(async () => new InMemoryApprovalStore(), {}, { arguments: { maxBytes: 100 } });
    const respond = (response: string) => decide(GRACE, 'd', { decision: 'respond', response });
    expect((await refused(respond('x'.repeat(99)))).message).toContain('Its response must have at most 100 bytes.');
    expect((await respond('x'.repeat(98))).status).toBe('RESPONDED');
    await app.close();
  });

  it('has the same limit as the reason of a cancellation', async () => {
    const { app, approvals, first, runId } = await start(async () => new InMemoryApprovalStore());
    const before = await approvals.get(first.id);
    for (const reason of [`${LONG}x`, 7 as never]) {
      const error = await refused(approvals.cancel(first.id, GRACE, reason));
      expect(error).toMatchObject({ problem: 'bad-decision', message: expect.stringContaining('Its reason ') });
      expect(await refused(approvals.runs.cancel(runId, GRACE, reason))).toMatchObject({
        name: 'RunOperationException',
        problem: 'bad-decision',
        message: expect.stringContaining(`The run ${runId} cannot be canceled: the reason `),
      });
    }
    expect(await approvals.get(first.id)).toEqual(before);
    expect((await approvals.cancel(first.id, GRACE, LONG)).status).toBe('CANCELLED');
    await app.close();
  });
});
