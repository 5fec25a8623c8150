import { describe, expect, it } from 'vitest';
import { callsTools, ScriptedChatModel, toolCall, VirtualClock } from 'toolgate/testing';
import { RunDispatcher, type DueRun } from 'toolgate/approval';
import { ChatClient } from 'toolgate';
import { rejectionOf } from '../chat/chat.fixture.js';
import { deferred, keepLogs } from '../story.fixture.js';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { processOver, refundsOnce } from './due-work.fixture.js';
import { onEveryDatabase } from './on-every-database.fixture.js';
import { onEveryStore, until, waits } from './waiting.fixture.js';

const GRACE = { id: 'grace' };

onEveryDatabase('a dispatcher', (open) => {
  it('receives each run that a write leaves with work, and when it is due, but nothing of the turn', async () => {
    const clock = new VirtualClock();
    const { store } = await open(clock);
    const away = (): never => {
      throw new Error('The provider is away.');
    };
    let isAway = true;
    const answer: typeof refundsOnce = (prompt) =>
      isAway && prompt.messages.at(-1)?.role === 'tool'
        ? away()
        : (refundsOnce as (asked: typeof prompt) => string)(prompt);
    const { app, ask, approve, chat, dispatcher, approvals } = await processOver(
      store,
      { expiresInMs: 60_000 },
      answer,
    );
    const { dues } = dispatcher;
    const runId = await ask();
    const run = { id: runId, client: 'default' };
    expect(dues.splice(0)).toEqual([{ ...run, version: 1, work: 'time', inMs: 60_000 }]);

    await approve(runId);
    expect(dues.splice(0)).toEqual([{ ...run, version: 2, work: 'turn', inMs: 0 }]);

    // The claim and the calls leave no work to others: only the failed attempt does.
    await rejectionOf(chat.resume(runId).call().content());
    const { version } = (await store.state(runId))!.run;
    expect(dues.splice(0)).toEqual([{ ...run, version, work: 'turn', inMs: 1000 }]);

    isAway = false;
    await approvals.runs.requestResume(runId);
    await until(async () => (await approvals.runs.get(runId)).status === 'completed');
    expect(dues.splice(0)).toEqual([{ ...run, version: version + 1, work: 'turn', inMs: 0 }]);
    await app.close();
  });

  it('receives a run that is canceled or whose approval is canceled, and one that is made due again', async () => {
    const clock = new VirtualClock();
    const { store } = await open(clock);
    const { app, ask, approvals, dispatcher } = await processOver(store);
    const [first, second] = [await ask(), await ask()];
    dispatcher.dues.splice(0);
    const [one] = (await approvals.list({ runId: first })).items;
    await approvals.cancel(one!.id, GRACE);
    expect(dispatcher.dues.splice(0)).toMatchObject([{ id: first, work: 'turn', inMs: 0 }]);
    await store.setAside(second, 'a test');
    await approvals.runs.restore(second);
    expect(dispatcher.dues.splice(0)).toMatchObject([{ id: second, work: 'time' }]);
    await approvals.runs.cancel(second, GRACE);
    expect(dispatcher.dues).toEqual([]);
    await app.close();
  });
});

onEveryStore('a worker whose dispatcher names a run', (open) => {
  it('resumes that run alone, without a sweep', async () => {
    const { app, ask, approve, dispatcher, approvals, desk } = await processOver(await open());
    const [first, second] = [await ask(), await ask()];
    await approve(first);
    await approve(second);
    await dispatcher.worker!.resume(second);
    expect((await approvals.runs.get(first)).status).toBe('suspended');
    expect((await approvals.runs.get(second)).status).toBe('completed');
    const { version } = await approvals.runs.get(second);
    await dispatcher.worker!.resume(second);
    await dispatcher.worker!.resume('there is no such run');
    expect((await approvals.runs.get(second)).version).toBe(version);
    expect(desk.done).toHaveLength(1);
    await app.close();
  });

  it('resumes it after a place is free, and forgets it when the application stops', async () => {
    const gates: ReturnType<typeof deferred<void>>[] = [];
    const { app, ask, approve, dispatcher, desk } = await processOver(
      await open(),
      { concurrency: 1 },
      async (prompt) => {
        if (prompt.messages.at(-1)?.role === 'tool') await gates[gates.push(deferred()) - 1]!.promise;
        return (refundsOnce as (asked: typeof prompt) => string)(prompt);
      },
    );
    const ids = [await ask(), await ask(), await ask()];
    for (const id of ids) await approve(id);
    const ended: string[] = [];
    const resumed = ids.map(async (id) => {
      await dispatcher.worker!.resume(id);
      ended.push(id);
    });
    await until(() => gates.length === 1);
    expect(desk.done).toHaveLength(1);
    gates[0]!.resolve();
    await until(() => gates.length === 2);
    expect(ended).toEqual([ids[0]]);
    const closing = app.close();
    await until(() => ended.includes(ids[2]!));
    gates[1]!.resolve();
    await closing;
    await Promise.all(resumed);
    expect(gates).toHaveLength(2);
  });
});

describe('a dispatcher that fails', () => {
  class Failing extends RunDispatcher {
    readonly received: DueRun[] = [];
    start(): void {}
    due(run: DueRun): Promise<void> {
      this.received.push(run);
      return Promise.reject(new Error('The queue is away.'));
    }
    stop(): void {}
  }

  it('is logged, and the write counts', async () => {
    const dispatcher = new Failing();
    const refund = toolCall('refund', { order: 'A-1', amount: 70 });
    const model = new ScriptedChatModel([callsTools(refund), 'Done.']);
    const { app, approvals } = await bootDesk(
      model,
      { client: { tools: [Desk] }, retry: false, approval: { worker: true } },
      { providers: [{ provide: RunDispatcher, useValue: dispatcher }] },
    );
    const logs = keepLogs();
    app.useLogger(logs);
    const { runId } = await waits(app.get(ChatClient).prompt('Refund A-1').call());
    const [one] = (await approvals.list({ runId })).items;
    await approvals.decide(one!.id, yes(one!), GRACE);
    expect(dispatcher.received).toHaveLength(2);
    await until(() => logs.lines.filter((line) => line.includes('RunDispatcher failed: ')).length === 2);
    await app.close();
  });
});
