import { describe, expect, it } from 'vitest';
import { ChatClient } from 'toolgate';
import { type ChangeRun, InMemoryApprovalStore, type StoredRun } from 'toolgate/approval';
import {
  callsTools,
  FaultInjectingApprovalStore,
  InjectedFaultException,
  ScriptedChatModel,
  type StoreFault,
  toolCall,
  VirtualClock,
} from 'toolgate/testing';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { expectPaired, waits } from './waiting.fixture.js';

const refund = (amount: number) => toolCall('refund', { order: 'A-1', amount }, `call-${amount}`);
const find = toolCall('find', { order: 'A-1' });
const GRACE = { id: 'grace' };

const start = async () => {
  const clock = new VirtualClock();
  const memory = new InMemoryApprovalStore(clock.now);
  const store = new FaultInjectingApprovalStore(memory);
  // Two questions in one turn, one after the other: each response of the model follows from its prompt.
  const model = new ScriptedChatModel(
    Array.from({ length: 40 }, () => ({ messages }) => {
      const rounds = messages.filter(({ role }) => role === 'tool').length;
      return rounds === 0 ? callsTools(find, refund(1)) : rounds === 1 ? callsTools(find, refund(2)) : 'Done.';
    }),
  );
  const booted = await bootDesk(model, { store, client: { tools: [Desk] }, memory: true });
  const chat = booted.app.get(ChatClient);
  return { ...booted, clock, memory, store, model, chat };
};

type Started = Awaited<ReturnType<typeof start>>;

/**
 * Does what an application, an approver and a worker do, again and again, until the turn has ended. Returns the
 * errors.
 */
const live = async ({ chat, approvals, memory, clock }: Started): Promise<readonly unknown[]> => {
  const errors: unknown[] = [];
  const attempt = async <T>(act: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await act();
    } catch (error) {
      errors.push(error);
      return undefined;
    }
  };
  for (let turn = 0; turn < 12; turn++) {
    const { items } = await memory.runs({});
    const [run] = items;
    if (!run) await attempt(() => chat.prompt('Refund twice').conversation('c').call().outcome());
    else if (run.status === 'completed') return errors;
    else if (run.status === 'failed' || run.status === 'cancelled') throw new Error(`It has ${run.status}.`);
    else {
      const pending = (await memory.approvals({ status: 'PENDING' })).items;
      for (const one of pending) await attempt(() => approvals.decide(one.id, yes(one, `d-${one.id}`), GRACE));
      await attempt(() => chat.resume(run.id).call().outcome());
      clock.advance(60_000);
    }
  }
  throw new Error('The turn has not ended.');
};

const expectOnce = async (started: Started): Promise<void> => {
  const { desk, memory, model } = started;
  expect(desk.done.filter((line) => line.startsWith('refund A-1 1'))).toHaveLength(1);
  expect(desk.done.filter((line) => line.startsWith('refund A-1 2'))).toHaveLength(1);
  expect((await memory.approvals({})).items.map(({ status }) => status)).toEqual(['SUCCEEDED', 'SUCCEEDED']);
  expectPaired(model);
};

describe('a store that fails once, at any of its calls', () => {
  // The number of store calls in a turn without a fault.
  const calls = async (): Promise<number> => {
    const started = await start();
    expect(await live(started)).toEqual([]);
    await expectOnce(started);
    await started.app.close();
    return started.store.calls.length;
  };

  it.each<StoreFault & string>(['fail-before', 'fail-after'])(
    'loses nothing, runs nothing twice, and reports the fault: %s',
    async (fault) => {
      const total = await calls();
      expect(total).toBeGreaterThan(14);
      for (let at = 1; at <= total; at++) {
        const started = await start();
        started.store.plan = (call) => (call.total === at ? fault : 'ok');
        const errors = await live(started);
        const unclear = errors.filter((error) => !isClear(error));
        expect([at, unclear]).toEqual([at, []]);
        await expectOnce(started);
        await started.app.close();
      }
    },
    60_000,
  );
});

/** The fault itself, or an error with the fault as its cause. */
const isClear = (error: unknown): boolean =>
  error instanceof InjectedFaultException || (error instanceof Error && isClear(error.cause));

describe('a store whose reply is lost', () => {
  it('has suspended the turn all the same, and the caller receives the approvals', async () => {
    const { app, chat, store, memory, desk } = await start();
    store.plan = ({ method }) => (method === 'change' ? 'lost-reply' : 'ok');
    const { runId } = await waits(chat.prompt('Refund').conversation('c').call());
    expect((await memory.runs({})).items).toMatchObject([{ id: runId, status: 'suspended' }]);
    expect(desk.done).toEqual([]);
    await app.close();
  });
});

/** A store that fails to change a run once. What was written before that is in the run. */
class BrokenStore extends InMemoryApprovalStore {
  written?: Partial<StoredRun> | undefined;

  override async change<T>(id: string, change: ChangeRun<T>): Promise<T> {
    const { written } = this;
    if (!written) return super.change(id, change);
    this.written = undefined;
    await super.change(id, (state) => {
      const { version } = state!.run;
      const run = { ...state!.run, status: 'suspended', lease: undefined, ...written, version: version + 1 } as const;
      return { run, result: undefined };
    });
    throw new Error('The connection was lost.');
  }
}

describe('a store that fails while a resumed turn is suspended at its next batch', () => {
  const suspendWith = async (written: Partial<StoredRun>) => {
    const store = new BrokenStore();
    const model: ScriptedChatModel = new ScriptedChatModel([
      callsTools(refund(1)),
      () => {
        store.written = written;
        return callsTools(refund(2));
      },
    ]);
    const { app, approvals } = await bootDesk(model, { store, client: { tools: [Desk] } });
    const chat = app.get(ChatClient);
    const { runId, first } = await waits(chat.prompt('Refund twice').call());
    await approvals.decide(first.id, yes(first), GRACE);
    const resumed = await chat.resume(runId).call().outcome().catch(String);
    await app.close();
    return resumed;
  };

  it('has suspended it if its record states so', async () => {
    expect(await suspendWith({ round: 1 })).toMatchObject({ status: 'suspended' });
  });

  it.each<[string, Partial<StoredRun>]>([
    ['another process has suspended it', { round: 1, fence: 9 }],
    ['it is canceled', { round: 1, canceling: { reason: 'stop' } }],
    ['it waits at the batch before', {}],
  ])('has not suspended it if %s', async (_what, written) => {
    expect(await suspendWith(written)).toContain('The turn failed');
  });
});

describe('a store that is permanently unavailable', () => {
  it('fails the turn before anything of its batch runs', async () => {
    const started = await start();
    const { app, chat, desk, store, memory } = started;
    store.plan = ({ method }) => (method === 'change' ? 'fail-before' : 'ok');
    await expect(chat.prompt('Refund').conversation('c').call().content()).rejects.toThrow('change() failed');
    expect(desk.done).toEqual([]);
    expect((await memory.runs({})).items).toEqual([]);
    await app.close();
  });

  it('prevents a turn from resuming, and nothing of it runs', async () => {
    const started = await start();
    const { app, chat, desk, store, approvals } = started;
    const { runId, first } = await waits(chat.prompt('Refund').conversation('c').call());
    await approvals.decide(first.id, yes(first), GRACE);
    store.plan = () => 'fail-before';
    await expect(chat.resume(runId).call().content()).rejects.toBeInstanceOf(InjectedFaultException);
    await expect(approvals.get(first.id)).rejects.toBeInstanceOf(InjectedFaultException);
    expect(desk.done).toEqual([]);
    store.plan = () => 'ok';
    expect(await waits(chat.resume(runId).call())).toMatchObject({ runId });
    expect(desk.done).toHaveLength(2);
    await app.close();
  });
});
