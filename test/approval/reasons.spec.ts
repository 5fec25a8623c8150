import { describe, expect, it } from 'vitest';
import { ChatClient, ToolApprovalAuditor, ToolApprovalDecision, ToolApprovalException } from 'toolgate';
import { denyOverrides, HumanApprovalStrategy, type ToolApprovalEvent, ToolApprovalStrategy } from 'toolgate/approval';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { rejectionOf } from '../chat/chat.fixture.js';
import { failureOf } from '../story.fixture.js';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { onEveryStore, waits } from './waiting.fixture.js';

const refund = toolCall('refund', { order: 'A-1', amount: 70 }, 'c1');
const script = () => new ScriptedChatModel([callsTools(refund), 'Done.']);

class Book extends ToolApprovalAuditor {
  readonly events: ToolApprovalEvent[] = [];

  decided(event: ToolApprovalEvent): void {
    this.events.push(event);
  }
}

onEveryStore('the reason of an approver', (open) => {
  it('is stored in the vote, the record and the events', async () => {
    const strategy = new HumanApprovalStrategy({ requirement: { approvers: { quorum: 2 } } });
    const { app, approvals } = await bootDesk(script(), { store: await open(), approval: { strategy } });
    const { runId, first } = await waits(app.get(ChatClient).prompt('Refund').tools(Desk).call());
    await approvals.decide(first.id, { ...yes(first, '1'), reason: 'known customer' }, { id: 'grace' });
    const decided = await approvals.decide(first.id, { ...yes(first, '2'), reason: 'small sum' }, { id: 'linus' });
    expect(decided).toMatchObject({
      status: 'APPROVED',
      decisionReason: 'small sum',
      votes: [
        { voter: 'grace', reason: 'known customer' },
        { voter: 'linus', reason: 'small sum' },
      ],
    });
    const events = await approvals.runs.events(runId);
    expect(events.filter(({ type }) => type === 'VOTED' || type === 'APPROVED')).toMatchObject([
      { by: 'grace', data: { reason: 'known customer' } },
      { by: 'linus', data: { reason: 'small sum' } },
      { type: 'APPROVED', data: { reason: 'small sum' } },
    ]);
    await app.close();
  });

  it('is sent with the approval id in the part of a rejected call, and in its outcome', async () => {
    const { app, approvals } = await bootDesk(script(), { store: await open() });
    const chat = app.get(ChatClient);
    const { runId, first } = await waits(chat.prompt('Refund').tools(Desk).call());
    await approvals.decide(first.id, { ...yes(first), decision: 'reject', reason: 'too much' }, { id: 'grace' });
    const parts = [];
    for await (const part of chat.resume(runId).stream()) parts.push(part);
    expect(parts.slice(0, 2)).toMatchObject([
      { type: 'tool-rejected', toolCallId: 'c1', toolName: 'refund', reason: 'too much', approvalId: first.id },
      { type: 'tool-result', outcome: { type: 'denied', decision: 'reject', approvalId: first.id } },
    ]);
    await app.close();
  });
});

onEveryStore('a blank reason', (open) => {
  it.each(['', ' \n'])('counts as none in a decision and in a cancellation: %j', async (reason) => {
    const calls = callsTools(
      refund,
      toolCall('refund', { order: 'A-2', amount: 1 }, 'c2'),
      toolCall('refund', { order: 'A-3', amount: 1 }, 'c3'),
    );
    const { app, approvals } = await bootDesk(new ScriptedChatModel([calls, calls]), { store: await open() });
    const chat = app.get(ChatClient);
    const { approvals: asked } = await waits(chat.prompt('Refund').tools(Desk).call());
    const [one, two, three] = asked;
    const by = { id: 'grace' };
    expect(await approvals.decide(one!.id, { ...yes(one!), decision: 'reject', reason }, by)).toMatchObject({
      decisionReason: 'a person rejected it',
    });
    const approved = await approvals.decide(two!.id, { ...yes(two!), reason }, by);
    expect([approved.decisionReason, approved.votes[0]?.reason]).toEqual([undefined, undefined]);
    expect(await approvals.cancel(three!.id, by, reason)).toMatchObject({ decisionReason: 'it was canceled' });
    const again = await waits(chat.prompt('Refund').tools(Desk).call());
    await approvals.runs.cancel(again.runId, by, { reason });
    expect(await approvals.get(again.first.id)).toMatchObject({ decisionReason: 'it was canceled' });
    await app.close();
  });
});

describe('a strategy', () => {
  it.each([[{ text: 'large' }], [Promise.resolve('large')], [5], [null]])(
    'that asks with a reason that is not a string fails, alone and in a composition, and nothing is saved: %j',
    async (reason) => {
      const asks = ToolApprovalStrategy.of(() => ({ type: 'ask', reason }) as never);
      for (const strategy of [asks, denyOverrides(asks)]) {
        const { app, desk, approvals } = await bootDesk(script(), { approval: { strategy } });
        await expect(app.get(ChatClient).prompt('Refund').tools(Desk).call().outcome()).rejects.toThrow(
          'its reason is not a string. Pass text, or leave it out. No call of this batch ran.',
        );
        expect([desk.done, (await approvals.list()).items]).toEqual([[], []]);
        await app.close();
      }
    },
  );

  it('approves with a reason and metadata, which auditors receive', async () => {
    const strategy = ToolApprovalStrategy.of(() =>
      ToolApprovalDecision.approve({ reason: 'below the limit', metadata: { rule: 7 } }),
    );
    const { app } = await bootDesk(script(), { approval: { strategy } }, { providers: [Book] });
    expect(await app.get(ChatClient).prompt('Refund').tools(Desk).call().content()).toBe('Done.');
    expect(app.get(Book).events).toMatchObject([
      { outcome: 'approved', reason: 'below the limit', metadata: { rule: 7 } },
    ]);
    expect(ToolApprovalDecision.approve()).toEqual({ type: 'approve' });
    await app.close();
  });

  it('throws a ToolApprovalException with one sentence; the gate adds the tool', async () => {
    const cause = new Error('connect ECONNREFUSED');
    const own = new ToolApprovalException('policy engine unavailable', { cause });
    expect(own).toMatchObject({ message: 'policy engine unavailable', problem: 'policy engine unavailable', cause });
    const strategy = ToolApprovalStrategy.of(() => {
      throw own;
    });
    const { app, desk } = await bootDesk(script(), { approval: { strategy } });
    const error = await rejectionOf(failureOf(app.get(ChatClient).prompt('Refund').tools(Desk).call().content()));
    const message = 'The approval of "refund" failed: policy engine unavailable. No call of this batch ran.';
    expect(error).toMatchObject({ name: 'ToolApprovalException', toolName: 'refund', message, cause: own });
    expect(desk.done).toEqual([]);
    await app.close();
  });
});
