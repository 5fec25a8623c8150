import { describe, expect, it } from 'vitest';
import { Injectable, type Provider } from '@nestjs/common';
import { ChatClient, ToolApprovalAuditor, ToolApprovalDecision } from 'toolgate';
import { hashOf } from '#approval';
import {
  type StoredApproval,
  type StoredApprovalQuery,
  type Approve,
  ApprovalDecisionException,
  type ApprovalHappening,
  InMemoryApprovalStore,
  type Page,
  type StoredSlot,
} from 'toolgate/approval';
import type { JsonObject } from 'toolgate/model';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { rejectionOf } from '../chat/chat.fixture.js';
import { lastTexts } from '../story.fixture.js';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { onEveryStore, type OpenStore, statusesOf, waits } from './waiting.fixture.js';

const GRACE = { id: 'grace' };
const ALTERED = { order: 'A-1', amount: 7_000_000 };

const refund = (order: string) => toolCall('refund', { order, amount: 70 }, `call-${order}`);
const find = toolCall('find', { order: 'A-3' });

@Injectable()
class Book extends ToolApprovalAuditor {
  readonly received: ApprovalHappening[] = [];

  decided(): void {}

  override happened(happening: ApprovalHappening): void {
    this.received.push(happening);
  }
}

const start = async (open: OpenStore, providers: Provider[] = []) => {
  const store = await open();
  const edits: unknown[] = [];
  const strategy: Approve = ({ metadata }, args, { phase }) => {
    if (phase === 'edit') edits.push(args);
    return metadata.requiresApproval ? ToolApprovalDecision.ask({ allowEdit: true }) : ToolApprovalDecision.abstain();
  };
  const model = new ScriptedChatModel([callsTools(refund('A-1'), refund('A-2'), find), 'Done.']);
  const options = { store, client: { tools: [Desk] }, approval: { strategy } };
  const booted = await bootDesk(model, options, { providers });
  const chat = booted.app.get(ChatClient);
  const { runId, approvals: asked } = await waits(chat.prompt('Refund both').call());
  const [first, second] = asked as [(typeof asked)[0], (typeof asked)[0]];

  /** Changes the stored state without the framework. */
  const alterApproval = (change: Partial<StoredApproval>) =>
    store.change(runId, (state) => ({
      approvals: state!.approvals.filter(({ id }) => id === first.id).map((one) => ({ ...one, ...change })),
      result: undefined,
    }));
  const alterSlot = (index: number, change: Partial<StoredSlot>) =>
    store.change(runId, (state) => ({
      run: {
        ...state!.run,
        slots: state!.run.slots.map((slot) => (slot.index === index ? { ...slot, ...change } : slot)),
      },
      result: undefined,
    }));
  const resume = () => chat.resume(runId).call().content();
  return { ...booted, chat, model, edits, runId, first, second, alterApproval, alterSlot, resume };
};

onEveryStore('an approval whose stored arguments were altered', (open) => {
  it('is listed among the others, with a text that explains the damage', async () => {
    const { app, approvals, first, second, alterApproval, chat, runId } = await start(open);
    await alterApproval({ arguments: ALTERED });
    const { items } = await approvals.list({ status: 'PENDING' });
    expect(items.map(({ id, damaged }) => [id, damaged])).toEqual([
      [first.id, expect.stringContaining('do not match')],
      [second.id, undefined],
    ]);
    expect((await approvals.get(first.id)).damaged).toEqual(items[0]!.damaged);
    expect(await approvals.get(second.id)).not.toHaveProperty('damaged');
    const outcome = await waits(chat.resume(runId).call());
    expect(outcome.approvals.map(({ damaged }) => damaged)).toEqual([items[0]!.damaged, undefined]);
    await app.close();
  });

  it.each([
    ['approve', {}],
    ['reject', {}],
    ['respond', { response: 'Paid.' }],
    ['approve', { editedArguments: { order: 'A-1', amount: 5 } }],
  ] as const)('cannot be decided, and the error states why: %s %j', async (decision, more) => {
    const { app, approvals, store, runId, first, alterApproval, edits } = await start(open);
    await alterApproval({ arguments: ALTERED });
    const before = await store.state(runId);
    const error = await rejectionOf(approvals.decide(first.id, { ...yes(first), decision, ...more }, GRACE));
    expect(error).toBeInstanceOf(ApprovalDecisionException);
    expect(error).toMatchObject({ problem: 'damaged', approval: { damaged: expect.stringContaining('altered') } });
    expect(String(error)).toContain('Cancel the approval');
    expect(String(error)).not.toContain('7000000');
    expect(await store.state(runId)).toEqual(before);
    expect(edits).toEqual([]);
    await app.close();
  });

  it('cannot be decided if the hash was altered too, because the call differs', async () => {
    const { app, approvals, first, alterApproval } = await start(open);
    const argsHash = hashOf(ALTERED);
    await alterApproval({ arguments: ALTERED, argsHash });
    const deciding = approvals.decide(first.id, { ...yes(first), argsHash }, GRACE);
    await expect(deciding).rejects.toMatchObject({ problem: 'damaged' });
    await app.close();
  });

  it('cannot be decided if its call names another approval', async () => {
    const { app, approvals, first, second, alterSlot } = await start(open);
    await alterSlot(0, { approval: second.id });
    await expect(approvals.decide(first.id, yes(first), GRACE)).rejects.toMatchObject({ problem: 'damaged' });
    await app.close();
  });

  it('is not reported as damaged to a person who may not decide it', async () => {
    const { app, approvals, first, alterApproval } = await start(open);
    await alterApproval({ arguments: ALTERED });
    const deciding = approvals.decide(first.id, yes(first), { id: 'mal', tenant: 'other' });
    await expect(deciding).rejects.toMatchObject({ problem: 'not-found' });
    await app.close();
  });

  it('can be canceled, and the turn resumes with the others', async () => {
    const { app, approvals, first, second, alterApproval, resume, desk, model } = await start(open);
    await alterApproval({ arguments: ALTERED });
    expect(await approvals.cancel(first.id, GRACE, 'it was altered')).toMatchObject({
      status: 'CANCELLED',
      damaged: expect.stringContaining('altered'),
    });
    await approvals.decide(second.id, yes(second), GRACE);
    expect(await resume()).toBe('Done.');
    expect(desk.done).toEqual([expect.stringContaining('refund A-2 70'), 'find A-3']);
    expect(lastTexts(model)[0]).toBe('Tool execution was denied: it was altered');
    await app.close();
  });

  it('is marked as damaged for auditors too, and the others are not', async () => {
    const { app, approvals, first, second, alterApproval } = await start(open, [Book]);
    await alterApproval({ arguments: ALTERED });
    await approvals.decide(second.id, yes(second), GRACE);
    await approvals.cancel(first.id, GRACE);
    const received = app.get(Book).received.filter(({ event }) => ['APPROVED', 'CANCELLED'].includes(event.type));
    expect(received.map(({ approval }) => [approval!.id, approval!.damaged])).toEqual([
      [second.id, undefined],
      [first.id, expect.stringContaining('altered')],
    ]);
    await app.close();
  });

  it('never stores the damage itself', async () => {
    const { app, approvals, store, first, alterApproval } = await start(open);
    const { arguments: sound } = first;
    await alterApproval({ arguments: ALTERED });
    await approvals.cancel(first.id, GRACE);
    expect(await store.approval(first.id)).not.toHaveProperty('damaged');
    await alterApproval({ arguments: sound });
    expect(await approvals.get(first.id)).not.toHaveProperty('damaged');
    await app.close();
  });
});

onEveryStore('a call whose stored input was altered', (open) => {
  it.each([
    [0, 'refund', ALTERED],
    [2, 'find', { order: 'A-99' }],
  ])('does not run, and the model receives the reason: call %d, %s', async (index, tool, input) => {
    const { app, approvals, first, second, alterSlot, resume, desk, model, runId } = await start(open);
    for (const one of [first, second]) await approvals.decide(one.id, yes(one), GRACE);
    await alterSlot(index, { input });
    expect(await resume()).toBe('Done.');
    expect(desk.done.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual(
      ['refund A-1', 'refund A-2', 'find A-3'].filter((_, at) => at !== index),
    );
    expect(lastTexts(model)[index]).toBe('Tool execution was denied: its stored arguments were altered');
    const { items } = await approvals.list({ runId });
    expect(statusesOf(items)).toEqual([tool === 'refund' ? 'refund REVOKED' : 'refund SUCCEEDED', 'refund SUCCEEDED']);
    await app.close();
  });
});

/** Replaces the arguments of the first listed approval by ones that are nested too deeply to be hashed. */
class DeepStore extends InMemoryApprovalStore {
  override async approvals(query: StoredApprovalQuery): Promise<Page<StoredApproval>> {
    const { items } = await super.approvals(query);
    let deep: JsonObject = {};
    for (let level = 0; level < 100_000; level++) deep = { deep };
    return { items: items.map((item, index) => (index === 0 ? { ...item, arguments: deep } : item)) };
  }
}

describe('stored arguments that cannot be hashed', () => {
  it('damage their approval only, not the list', async () => {
    const { app, approvals } = await start(async () => new DeepStore());
    const { items } = await approvals.list();
    expect(items.map(({ damaged }) => typeof damaged)).toEqual(['string', 'undefined']);
    await app.close();
  });
});
