import { describe, expect, it } from 'vitest';
import { ApprovalHealth, ChatClient, ShuttingDownException } from 'toolgate';
import { type ApprovalStore, InMemoryApprovalStore, RunDispatcher } from 'toolgate/approval';
import { callsTools, FaultInjectingApprovalStore, ScriptedChatModel, toolCall, VirtualClock } from 'toolgate/testing';
import { keepLogs } from '../story.fixture.js';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { HandDispatcher } from './hand-dispatcher.fixture.js';
import { onEveryDatabase } from './on-every-database.fixture.js';
import { waits } from './waiting.fixture.js';

const refund = callsTools(toolCall('refund', { order: 'A-1', amount: 70 }));
const GRACE = { id: 'grace' };

class UnreachableStore extends InMemoryApprovalStore {
  isReachable = false;

  override async counts() {
    if (!this.isReachable) throw new Error('no route to db-7.internal');
    return super.counts();
  }
}

const start = async (store: ApprovalStore, approval: object = { worker: true }) => {
  const dispatcher = new HandDispatcher();
  const booted = await bootDesk(
    new ScriptedChatModel([refund, 'Done.']),
    { store, client: { tools: [Desk] }, retry: false, approval: { shutdownMs: 1, ...approval } },
    { providers: [{ provide: RunDispatcher, useValue: dispatcher }] },
  );
  const logs = keepLogs();
  booted.app.useLogger(logs);
  const health = booted.app.get(ApprovalHealth);
  return { ...booted, dispatcher, logs: logs.lines, health, chat: booted.app.get(ChatClient) };
};

onEveryDatabase('a health check', (open) => {
  it('reports what waits, and for how long the oldest work has been due', async () => {
    const clock = new VirtualClock();
    const { store } = await open(clock);
    const { app, health, chat, approvals } = await start(store);
    const idle = { status: 'up', store: 'answered', worker: 'running', overdueMs: 0, parked: 0, setAside: 0 };
    expect(await health.check()).toEqual({ toolgate: { ...idle, pending: 0, suspended: 0 } });
    const { first } = await waits(chat.prompt('Refund A-1').call());
    expect(await health.check('agents')).toEqual({ agents: { ...idle, pending: 1, suspended: 1 } });
    await approvals.decide(first.id, yes(await approvals.get(first.id)), GRACE);
    clock.advance(7000);
    expect(await health.check()).toMatchObject({ toolgate: { status: 'up', overdueMs: 7000, pending: 0 } });
    expect(await health.check('toolgate', { maxOverdueMs: 7000 })).toMatchObject({ toolgate: { status: 'up' } });
    expect(await health.check('toolgate', { maxOverdueMs: 6999 })).toMatchObject({
      toolgate: { status: 'down', reason: 'Work has been due for more than 6999 ms', overdueMs: 7000 },
    });
    await app.close();
  });
});

describe('a health check', () => {
  it('is down while the store fails, states no error of it, and logs it once', async () => {
    const store = new UnreachableStore();
    const { app, health, logs } = await start(store);
    for (const _ of [1, 2]) {
      const result = await health.check();
      expect(result).toEqual({
        toolgate: {
          status: 'down',
          reason: 'The store failed, and the log states why',
          store: 'failed',
          worker: 'running',
        },
      });
    }
    expect(logs.filter((line) => line.includes('db-7.internal'))).toHaveLength(1);
    store.isReachable = true;
    expect(await health.check()).toMatchObject({ toolgate: { status: 'up' } });
    await app.close();
  });

  it('logs each reason once for each of several probes with their own limits', async () => {
    const clock = new VirtualClock();
    const store = new FaultInjectingApprovalStore(new InMemoryApprovalStore(clock.now));
    const { app, health, logs, chat, approvals } = await start(store);
    const { first } = await waits(chat.prompt('Refund A-1').call());
    await approvals.decide(first.id, yes(await approvals.get(first.id)), GRACE);
    clock.advance(7000);
    const alert = () => health.check('alert', { maxOverdueMs: 6999 });
    for (const _ of [1, 2]) {
      expect(await health.check()).toMatchObject({ toolgate: { status: 'up' } });
      expect(await alert()).toMatchObject({ alert: { status: 'down' } });
    }
    store.plan = () => {
      throw new Error('no route to db-7');
    };
    for (const _ of [1, 2]) expect(await alert()).toMatchObject({ alert: { store: 'failed' } });
    const lines = [
      'Work has been due for more than 6999 ms',
      'no route to db-7',
      'The store failed, and the log states why',
    ];
    expect(logs).toEqual(lines.map((line) => expect.stringContaining(line)));
    store.plan = () => 'ok';
    await app.close();
  });

  it('is down if the store does not answer in time', async () => {
    const store = new FaultInjectingApprovalStore(new InMemoryApprovalStore());
    const { app, health } = await start(store);
    store.plan = () => ({ waitFor: new Promise(() => {}) });
    expect(await health.check('toolgate', { timeoutMs: 5 })).toMatchObject({
      toolgate: { status: 'down', reason: 'The store did not answer within 5 ms' },
    });
    store.plan = () => 'ok';
    await app.close();
  });

  it('is down if the dispatcher has stopped, and while the process shuts down', async () => {
    const { app, health, dispatcher } = await start(new InMemoryApprovalStore());
    dispatcher.isRunning = () => false;
    expect(await health.check()).toMatchObject({ toolgate: { status: 'down', worker: 'stopped' } });
    dispatcher.isRunning = () => true;
    expect(await health.check()).toMatchObject({ toolgate: { status: 'up', worker: 'running' } });
    await app.close();
    expect(await health.check()).toMatchObject({
      toolgate: { status: 'down', worker: 'draining', reason: 'The process is shutting down' },
    });
  });

  it('is up without a store, and without a worker', async () => {
    const none = await start(new InMemoryApprovalStore(), { worker: false });
    expect(await none.health.check()).toMatchObject({ toolgate: { status: 'up', worker: 'off' } });
    await none.app.close();
    const bare = await bootDesk(new ScriptedChatModel([]), { approval: { store: undefined } });
    expect(await bare.app.get(ApprovalHealth).check()).toEqual({
      toolgate: { status: 'up', store: 'none', worker: 'off' },
    });
    await bare.app.close();
  });

  it('is down while the process shuts down, and a new turn is refused, also without a store', async () => {
    const { app } = await bootDesk(new ScriptedChatModel(['Hello.']), { approval: { store: undefined } });
    const chat = app.get(ChatClient);
    await app.close();
    expect(await app.get(ApprovalHealth).check()).toMatchObject({ toolgate: { status: 'down', store: 'none' } });
    for (const mode of ['call', 'stream'] as const) {
      await expect(chat.prompt('Hello')[mode]().outcome()).rejects.toThrow(ShuttingDownException);
    }
  });

  it('rejects an invalid limit', async () => {
    const { app, health } = await start(new InMemoryApprovalStore());
    await expect(health.check('toolgate', { timeoutMs: 0 })).rejects.toThrow('ApprovalHealth.check() timeoutMs');
    await app.close();
  });
});
