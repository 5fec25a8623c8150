import { expect, it } from 'vitest';
import { ChatTurnException, type ToolContext } from 'toolgate';
import { HumanApprovalStrategy, RunConflictException } from 'toolgate/approval';
import { RunEndedException } from 'toolgate/chat';
import { VirtualClock } from 'toolgate/testing';
import { approveOne, bootAgents, pendingOf, runStatuses } from './agents.fixture.js';
import { rejectionOf } from '../chat/chat.fixture.js';
import { onEveryStore, statusesOf, until, waits } from './waiting.fixture.js';
import { deferred } from '../story.fixture.js';

const grace = { id: 'grace' };
const HOUR = 3_600_000;

onEveryStore('the end of a turn inside an agent', (open) => {
  const boot = async (given: Parameters<typeof bootAgents>[0] = {}, clock?: VirtualClock) =>
    bootAgents({ ...given, options: { store: await open(clock), ...given.options } });

  const lastResult = ({ model }: Awaited<ReturnType<typeof boot>>) =>
    JSON.stringify(model.prompts.at(-1)!.messages.at(-1));

  it('comes with a rejection only if its model ends: the agent reads the reason, and answers', async () => {
    const booted = await boot();
    const { chat, approvals, refunds } = booted;
    const { runId } = await waits(chat.prompt('agent(refund)').call());
    const { id, revision, argsHash } = await pendingOf(booted);
    await approvals.decide(id, { decisionId: 'd', decision: 'reject', reason: 'No.', revision, argsHash }, grace);
    expect(await chat.resume(runId).call().content()).toBe('Done: agent(refund).');
    expect(refunds()).toEqual([]);
    expect(lastResult(booted)).toContain('Done: refund.');
  });

  it('by a cancellation of the turn around it cancels everything that waits inside', async () => {
    const booted = await boot();
    const { chat, approvals, refunds } = booted;
    const { runId } = await waits(chat.prompt('find agent(agent(refund))').call());
    expect(await approvals.runs.cancel(runId, grace, 'not needed')).toMatchObject({ status: 'cancelled' });
    expect(await runStatuses(booted)).toEqual(['cancelled', 'cancelled', 'cancelled']);
    expect(statusesOf((await approvals.list()).items)).toEqual(['refund CANCELLED']);
    const failure = await rejectionOf(chat.resume(runId).call().content());
    expect(failure).toBeInstanceOf(RunEndedException);
    expect((failure as RunEndedException).reason).toBe('not needed');
    expect(refunds()).toEqual([]);
    const [, ...inside] = (await approvals.runs.list()).items;
    expect(inside.map(({ parent }) => parent?.isAnswered)).toEqual([true, true]);
  });

  it('by its own cancellation reaches the turn around it as a failed call', async () => {
    const booted = await boot();
    const { chat, approvals } = booted;
    const { runId, inside } = await waits(chat.prompt('agent(find; refund) find').call());
    await approvals.runs.cancel(inside![0]!.runId, grace, 'stopped by Grace');
    expect(await chat.resume(runId).call().content()).toBe('Done: agent(find; refund) find.');
    const shown =
      'The turn of this agent was canceled: stopped by Grace. Some of its tools may have had their effects.';
    expect(lastResult(booted)).toContain(shown);
    expect(await runStatuses(booted)).toEqual(['completed', 'cancelled']);
  });

  it('by an expiry rejects the call inside, and the agent answers', async () => {
    const clock = new VirtualClock();
    const booted = await boot({}, clock);
    const { chat, approvals, refunds } = booted;
    const { runId } = await waits(chat.prompt('agent(refund)').call());
    clock.advance(25 * HOUR);
    expect(await chat.resume(runId).call().content()).toBe('Done: agent(refund).');
    expect(statusesOf((await approvals.list()).items)).toEqual(['refund EXPIRED']);
    expect(refunds()).toEqual([]);
  });

  it('by an expiry that cancels reaches the turn around it as a failed call', async () => {
    const clock = new VirtualClock();
    const requirement = { onTimeout: 'cancel', expiresInMs: HOUR } as const;
    const strategy = new HumanApprovalStrategy({ requirement });
    const booted = await boot({ options: { approval: { strategy } } }, clock);
    const { chat } = booted;
    const { runId } = await waits(chat.prompt('agent(refund)').call());
    clock.advance(2 * HOUR);
    expect(await chat.resume(runId).call().content()).toBe('Done: agent(refund).');
    expect(lastResult(booted)).toContain('was canceled: an approval was not decided in time.');
    expect(await runStatuses(booted)).toEqual(['completed', 'cancelled']);
  });

  it('leaves no content inside after the turn around it was forgotten', async () => {
    const booted = await boot();
    const { chat, approvals } = booted;
    const { runId } = await waits(chat.prompt('agent(agent(refund)); agent(find; refund)').call());
    const open = await rejectionOf(approvals.runs.forget(runId, grace));
    expect(open).toBeInstanceOf(RunConflictException);
    await approveOne(booted);
    await waits(chat.resume(runId).call());
    // Two agents have ended, and the turn around them has not.
    expect(await rejectionOf(approvals.runs.forget(runId, grace))).toBeInstanceOf(RunConflictException);
    const kept = (await approvals.runs.list()).items;
    expect(kept.filter(({ contentRemovedAt }) => contentRemovedAt !== undefined)).toEqual([]);
    await approveOne(booted);
    expect(await chat.resume(runId).call().content()).toMatch(/^Done/);
    await approvals.runs.forget(runId, grace);
    const { items } = await approvals.runs.list();
    expect(items).toHaveLength(4);
    expect(items.map(({ contentRemovedAt }) => typeof contentRemovedAt)).toEqual(items.map(() => 'string'));
    const left = await Promise.all((await approvals.list()).items.map(({ id }) => approvals.get(id)));
    expect(left.map((approval) => approval.arguments)).toEqual([{}, {}]);
    expect(await approvals.runs.forget(runId, grace)).toMatchObject({ id: runId });
  });

  it('by a failure does not reach the outer model with its error', async () => {
    const booted = await boot({ options: { approval: { deadlineMs: 1 } } });
    const { chat, model } = booted;
    const { runId } = await waits(chat.prompt('agent(refund)').call());
    const call = model.call.bind(model);
    model.call = async (prompt, options) => {
      if (JSON.stringify(prompt.messages).includes('Refunded')) throw new Error('secret-7');
      return call(prompt, options);
    };
    await approveOne(booted);
    expect(await chat.resume(runId).call().content()).toBe('Done: agent(refund).');
    expect(lastResult(booted)).toContain('The turn of this agent failed before it had an answer. Some of its tools');
    expect(JSON.stringify(model.prompts)).not.toContain('secret-7');
    expect(await runStatuses(booted)).toEqual(['completed', 'failed']);
  });

  it('keeps the turn around it open while a body inside runs, and ends it with its outcome', async () => {
    const gate = deferred<string>();
    const booted = await boot();
    const { chat, approvals, desk } = booted;
    let began: ToolContext | undefined;
    desk.refund = (_order, _amount, context) => {
      began = context;
      return gate.promise as never;
    };
    const { runId, inside } = await waits(chat.prompt('agent(refund)').call());
    await approveOne(booted);
    const resuming = chat.resume(runId).call().outcome();
    await until(() => began);
    expect(began!.signal.aborted).toBe(false);
    expect(await approvals.runs.cancel(runId, grace, 'too late')).toMatchObject({
      status: 'suspended',
      canceling: { reason: 'too late' },
    });
    expect(await approvals.runs.get(inside![0]!.runId)).toMatchObject({ canceling: { reason: 'too late' } });
    expect((await approvals.runs.get(runId)).dueAt).toBeUndefined();
    expect(began!.signal.aborted).toBe(true);
    gate.resolve('Refunded');
    expect(await resuming).toMatchObject({ status: 'suspended' });
    await until(async () => (await runStatuses(booted))[1] === 'cancelled');
    expect(await rejectionOf(chat.resume(runId).call().outcome())).toBeInstanceOf(RunEndedException);
    expect(await runStatuses(booted)).toEqual(['cancelled', 'cancelled']);
    expect(statusesOf((await approvals.list()).items)).toEqual(['refund SUCCEEDED']);
  });

  it('makes room for a message that supersedes it; otherwise the message is refused', async () => {
    const replaced = await boot({ options: { approval: { onMessage: 'supersede' } } });
    await waits(replaced.chat.prompt('agent(refund)').conversation('c').call());
    expect(await replaced.chat.prompt('find').conversation('c').call().content()).toBe('Done: find.');
    expect(await runStatuses(replaced)).toEqual(['cancelled', 'cancelled']);
    const kept = await boot();
    await waits(kept.chat.prompt('agent(refund)').conversation('c').call());
    const refused = await rejectionOf(kept.chat.prompt('find').conversation('c').call().content());
    expect(refused).toMatchObject({ name: 'ApprovalConflictException' });
    expect(await runStatuses(kept)).toEqual(['suspended', 'suspended']);
  });

  it('by an abort of the turn around it leaves nothing behind', async () => {
    const caller = new AbortController();
    const booted = await boot();
    const { chat, desk } = booted;
    desk.find = () => {
      caller.abort(new Error('left'));
      return 'found' as never;
    };
    const failure = await rejectionOf(chat.prompt('agent(find; refund)').signal(caller.signal).call().content());
    expect(failure).toBeInstanceOf(ChatTurnException);
    expect(await runStatuses(booted)).toEqual([]);
  });
});
