import 'reflect-metadata';
import { describe, expect, it } from 'vitest';
import { diag, DiagLogLevel } from '@opentelemetry/api';
import { Injectable, type ModuleMetadata } from '@nestjs/common';
import { ChatClient, Tool } from 'toolgate';
import { ApprovalNotices, type ApprovalOptions, type ApprovalStore, InMemoryApprovalStore } from 'toolgate/approval';
import { ObservabilityModule } from 'toolgate/observability';
import { callsTools, FaultInjectingApprovalStore, type ScriptedAnswer, toolCall, VirtualClock } from 'toolgate/testing';
import { bootDesk, Desk, yes } from '../approval/approval.fixture.js';
import { Box, channelsOf } from '../approval/notices.fixture.js';
import { onEveryStore, waits } from '../approval/waiting.fixture.js';
import { rejectionOf } from '../chat/chat.fixture.js';
import { deferred, keepLogs } from '../story.fixture.js';
import { bootObserved, NamedModel } from './observed.fixture.js';
import { Sdk, useSdk, wound } from './telemetry.fixture.js';

const sdk = useSdk();

const WAITING = ['toolgate.approvals.pending', 'toolgate.approvals.oldest_pending', 'toolgate.runs.suspended'] as const;

/** Returns the values of a gauge for all label sets. */
const read = async (name: string, from = sdk.current) => (await from.measured())[name]?.map(({ sum }) => sum);

const waiting = async (from = sdk.current) => {
  const measured = await from.measured();
  return WAITING.map((name) => measured[name]?.[0]?.sum);
};

const refund = () => callsTools(toolCall('refund', { order: 'A-1', amount: 40 }));

const start = async (
  script: readonly ScriptedAnswer[],
  store: ApprovalStore,
  approval: ApprovalOptions = {},
  providers: ModuleMetadata['providers'] = [],
) => {
  const metadata = { imports: [ObservabilityModule.forRoot({})], providers };
  const booted = await bootDesk(new NamedModel(script), { store, approval }, metadata);
  const chat = booted.app.get(ChatClient);
  return { ...booted, chat, ask: () => waits(chat.prompt('Refund A-1').tools(Desk).call()) };
};

onEveryStore('waiting work', (open) => {
  it('has gauges, read at collection: pending approvals, age of the oldest, suspended runs', async () => {
    const clock = new VirtualClock();
    const store = await open(clock);
    const { app, ask, approvals, chat } = await start([refund(), refund(), 'Done.'], store);
    // Before the first prompt too.
    expect(await waiting()).toEqual([0, 0, 0]);
    const { runId, first } = await ask();
    clock.advance(90_000);
    await ask();
    expect(await waiting()).toEqual([2, 90, 2]);
    await approvals.decide(first.id, yes(first), { id: 'bob' });
    expect(await read('toolgate.runs.overdue')).toEqual([0]);
    clock.advance(1_500);
    expect(await waiting()).toEqual([1, 1.5, 2]);
    expect(await read('toolgate.runs.overdue')).toEqual([1.5]);
    await chat.resume(runId).call().content();
    expect(await waiting()).toEqual([1, 1.5, 1]);
    expect(await read('toolgate.runs.parked')).toEqual([0]);
    expect(await read('toolgate.runs.set_aside')).toEqual([0]);
    await store.setAside(runId, 'it cannot be read');
    expect(await read('toolgate.runs.set_aside')).toEqual([1]);
    await app.close();
  });
});

onEveryStore('a parked run', (open) => {
  it('has a gauge until a person retries it', async () => {
    const away = () => {
      throw new Error('The model is away.');
    };
    const store = await open(new VirtualClock());
    const { app, ask, approvals } = await start([refund(), away], store, { onDeadline: 'park', deadlineMs: 1 });
    const { runId, first } = await ask();
    await approvals.decide(first.id, yes(first), { id: 'bob' });
    await approvals.runs.resume(runId).catch(() => {});
    expect(await read('toolgate.runs.parked')).toEqual([1]);
    await approvals.runs.retry(runId, { id: 'bob' });
    expect(await read('toolgate.runs.parked')).toEqual([0]);
    await app.close();
  });
});

onEveryStore('notices', (open) => {
  const NOTICES = ['toolgate.notices.open', 'toolgate.notices.oldest_open', 'toolgate.notices.parked'];

  const notices = async () => (await Promise.all(NOTICES.map((name) => read(name)))).flat();

  it('have gauges: open ones, the age of the oldest, and parked ones', async () => {
    const clock = new VirtualClock();
    const box = new Box('desk');
    box.before = () => {
      throw new Error('The desk is away.');
    };
    const approval = { notices: { retryForMs: 60_000 } };
    const { app, ask } = await start([refund()], await open(clock), approval, channelsOf(box));
    app.useLogger(keepLogs());
    expect(await notices()).toEqual([0, 0, 0]);
    await ask();
    clock.advance(2_000);
    expect(await notices()).toEqual([1, 2, 0]);
    await app.get(ApprovalNotices).deliver();
    clock.advance(120_000);
    await app.get(ApprovalNotices).deliver();
    expect(await notices()).toEqual([0, 0, 1]);
    await app.close();
  });
});

describe('the gauges of waiting work', () => {
  it('do not include notices if the store has none', async () => {
    const { app } = await start([], Object.assign(new InMemoryApprovalStore(), { notices: () => undefined }));
    expect(await read('toolgate.runs.suspended')).toEqual([0]);
    expect(await read('toolgate.notices.open')).toBeUndefined();
    await app.close();
  });

  it('are absent without an approval store', async () => {
    await bootObserved(new NamedModel([]));
    expect(Object.keys(await sdk.current.measured())).toEqual([]);
  });

  it('are reported to an SDK that starts after the application, and only to that one', async () => {
    const { app, ask } = await start([refund()], new InMemoryApprovalStore(new VirtualClock().now));
    const before = sdk.current;
    await before.stop();
    const after = new Sdk().start();
    await ask();
    expect(await waiting(after)).toEqual([1, 0, 1]);
    await app.close();
    await after.stop();
  });

  it('are absent if the store fails, which is logged and affects nothing else', async () => {
    const store = new FaultInjectingApprovalStore(new InMemoryApprovalStore(), ({ method }) =>
      method === 'counts' ? 'fail-before' : 'ok',
    );
    const complaints: unknown[] = [];
    const keep = (...words: unknown[]) => void complaints.push(...words.map(String));
    const ignore = () => {};
    diag.setLogger(
      { error: keep, warn: ignore, info: ignore, debug: ignore, verbose: ignore },
      { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
    );
    const { app, ask } = await start([refund()], store);
    await ask();
    expect(await waiting()).toEqual([undefined, undefined, undefined]);
    diag.disable();
    expect(complaints.join(' ')).toContain('counts() failed');
    expect(await read('toolgate.runs.in_flight')).toEqual([0]);
    await app.close();
  });

  it('have a store_up of 0 if the store fails, because the SDK reports the last values again', async () => {
    let fails = false;
    const store = new FaultInjectingApprovalStore(new InMemoryApprovalStore(), ({ method }) =>
      method === 'counts' && fails ? 'fail-before' : 'ok',
    );
    const { app, ask } = await start([refund()], store);
    const told = async () => [...(await waiting()), ...((await read('toolgate.approvals.store_up')) ?? [])];
    expect(await told()).toEqual([0, 0, 0, 1]);
    await ask();
    fails = true;
    expect(await told()).toEqual([0, 0, 0, 0]);
    fails = false;
    expect(await told()).toMatchObject([1, expect.any(Number), 1, 1]);
    await app.close();
  });

  it('are not read after the application stops', async () => {
    const store = new FaultInjectingApprovalStore(new InMemoryApprovalStore());
    const { app } = await start([], store);
    await sdk.current.measured();
    const counted = () => store.calls.filter(({ method }) => method === 'counts').length;
    expect(counted()).toBe(1);
    await app.close();
    await sdk.current.measured();
    expect(counted()).toBe(1);
  });
});

describe('a running turn', () => {
  @Injectable()
  class Slow {
    readonly started = deferred();
    readonly gate = deferred();

    @Tool({ description: 'Takes long' })
    async wait(): Promise<string> {
      this.started.resolve();
      await this.gate.promise;
      return 'Waited';
    }
  }

  const running = () => read('toolgate.runs.in_flight');

  it.each(['call', 'stream'] as const)('is counted by client until it ends, in a %s', async (mode) => {
    const { app, chat } = await bootObserved(new NamedModel([callsTools(toolCall('wait')), 'Done.']), {
      metadata: { providers: [Slow] },
    });
    const slow = app.get(Slow);
    const asked = chat.prompt('Go').tools(Slow);
    const going = mode === 'call' ? asked.call().outcome() : asked.stream().outcome();
    await slow.started.promise;
    const [point] = (await sdk.current.measured())['toolgate.runs.in_flight']!;
    expect([point!.attributes, point!.sum]).toEqual([{ 'gen_ai.agent.name': 'default' }, 1]);
    slow.gate.resolve();
    await going;
    expect(await running()).toEqual([0]);
  });

  it('is not counted after it fails, is aborted or is suspended', async () => {
    const { chat, ask } = await start([new Error('away'), 'one two three', refund()], new InMemoryApprovalStore());
    await rejectionOf(chat.prompt('Go').call().content());
    const reader = chat.prompt('Go').stream()[Symbol.asyncIterator]();
    await reader.next();
    expect(await running()).toEqual([1]);
    await reader.return!();
    await wound();
    expect(await running()).toEqual([0]);
    await ask();
    expect(await running()).toEqual([0]);
  });
});
