import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChatClient } from 'toolgate';
import { InMemoryApprovalStore } from 'toolgate/approval';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall, VirtualClock } from 'toolgate/testing';
import { rejectionOf } from '../chat/chat.fixture.js';
import { lastResults, settled } from '../story.fixture.js';
import { bootDesk, yes } from './approval.fixture.js';
import { runAhead } from './monotonic-clock.fixture.js';
import { bank, outside, WAYS } from './stopped-bank.fixture.js';
import { expectPaired, waits } from './waiting.fixture.js';

const LEASE_MS = 30_000;

let monotonic: ReturnType<typeof runAhead>;

beforeEach(() => {
  monotonic = runAhead();
  outside.paid.splice(0);
});
afterEach(() => {
  outside.onTheWay = () => undefined;
  vi.useRealTimers();
  monotonic.restore();
});

const boot = async (store: InMemoryApprovalStore, script: readonly ScriptedAnswer[]) => {
  const model = new ScriptedChatModel(script);
  const booted = await bootDesk(model, { store }, { providers: bank });
  return { ...booted, model, chat: booted.app.get(ChatClient) };
};

/** A call that was approved, and two processes over one store. */
const approved = async (tool: string) => {
  const clock = new VirtualClock();
  const store = new InMemoryApprovalStore(clock.now);
  const first = await boot(store, [callsTools(toolCall(tool, { order: 'A-1' })), 'Done.']);
  const second = await boot(store, ['Settled.']);
  const { runId, first: approval } = await waits(first.chat.prompt('Pay A-1').tools(tool).call());
  await first.approvals.decide(approval.id, yes(approval), { id: 'grace' });
  /** After the call is started, and before its body begins. */
  const before = (act: () => unknown): void => {
    let acting: Promise<unknown> | undefined;
    outside.onTheWay = async () => {
      if ((await store.state(runId))!.run.slots[0]!.state !== 'started') return;
      acting ??= Promise.resolve(act());
      await acting;
    };
  };
  const stop = (ms: number): void => {
    clock.advance(ms);
    monotonic.advance(ms);
  };
  const close = async (): Promise<void> => {
    await first.app.close();
    await second.app.close();
  };
  return { first, second, store, runId, approval, before, stop, close };
};

const cases = WAYS.flatMap((tool) => (['call', 'stream'] as const).map((mode) => [tool, mode] as const));
const NOT_BEGUN = WAYS.filter((tool) => tool !== 'payWatchfully');

describe('a process that is stopped for longer than its lease, after the start of a call', () => {
  it.each(cases)('does not run a call that another process has reconciled: %s, %s()', async (tool, mode) => {
    const { first, second, runId, approval, before, stop, close } = await approved(tool);
    before(async () => {
      stop(LEASE_MS);
      const outcome = { type: 'failed', message: 'It was not paid.' } as const;
      await second.approvals.runs.reconcile(runId, { index: 0, outcome });
      expect(await second.chat.resume(runId).call().content()).toBe('Settled.');
    });
    const error = await rejectionOf(first.chat.resume(runId)[mode]().outcome());
    expect(String((error as Error).cause)).toContain('is no longer leased by this process');
    expect(outside.paid).toEqual([]);
    expect(lastResults(second.model)).toMatchObject([{ output: { text: 'It was not paid.' } }]);
    expect((await second.approvals.get(approval.id)).status).toBe('FAILED');
    await close();
  });

  it.each(NOT_BEGUN)('reports that the call was not started, before reconciliation asks: %s', async (tool) => {
    const { first, second, runId, approval, before, stop, close } = await approved(tool);
    before(() => stop(LEASE_MS));
    await rejectionOf(first.chat.resume(runId).call().outcome());
    expect(await second.chat.resume(runId).call().content()).toBe('Settled.');
    expect(outside.paid).toEqual([]);
    expect(lastResults(second.model)).toMatchObject([{ outcome: { type: 'not-started' } }]);
    expect((await second.approvals.get(approval.id)).status).toBe('FAILED');
    expectPaired(second.model);
    await close();
  });

  it('lets an idempotent tool start again instead', async () => {
    const { first, second, runId, approval, before, stop, close } = await approved('payOnceForKey');
    before(() => stop(LEASE_MS));
    await rejectionOf(first.chat.resume(runId).call().outcome());
    expect(outside.paid).toEqual([]);
    expect(await second.chat.resume(runId).call().content()).toBe('Settled.');
    expect(outside.paid).toEqual(['A-1']);
    expect((await second.approvals.get(approval.id)).status).toBe('SUCCEEDED');
    await close();
  });

  it('reports nothing about a body that has begun: its outcome is unknown', async () => {
    const { first, second, runId, approval, before, stop, close } = await approved('payWatchfully');
    before(() => stop(LEASE_MS));
    await rejectionOf(first.chat.resume(runId).call().outcome());
    expect(await waits(second.chat.resume(runId).call())).toMatchObject({ unknown: [{ index: 0 }] });
    expect((await second.approvals.get(approval.id)).status).toBe('OUTCOME_UNKNOWN');
    await close();
  });

  it('runs the call if the lease was renewed in between', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { first, store, runId, before, stop, close } = await approved('payGuarded');
    before(async () => {
      stop(LEASE_MS - 5000);
      const { version } = (await store.state(runId))!.run;
      vi.advanceTimersByTime(LEASE_MS / 2);
      while ((await store.state(runId))!.run.version === version) await settled();
      stop(LEASE_MS - 5000);
    });
    expect(await first.chat.resume(runId).call().content()).toBe('Done.');
    expect(outside.paid).toEqual(['A-1']);
    await close();
  });

  it.each(NOT_BEGUN)('runs the call if it was stopped for less than the lease: %s', async (tool) => {
    const { first, runId, before, stop, close } = await approved(tool);
    before(() => stop(LEASE_MS - 5000));
    expect(await first.chat.resume(runId).call().content()).toBe('Done.');
    expect(outside.paid).toEqual(['A-1']);
    await close();
  });
});
