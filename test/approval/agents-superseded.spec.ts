import { expect, it } from 'vitest';
import { type ChangeRun, InMemoryApprovalStore } from 'toolgate/approval';
import { ChatClientRegistry, RunEndedException } from 'toolgate/chat';
import { approveOne, bootAgents, runStatuses } from './agents.fixture.js';
import { rejectionOf } from '../chat/chat.fixture.js';
import { deferred } from '../story.fixture.js';
import { until, waits } from './waiting.fixture.js';

/** A store in which another process comes first: it acts before the next write of a run. */
class OvertakenStore extends InMemoryApprovalStore {
  private first?: { readonly run: string; readonly act: () => Promise<unknown> } | undefined;

  before(run: string, act: () => Promise<unknown>): void {
    this.first = { run, act };
  }

  override async change<T>(run: string, change: ChangeRun<T>): Promise<T> {
    const { first } = this;
    if (first?.run === run) {
      this.first = undefined;
      await first.act();
    }
    return super.change(run, change);
  }
}

/** A turn with an agent, which a message is about to replace, and whose refund is approved. */
const bootReplaced = async (task = 'agent(refund)') => {
  const store = new OvertakenStore();
  const booted = await bootAgents({ options: { store, memory: true, approval: { onMessage: 'supersede' } } });
  const { app, chat } = booted;
  const { runId, inside } = await waits(chat.prompt(task).conversation('c').call());
  await approveOne(booted);
  const inner = inside![0]!.runId;
  const resumeInner = () => app.get(ChatClientRegistry).get('inner').resume(inner).call().outcome();
  const message = () => chat.prompt('find').conversation('c').call().content();
  return { ...booted, store, runId, inner, resumeInner, message };
};

it('a message is refused if a body inside the turn that it replaces began at the last moment', async () => {
  const booted = await bootReplaced();
  const { chat, store, desk, runId, resumeInner, message, model } = booted;
  const began = deferred();
  const gate = deferred<string>();
  desk.refund = () => {
    began.resolve();
    return gate.promise as never;
  };
  let resuming: Promise<unknown> | undefined;
  store.before(runId, async () => {
    resuming = resumeInner().catch(() => {});
    await began.promise;
  });
  const refused = await rejectionOf(message());
  expect(refused).toMatchObject({ name: 'RunConflictException', message: expect.stringMatching(/has not ended yet/) });
  expect(model.prompts).toHaveLength(2);
  gate.resolve('Refunded');
  await resuming;
  await until(async () => (await runStatuses(booted))[1] === 'cancelled');
  expect(await rejectionOf(chat.resume(runId).call().outcome())).toBeInstanceOf(RunEndedException);
  expect(await message()).toBe('Done: find.');
});

it('a message is answered if the turn that it would replace is canceled at the last moment', async () => {
  const { approvals, store, runId, message } = await bootReplaced();
  store.before(runId, () => approvals.runs.cancel(runId, { id: 'grace' }));
  expect(await message()).toBe('Done: find.');
});

it('a message that replaces a turn with an agent knows the results of its tools', async () => {
  const { message, model } = await bootReplaced('find; agent(refund)');
  expect(await message()).toBe('Done: find.');
  const [first] = model.prompts.slice(-2);
  expect(first!.messages.at(-1)?.role).toBe('user');
  expect(JSON.stringify(first!.messages)).toContain('A-1 is there');
});
