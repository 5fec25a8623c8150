import { describe, expect, it } from 'vitest';
import { clientTool, functionTool, ToolApprovalDecision, ToolApprovalStrategy } from 'toolgate';
import { InMemoryApprovalStore } from 'toolgate/approval';
import { z } from 'zod';
import { lastResults } from '../story.fixture.js';
import { GRACE, instanceOf, NEW, NEWEST, OLD, type Version, WITH_CURRENCY } from './tool-changes.fixture.js';
import { expectPaired, onEveryStore, statusesOf } from './waiting.fixture.js';
import { yes } from './approval.fixture.js';

type Settings = NonNullable<Parameters<typeof instanceOf>[2]>;

onEveryStore('a tool that has changed after its approval', (open) => {
  /** A run whose approval was given before its application restarted with another version. */
  const approved = async (next: Version, settings: Settings = {}, later: Settings = {}) => {
    const store = await open();
    const before = await instanceOf(OLD, store, settings);
    const { runId, first } = await before.ask();
    await before.decide(runId);
    await before.close();
    const after = await instanceOf(next, store, { ...settings, ...later });
    return { ...after, runId, first };
  };

  it('is asked about again, and runs after the second approval', async () => {
    const { approvals, runId, first, resume, decide, ran, model, store, close } = await approved(NEW);
    const waiting = await resume(runId);
    expect(waiting).toMatchObject({ status: 'suspended', approvals: [{ id: first.id, revision: 2 }] });
    expect(ran).toEqual([]);
    const record = await approvals.get(first.id);
    expect(record).toMatchObject({
      status: 'PENDING',
      revision: 2,
      votes: [],
      description: NEW.description,
      toolChanged: false,
      toolChanges: [{ revision: 1, description: OLD.description, changed: ['description'] }],
    });
    expect(record).not.toHaveProperty('decidedBy');
    expect(record).not.toHaveProperty('approvalExpiresAt');
    await expect(approvals.decide(first.id, yes(first, 'late'), GRACE)).rejects.toMatchObject({ problem: 'conflict' });
    await decide(runId);
    expect(await resume(runId)).toMatchObject({ status: 'completed', content: 'Done.' });
    expect(ran.toSorted()).toEqual(['find', 'refund A-1 {"amount":70}']);
    expectPaired(model);
    const { run, approvals: stored } = (await store.state(runId))!;
    expect([run.status, stored[0]!.definitionHash]).toEqual(['completed', run.slots[0]!.definitionHash]);
    expect((await approvals.history(first.id)).map(({ type, data }) => [type, data?.['changed']])).toEqual([
      ['PENDING', undefined],
      ['VOTED', undefined],
      ['APPROVED', undefined],
      ['ASKED_AGAIN', ['description']],
      ['PENDING', undefined],
      ['VOTED', undefined],
      ['APPROVED', undefined],
      ['EXECUTING', undefined],
      ['SUCCEEDED', undefined],
    ]);
    await close();
  });

  it('is listed again to the people who may decide it', async () => {
    const asks = new (class extends ToolApprovalStrategy {
      approve() {
        return ToolApprovalDecision.ask({ approvers: { roles: ['lead'] } });
      }
    })();
    const { approvals, runId, resume, close } = await approved(NEW, { strategy: asks });
    await resume(runId);
    const decidable = await approvals.list({ decidableBy: GRACE }, GRACE);
    expect(decidable.items).toMatchObject([{ status: 'PENDING', revision: 2 }]);
    expect((await approvals.list({ decidableBy: { id: 'ann', roles: ['clerk'] } }, GRACE)).items).toEqual([]);
    await close();
  });

  it('is not asked about with arguments that no longer fit: the model receives the error', async () => {
    const { approvals, runId, resume, ran, model, close } = await approved(WITH_CURRENCY);
    expect(await resume(runId)).toMatchObject({ status: 'completed', content: 'Done.' });
    expect(ran).toEqual(['find']);
    expect(lastResults(model)[0]).toMatchObject({ outcome: { type: 'error', kind: 'invalid-arguments' } });
    expect(statusesOf((await approvals.list({ runId })).items)).toEqual(['refund REVOKED']);
    await close();
  });

  it('is asked about with the requirement that its strategy has now, and its trace', async () => {
    const strategy = ToolApprovalStrategy.of(({ definition: { description } }) => ({
      type: 'ask',
      requirement: description === NEW.description ? { approvers: { quorum: 2 } } : {},
      reason: `asked about: ${description}`,
    }));
    const { approvals, runId, first, resume, decide, close } = await approved(NEW, { strategy });
    await resume(runId);
    expect(await approvals.get(first.id)).toMatchObject({
      requirement: { approvers: { quorum: 2 } },
      reason: `asked about: ${NEW.description}`,
      trace: [{ decision: 'ask' }],
    });
    expect(await decide(runId)).toMatchObject({ status: 'PENDING' });
    await close();
  });

  it('is asked about as before if its strategy now approves it, and revoked if it now rejects it', async () => {
    let now: ToolApprovalDecision = { type: 'ask', requirement: { fourEyes: true }, reason: 'money leaves the house' };
    const strategy = ToolApprovalStrategy.of(() => now);
    const one = await approved(NEW, { strategy });
    now = ToolApprovalDecision.approve();
    expect(await one.resume(one.runId)).toMatchObject({ status: 'suspended' });
    expect(await one.approvals.get(one.first.id)).toMatchObject({
      requirement: { fourEyes: true },
      reason: 'money leaves the house',
    });
    await one.close();
    now = ToolApprovalDecision.ask();
    const other = await approved(NEW, { strategy });
    now = ToolApprovalDecision.reject('no refunds today');
    await other.resume(other.runId);
    expect(lastResults(other.model)[0]).toMatchObject({
      outcome: { type: 'denied', decision: 'revoke', reason: 'no refunds today' },
    });
    await other.close();
  });

  it('keeps approved siblings waiting without a lapse, and a rejected one has its result', async () => {
    const store = await open();
    const settings = {
      strategy: ToolApprovalStrategy.of(() => ToolApprovalDecision.ask()),
    };
    const before = await instanceOf({ ...OLD, find: 'Find', tool: {} }, store, settings);
    const { runId } = await before.ask();
    await before.decide(runId);
    await before.close();
    const after = await instanceOf(NEW, store, settings);
    await after.resume(runId);
    const { run } = (await store.state(runId))!;
    expect(run.settledAt).toBeUndefined();
    // The definition of find has changed too, and no person was asked about it.
    expect(run.slots.map(({ state, result }) => [state, result?.outcome.type])).toEqual([
      ['ready', undefined],
      ['done', 'denied'],
    ]);
    await after.close();
  });

  it('is revoked with onToolChange: "revoke"', async () => {
    const { approvals, runId, resume, ran, model, close } = await approved(NEW, {
      approval: { onToolChange: 'revoke' },
    });
    expect(await resume(runId)).toMatchObject({ status: 'completed' });
    expect(ran).toEqual(['find']);
    expect(lastResults(model)[0]).toMatchObject({ outcome: { reason: 'the tool has changed since the decision' } });
    expect(statusesOf((await approvals.list({ runId })).items)).toEqual(['refund REVOKED']);
    await close();
  });

  it('is asked about at most five times', async () => {
    const store = await open();
    let at = await instanceOf({ description: 'Refund 0' }, store);
    const { runId } = await at.ask();
    const outcomes: string[] = [];
    for (let count = 1; count <= 6; count++) {
      await at.decide(runId);
      await at.close();
      at = await instanceOf({ description: `Refund ${count}` }, store);
      outcomes.push((await at.resume(runId)).status);
    }
    expect(outcomes).toEqual([...Array<string>(5).fill('suspended'), 'completed']);
    expect(at.ran).toEqual(['find']);
    expect(statusesOf((await at.approvals.list({ runId })).items)).toEqual(['refund REVOKED']);
    await at.close();
  });

  it('is revoked if its requester now answers the call instead', async () => {
    const tools = [
      clientTool({ name: 'refund', description: 'Ask for a refund', inputSchema: { type: 'object' } }),
      functionTool({ name: 'find', description: 'Find an order', requiresApproval: false, run: () => 'It is there.' }),
    ];
    const { approvals, runId, resume, close } = await approved(NEW, {}, { tools });
    expect(await resume(runId)).toMatchObject({ status: 'completed' });
    expect(statusesOf((await approvals.list({ runId })).items)).toEqual(['refund REVOKED']);
    await close();
  });

  it('asks its requester again too, without the earlier answer', async () => {
    const question = () => ({ message: 'Which account?', schema: z.object({ account: z.string() }) });
    const store = await open();
    const before = await instanceOf({ ...OLD, tool: { question } as never }, store);
    const { runId, first } = await before.ask();
    const ada = { id: 'ada' };
    await before.decide(runId, { answer: { account: 'A' } }, ada);
    await before.decide(runId);
    await before.close();
    const answers: unknown[] = [];
    const run = (_: unknown, { answer }: { answer: unknown }) => void answers.push(answer);
    const after = await instanceOf({ ...NEW, tool: { question, run } as never }, store);
    await after.resume(runId);
    const record = await after.approvals.get(first.id);
    expect(record).toMatchObject({ status: 'PENDING', answeredBy: 'requester', question: { needsApproval: true } });
    expect(record).not.toHaveProperty('answer');
    await after.decide(runId, { answer: { account: 'B' } }, ada);
    await after.decide(runId);
    expect(await after.resume(runId)).toMatchObject({ status: 'completed' });
    expect(answers).toEqual([{ account: 'B' }]);
    await after.close();
  });
});

onEveryStore('a tool that has changed before the vote', (open) => {
  const pending = async (next: Version, settings: Settings = {}) => {
    const store = await open();
    const before = await instanceOf(OLD, store, settings);
    const { runId, first } = await before.ask();
    await before.close();
    return { ...(await instanceOf(next, store, settings)), runId, first };
  };

  it('is asked about again instead of being approved, and the voter is informed', async () => {
    const { approvals, runId, first, decide, resume, ran, types, close } = await pending(NEW);
    await expect(decide(runId)).rejects.toMatchObject({
      problem: 'conflict',
      message: `The decision on the approval ${first.id} does not count. The tool "refund" has changed since approval was requested, so approval is requested again as revision 2. Read the approval again, and decide on that revision.`,
      approval: { revision: 2, votes: [], status: 'PENDING', description: NEW.description },
    });
    expect(await types(runId)).toEqual(['PENDING', 'SUSPENDED', 'ASKED_AGAIN']);
    expect(await decide(runId)).toMatchObject({ status: 'APPROVED', revision: 2 });
    expect(await resume(runId)).toMatchObject({ status: 'completed' });
    expect(ran.toSorted()).toEqual(['find', 'refund A-1 {"amount":70}']);
    expect((await approvals.get(first.id)).toolChanges).toMatchObject([{ revision: 1 }]);
    await close();
  });

  it('is revoked if the arguments no longer fit, and the model receives the error', async () => {
    const { approvals, runId, first, decide, resume, ran, model, close } = await pending(WITH_CURRENCY);
    await expect(decide(runId)).rejects.toMatchObject({
      problem: 'conflict',
      message: expect.stringContaining('the call cannot run with its arguments any more') as string,
      approval: { status: 'REVOKED' },
    });
    expect(await resume(runId)).toMatchObject({ status: 'completed' });
    expect(lastResults(model)[0]).toMatchObject({ outcome: { type: 'error', kind: 'invalid-arguments' } });
    expect([ran, (await approvals.get(first.id)).status]).toEqual([['find'], 'REVOKED']);
    await close();
  });

  it('is revoked if its strategy now rejects it, and the model receives the denial', async () => {
    let now: ToolApprovalDecision = ToolApprovalDecision.ask();
    const strategy = ToolApprovalStrategy.of(() => now);
    const { approvals, runId, first, decide, resume, ran, model, close } = await pending(NEW, { strategy });
    now = ToolApprovalDecision.reject('no refunds today');
    await expect(decide(runId)).rejects.toMatchObject({ problem: 'conflict', approval: { status: 'REVOKED' } });
    expect(await resume(runId)).toMatchObject({ status: 'completed' });
    expect(lastResults(model)[0]).toMatchObject({
      outcome: { type: 'denied', decision: 'revoke', reason: 'no refunds today' },
    });
    expect([ran, (await approvals.get(first.id)).status]).toEqual([['find'], 'REVOKED']);
    await close();
  });

  it('may be rejected as it is', async () => {
    const { runId, decide, resume, ran, close } = await pending(NEW);
    expect(await decide(runId, { decision: 'reject' })).toMatchObject({ status: 'REJECTED', revision: 1 });
    await resume(runId);
    expect(ran).toEqual(['find']);
    await close();
  });

  it('is not asked about again by a person who may not decide it', async () => {
    const strategy = ToolApprovalStrategy.of(() => ToolApprovalDecision.ask({ approvers: { roles: ['lead'] } }));
    const { approvals, runId, first, decide, close } = await pending(NEW, { strategy });
    await expect(decide(runId, {}, { id: 'eve' })).rejects.toMatchObject({ problem: 'not-eligible' });
    await expect(decide(runId, { argsHash: 'other' })).rejects.toMatchObject({ problem: 'hash-mismatch' });
    expect(await approvals.get(first.id)).toMatchObject({ revision: 1, toolChanged: true });
    await close();
  });

  it('is approved by several votes only for one definition', async () => {
    const strategy = ToolApprovalStrategy.of(() => ToolApprovalDecision.ask({ approvers: { quorum: 2 } }));
    const store = await open();
    const before = await instanceOf(OLD, store, { strategy });
    const { runId } = await before.ask();
    await before.decide(runId, { decisionId: 'k1' }, { id: 'kim' });
    await before.close();
    const after = await instanceOf(NEW, store, { strategy });
    await expect(after.decide(runId)).rejects.toMatchObject({ problem: 'conflict' });
    expect(await after.decide(runId)).toMatchObject({ status: 'PENDING', votes: [{ voter: 'grace' }] });
    expect(await after.decide(runId, { decisionId: 'k2' }, { id: 'kim' })).toMatchObject({ status: 'APPROVED' });
    await after.close();
  });
});

describe('one process with one definition after another', () => {
  it('may return to an earlier one, because no other process has the later one', async () => {
    const store = new InMemoryApprovalStore();
    const first = await instanceOf(OLD, store);
    const { runId } = await first.ask();
    await first.close();
    for (const version of [NEW, OLD, NEWEST]) {
      const at = await instanceOf(version, store);
      await expect(at.decide(runId)).rejects.toMatchObject({ problem: 'conflict' });
      await at.close();
    }
  });
});
