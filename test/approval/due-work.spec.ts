import { expect, it } from 'vitest';

import type { ChangeRun } from 'toolgate/approval';
import { FaultInjectingApprovalStore, VirtualClock } from 'toolgate/testing';
import { deferred } from '../story.fixture.js';
import { allDue, type Copied, CROWD, crowd, processOver, recordsOf, refundsOnce } from './due-work.fixture.js';
import { onEveryDatabase, type OpenedStore } from './on-every-database.fixture.js';
import { statusesOf, until } from './waiting.fixture.js';

const foreign: Readonly<Record<string, (index: number) => Copied>> = {
  'whose turns a later version is to resume': () => ({ run: { schema: 99, dueFor: 'turn' } }),
  'whose questions a later version is to let expire': () => ({ run: { schema: 99, dueFor: 'time' } }),
  'of which a later version does not state what they are due for': () => ({ run: { schema: 99, dueFor: undefined } }),
  'of a kind that a later version has added': () => ({ run: { kind: 'later' as never, dueFor: 'turn' } }),
  'of clients that this process does not have': (index) => ({ run: { client: `client-${index % 3}` } }),
};

onEveryDatabase('due runs that this process cannot resume', (open) => {
  it.each(Object.entries(foreign))('do not delay other runs, and are not written: %s', async (_what, copied) => {
    const { store } = await open(new VirtualClock());
    const { app, ask, approve, sweep, desk, changes, logs } = await processOver(store);
    const runId = await ask();
    await approve(runId);
    const ids = await crowd(store, runId, copied);
    const before = await recordsOf(store, ids);
    await sweep();
    await until(async () => (await store.state(runId))!.run.status === 'completed');
    expect(desk.done).toHaveLength(1);
    const looked = changes();
    await sweep();
    expect(changes()).toBe(looked);
    expect(await recordsOf(store, ids)).toBe(before);
    expect(await allDue(store)).toEqual(ids);
    expect((await store.counts()).setAside).toBeUndefined();
    const warnings = logs.filter((line) => line.includes('left to other processes'));
    expect(warnings).toHaveLength(new Set(ids.map((_id, index) => copied(index).run?.client)).size);
    await app.close();
  });

  it('still expire: only their turns need the client', async () => {
    const clock = new VirtualClock();
    const { store } = await open(clock);
    const { app, ask, sweep } = await processOver(store, { expiresInMs: 1000 });
    const ids = await crowd(store, await ask(), () => ({ run: { client: 'support', dueAt: clock.now() + 1000 } }));
    clock.advance(1000);
    await sweep();
    const states = await Promise.all(ids.map(async (id) => (await store.state(id))!));
    expect(new Set(states.flatMap(({ approvals }) => statusesOf(approvals)))).toEqual(new Set(['refund EXPIRED']));
    expect(new Set(states.map(({ run }) => run.status))).toEqual(new Set(['suspended']));
    await app.close();
  });
});

const CUT = `set body = substr(body, 1, 20) where`;

const insertStep = (step: number, body: string): string =>
  `insert into toolgate_approval_steps (run, step, body) select id, ${step}, '${body}' from toolgate_approval_runs where id like 'crowd-%'`;

/** How records are damaged: by a change of the store, or by a direct statement. */
const damages: Readonly<Record<string, Copied & { readonly statement?: string }>> = {
  'a run that lacks its calls': { run: { slots: undefined } },
  'a run without a schema': { run: { schema: undefined } },
  'a run in a status that does not exist': { run: { status: 'waiting' } },
  'a run whose checkpoint is missing': { without: 'checkpoint' },
  'a run whose approval is missing': { without: 'approvals' },
  'a run that is cut off': { statement: `update toolgate_approval_runs ${CUT} id like 'crowd-%'` },
  'a run that is not an object': {
    statement: `update toolgate_approval_runs set body = 'null' where id like 'crowd-%'`,
  },
  'an approval that is cut off': { statement: `update toolgate_approvals ${CUT} run like 'crowd-%'` },
  'a checkpoint that is cut off': { statement: `update toolgate_approval_checkpoints ${CUT} run like 'crowd-%'` },
  'a checkpoint that lacks its loop': {
    statement: `update toolgate_approval_checkpoints set body = '{"schema":1,"request":{}}' where run like 'crowd-%'`,
  },
  'a step that is cut off': { statement: insertStep(1, '{"schema":1,"step":1,') },
  'a step that lacks its messages': { statement: insertStep(1, '{"schema":1,"step":1,"loop":{}}') },
  'a step without the one before': {
    statement: insertStep(2, '{"schema":1,"step":2,"history":[],"exchanges":[],"loop":{}}'),
  },
};

onEveryDatabase('due runs that cannot be read', (open, hasTables) => {
  const possible = Object.entries(damages).filter(([, { statement }]) => hasTables || statement === undefined);

  it.each(possible)('are set aside, and do not delay other runs: %s', async (_what, { statement, ...how }) => {
    const { store, execute } = await open(new VirtualClock());
    const { app, ask, approve, sweep, changes, logs, approvals } = await processOver(store);
    const runId = await ask();
    await approve(runId);
    const ids = await crowd(store, runId, () => how);
    if (statement !== undefined) await execute!(statement);
    await until(async () => {
      await sweep();
      const { run } = (await store.state(runId))!;
      return run.status === 'completed' && (await store.counts()).setAside === CROWD;
    });
    expect(await allDue(store)).toEqual([]);
    const warnings = logs.filter((line) => line.includes('was set aside'));
    expect(warnings.map((line) => ids.find((id) => line.includes(`${id})`))).toSorted()).toEqual(ids.toSorted());
    expect(warnings.join()).not.toContain('Refund A-1');
    const looked = changes();
    await sweep();
    expect(changes()).toBe(looked);
    await expect(approvals.runs.restore(ids[0]!)).rejects.toThrow('cannot be read');
    await app.close();
  });

  it('are logged once, however many processes find them', async () => {
    const { store } = await open(new VirtualClock());
    const processes = [await processOver(store), await processOver(store)];
    const runId = await processes[0]!.ask();
    await crowd(store, runId, () => ({ run: { slots: undefined } }));
    await Promise.all(processes.map(({ sweep }) => sweep()));
    const warnings = processes.flatMap(({ logs }) => logs.filter((line) => line.includes('was set aside')));
    expect(warnings).toHaveLength(CROWD);
    for (const { app } of processes) await app.close();
  });

  it('are due again after they are repaired', async () => {
    const { store, execute } = await open(new VirtualClock());
    const { app, ask, approve, sweep, approvals, desk } = await processOver(store);
    const runId = await ask();
    await approve(runId);
    const { run } = (await store.state(runId))!;
    // In memory the record itself is written again, as a newer process would write it.
    const write = (body: object) =>
      execute
        ? execute(`update toolgate_approval_runs set body = '${JSON.stringify(body)}'`)
        : store.change(runId, () => ({ run: body as typeof run, result: undefined }));
    await write({ ...run, slots: undefined });
    await sweep();
    expect(await store.counts()).toMatchObject({ setAside: 1 });
    if (execute) {
      expect(await execute('select id, aside from toolgate_approval_runs where aside is not null')).toEqual([
        { id: runId, aside: 'its record has no valid slots' },
      ]);
    }
    await write(run);
    await approvals.runs.restore(runId);
    expect((await store.counts()).setAside).toBeUndefined();
    await sweep();
    await until(async () => (await store.state(runId))!.run.status === 'completed');
    expect(desk.done).toHaveLength(1);
    await app.close();
  });

  it('are skipped for some time if the store cannot set them aside', async () => {
    const { store } = await open(new VirtualClock());
    const { app, ask, approve, sweep, logs, store: watched } = await processOver(store);
    const runId = await ask();
    await approve(runId);
    await crowd(store, runId, () => ({ run: { slots: undefined } }));
    Object.assign(watched, {
      plan: ({ method }: { method: string }) => (method === 'setAside' ? 'fail-before' : 'ok'),
    });
    await sweep();
    await until(async () => (await store.state(runId))!.run.status === 'completed');
    expect(logs.filter((line) => line.includes('neither read nor set aside'))).toHaveLength(CROWD);
    await app.close();
  });
});

onEveryDatabase('turns that never end', (open) => {
  const hanging = async (opened: OpenedStore, approval: object = {}) => {
    const gates: ReturnType<typeof deferred<void>>[] = [];
    const started = await processOver(opened.store, approval, async (prompt) => {
      if (prompt.messages.at(-1)?.role === 'tool') await gates[gates.push(deferred()) - 1]!.promise;
      return (refundsOnce as (asked: typeof prompt) => string)(prompt);
    });
    const approved = async (): Promise<string> => {
      const runId = await started.ask();
      await started.approve(runId);
      return runId;
    };
    return { ...started, gates, approved };
  };

  it('block neither expiries nor lost leases, and free their slots one by one', async () => {
    const clock = new VirtualClock();
    const opened = await open(clock);
    const { store } = opened;
    const { app, ask, approved, sweep, gates } = await hanging(opened, { expiresInMs: 1000 });
    const runs: string[] = [];
    for (let count = 0; count < 12; count++) runs.push(await approved());
    await sweep();
    await until(() => gates.length === 8);

    const late = await ask();
    const lost = await approved();
    const lease = { worker: 'another', until: clock.now() + 1000 };
    await store.change(lost, (state) => ({
      run: { ...state!.run, version: 9, status: 'resuming', lease, dueAt: lease.until, dueFor: 'time' },
      result: undefined,
    }));
    clock.advance(1000);
    await sweep();
    expect(statusesOf((await store.state(late))!.approvals)).toEqual(['refund EXPIRED']);
    expect((await store.state(lost))!.run).toMatchObject({ status: 'suspended' });
    expect(gates).toHaveLength(8);

    gates[0]!.resolve();
    await until(async () => (await store.runs({ status: 'completed' })).items.length === 1);
    await until(() => gates.length === 9);
    for (let count = 0; count < 14; count++) {
      for (const gate of gates) gate.resolve();
      await until(async () => gates.length === 14 || (await store.runs({ status: 'resuming' })).items.length === 0);
      await sweep();
    }
    await until(async () => {
      for (const gate of gates) gate.resolve();
      await sweep();
      return (await store.runs({ status: 'completed' })).items.length === 14;
    });
    expect(runs).toHaveLength(12);
    await app.close();
  });

  it('run concurrently up to the configured limit', async () => {
    const opened = await open(new VirtualClock());
    const { app, approved, sweep, gates } = await hanging(opened, { concurrency: 2 });
    for (let count = 0; count < 5; count++) await approved();
    await sweep();
    await sweep();
    await until(() => gates.length === 2);
    expect((await opened.store.runs({ status: 'resuming' })).items).toHaveLength(2);
    await app.close();
  });
});

onEveryDatabase('a due run of an earlier version', (open) => {
  it('is resumed, although it does not state why it is due', async () => {
    const { store } = await open(new VirtualClock());
    const { app, ask, approve, sweep } = await processOver(store);
    const runId = await ask();
    await approve(runId);
    await store.change(runId, (state) => {
      const { dueFor: _, ...run } = state!.run as { dueFor?: unknown } & NonNullable<typeof state>['run'];
      return { run: { ...run, version: run.version + 1 }, result: undefined };
    });
    await sweep();
    await until(async () => (await store.state(runId))!.run.status === 'completed');
    await app.close();
  });
});

/** A store whose next reply arrives when the test says so. */
class LateReply extends FaultInjectingApprovalStore {
  late?: Promise<void>;
  readonly written = deferred();

  override async change<T>(run: string, change: ChangeRun<T>): Promise<T> {
    const result = await super.change(run, change);
    const { late } = this;
    this.late = undefined;
    if (late) this.written.resolve();
    await late;
    return result;
  }
}

onEveryDatabase('a turn that another process claimed first', (open) => {
  it('uses no slot: the worker resumes another run, and a reader still follows the first', async () => {
    const { store } = await open(new VirtualClock());
    const gate = deferred();
    const first = await processOver(store, {}, async (prompt) => {
      if (prompt.messages.at(-1)?.role === 'tool') await gate.promise;
      return (refundsOnce as (asked: typeof prompt) => string)(prompt);
    });
    const late = new LateReply(store);
    const second = await processOver(late, { concurrency: 1 });
    const [claimed, free] = [await first.ask(), await first.ask()];
    await first.approve(claimed);

    // The second process reads the run, and the first one claims it before the second one can.
    const reply = deferred();
    late.late = reply.promise;
    const looking = second.sweep();
    await late.written.promise;
    await first.sweep();
    await until(() => first.model.prompts.length === 3);
    reply.resolve();
    await looking;

    const reading = second.chat.resume(claimed).call().content();
    await first.approve(free);
    await until(async () => {
      await second.sweep();
      return (await store.state(free))!.run.status === 'completed';
    });
    expect(second.desk.done).toHaveLength(1);
    expect(second.logs.filter((line) => line.includes('could not'))).toEqual([]);
    gate.resolve();
    expect(await reading).toBe('Done.');
    await first.app.close();
    await second.app.close();
  });
});
