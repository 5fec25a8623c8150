import { expect, it } from 'vitest';
import { type ChangeRun, InMemoryApprovalStore, RunDispatcher } from 'toolgate/approval';
import { ChatClientRegistry } from 'toolgate/chat';
import { VirtualClock } from 'toolgate/testing';
import { approveOne, bootAgents } from './agents.fixture.js';
import { keepLogs } from '../story.fixture.js';
import { HandDispatcher } from './hand-dispatcher.fixture.js';
import { waits } from './waiting.fixture.js';

const MINUTE = 60_000;

/** A store that cannot write some runs for a while. */
class FailingStore extends InMemoryApprovalStore {
  readonly failing = new Set<string>();
  attempts = 0;

  override async change<T>(run: string, change: ChangeRun<T>): Promise<T> {
    if (!this.failing.has(run)) return super.change(run, change);
    this.attempts++;
    throw new Error('The row is locked.');
  }
}

/** A turn whose agent has ended, while the worker has not passed the answer yet. */
const bootOwing = async () => {
  const clock = new VirtualClock();
  const store = new FailingStore(clock.now);
  const dispatcher = new HandDispatcher();
  const booted = await bootAgents({
    providers: [{ provide: RunDispatcher, useValue: dispatcher }],
    options: { store, approval: { worker: true, shutdownMs: 1 } },
  });
  const logs = keepLogs();
  booted.app.useLogger(logs);
  const { runId, inside } = await waits(booted.chat.prompt('agent(refund)').call());
  const inner = inside![0]!.runId;
  await approveOne(booted);
  await booted.app.get(ChatClientRegistry).get('inner').resume(inner).call().content();
  return { ...booted, clock, store, logs, runId, inner, sweep: () => dispatcher.sweep() };
};

it('an answer that cannot be passed is passed later, and delays no other work until then', async () => {
  const { app, approvals, clock, store, logs, runId, inner, sweep } = await bootOwing();
  store.failing.add(runId);
  await sweep();
  const tried = store.attempts;
  expect(await approvals.runs.get(inner)).toMatchObject({ status: 'completed', failures: 1 });
  expect(logs.lines.join()).toContain('The row is locked.');
  expect(await sweep()).toBeGreaterThan(0);
  expect(store.attempts).toBe(tried);
  store.failing.clear();
  clock.advance(MINUTE);
  await sweep();
  expect((await approvals.runs.get(inner)).parent).toMatchObject({ isAnswered: true });
  expect((await approvals.runs.get(inner)).dueAt).toBeUndefined();
  expect((await approvals.runs.get(runId)).slots).toMatchObject([{ state: 'done' }]);
  await app.close();
});
