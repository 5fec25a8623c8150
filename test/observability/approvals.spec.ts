import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { SpanStatusCode } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { ChatClient } from 'toolgate';
import { InMemoryApprovalStore } from 'toolgate/approval';
import { ObservabilityModule, type ObservabilityModuleOptions } from 'toolgate/observability';
import { migrateToLatest, openSqlDatabase, SqlApprovalStore } from 'toolgate/sql';
import { callsTools, type ScriptedAnswer, toolCall, VirtualClock } from 'toolgate/testing';
import { bootDesk, Desk, yes } from '../approval/approval.fixture.js';
import { lostProcess, tillOver } from '../approval/lost-process.fixture.js';
import { waits } from '../approval/waiting.fixture.js';
import { readAll } from '../chat/chat.fixture.js';
import { NamedModel } from './observed.fixture.js';
import { Sdk, useSdk } from './telemetry.fixture.js';

const find = toolCall('find', { order: 'A-1' });
const refund = (id = 'c1') => toolCall('refund', { order: 'A-1', amount: 40 }, id);
const BOB = { id: 'bob' };
const HOUR = 3_600_000;

const start = async (
  script: readonly ScriptedAnswer[],
  options: Parameters<typeof bootDesk>[1] = {},
  observe: ObservabilityModuleOptions = {},
) => {
  const booted = await bootDesk(new NamedModel(script), options, { imports: [ObservabilityModule.forRoot(observe)] });
  const chat = booted.app.get(ChatClient);
  return { ...booted, chat, ask: (text = 'Refund A-1') => chat.prompt(text).tools(Desk).conversation('c') };
};

const traceOf = (span: ReadableSpan): string => span.spanContext().traceId;
const secondsOf = ({ startTime, endTime }: ReadableSpan): number =>
  endTime[0] - startTime[0] + (endTime[1] - startTime[1]) / 1e9;

const TREE = [
  'INTERNAL invoke_agent default',
  '  INTERNAL advisor tool_calling',
  '    CLIENT chat gpt-x',
  '    INTERNAL approve_tool refund',
  '  INTERNAL await_approval refund',
  'INTERNAL invoke_agent default',
  '  INTERNAL advisor tool_calling',
  '    INTERNAL approve_tool refund',
  '    INTERNAL execute_tool find',
  '    INTERNAL execute_tool refund',
  '    CLIENT chat gpt-x',
].join('\n');

describe.each(['call', 'stream'] as const)('a turn that is suspended and resumes, in a %s', (mode) => {
  const sdk = useSdk();

  it('has spans from the first approval request to the last answer', async () => {
    const { chat, ask, approvals } = await start([callsTools(find, refund()), 'Refunded.']);
    const { runId, first } = await waits(mode === 'call' ? ask().call() : ask().stream());
    await approvals.decide(first.id, yes(first), BOB);
    const resumed = chat.resume(runId);
    if (mode === 'call') await resumed.call().content();
    else await readAll(resumed.stream());
    expect(sdk.current.tree()).toBe(TREE);

    const [asking, going] = sdk.current.named('invoke_agent default');
    const [asked, approved] = sdk.current.named('approve_tool refund');
    const waited = sdk.current.span('await_approval refund');
    expect([asked!, waited].map(traceOf)).toEqual([traceOf(asking!), traceOf(asking!)]);
    expect(traceOf(going!)).not.toBe(traceOf(asking!));
    expect(traceOf(approved!)).toBe(traceOf(going!));
    expect(going!.links.map(({ context }) => context.spanId)).toEqual([asking!.spanContext().spanId]);
    const call = { 'gen_ai.tool.name': 'refund', 'gen_ai.tool.call.id': 'c1' };
    expect(asked!.attributes).toEqual({
      ...call,
      'toolgate.tool.approval.outcome': 'asked',
      'toolgate.tool.approval.strategy': 'HumanApprovalStrategy',
    });
    expect(approved!.attributes).toEqual({
      ...call,
      'toolgate.tool.approval.outcome': 'approved',
      'toolgate.tool.approval.strategy': 'HumanApprovalStrategy',
      'toolgate.tool.approval.phase': 'resume',
    });
    expect(waited.attributes).toEqual({
      ...call,
      'toolgate.run.id': runId,
      'toolgate.tool.approval.id': first.id,
      'toolgate.tool.approval.status': 'approved',
    });
  });
});

describe('a turn that another application resumes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-observed-'));
  let running: Sdk | undefined;
  afterEach(() => running?.stop());
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const process = async (script: readonly ScriptedAnswer[]) => {
    running = new Sdk().start();
    const database = await openSqlDatabase({ sqlite: { file: join(folder, 'approvals.db') } });
    await migrateToLatest(database);
    const { app, ...rest } = await start(script, { store: new SqlApprovalStore(database) });
    const stop = async (): Promise<void> => {
      await app.close();
      await database.destroy();
      await running?.stop();
    };
    return { ...rest, sdk: running, stop };
  };

  it('has spans in the trace of the request and in a linked trace', async () => {
    const first = await process([callsTools(find, refund())]);
    const { runId, first: approval } = await waits(first.ask().call());
    const asking = first.sdk.span('invoke_agent default').spanContext();
    expect(first.sdk.tree()).toBe(TREE.split('\n').slice(0, 4).join('\n'));
    await first.stop();

    const second = await process(['Refunded.']);
    await second.approvals.decide(approval.id, yes(approval), BOB);
    await second.chat.resume(runId).call().content();
    const waited = second.sdk.span('await_approval refund');
    expect(traceOf(waited)).toBe(asking.traceId);
    expect(waited.parentSpanContext).toMatchObject({ spanId: asking.spanId, isRemote: true });
    const going = second.sdk.span('invoke_agent default');
    expect(going.links.map(({ context }) => [context.traceId, context.spanId])).toEqual([
      [asking.traceId, asking.spanId],
    ]);
    expect(second.sdk.tree()).toBe(['INTERNAL await_approval refund', ...TREE.split('\n').slice(5)].join('\n'));
    await second.stop();
  });
});

describe('a turn that is suspended twice', () => {
  const sdk = useSdk();

  it('is linked to the previous turn, and each wait belongs to its own turn', async () => {
    const { chat, ask, approvals } = await start([callsTools(refund()), callsTools(refund('c2')), 'Refunded twice.']);
    const one = await waits(ask().call());
    await approvals.decide(one.first.id, yes(one.first), BOB);
    const two = await waits(chat.resume(one.runId).call());
    await approvals.decide(two.first.id, yes(two.first), BOB);
    await chat.resume(one.runId).call().content();
    const turns = sdk.current.named('invoke_agent default');
    const ids = turns.map((span) => span.spanContext().spanId);
    expect(turns.map(({ links }) => links.map(({ context }) => context.spanId))).toEqual([[], [ids[0]], [ids[1]]]);
    expect(sdk.current.named('await_approval refund').map(traceOf)).toEqual(turns.slice(0, 2).map(traceOf));
  });
});

describe('the outcome of an approval', () => {
  const sdk = useSdk();

  /** The counts of approvals: `status count`. */
  const counted = async () =>
    (await sdk.current.measured())['toolgate.tool.approval.events']!.map(
      ({ attributes, sum }) => `${(attributes as Record<string, string>)['toolgate.tool.approval.status']} ${sum}`,
    );

  it('is counted, and its wait is measured by the clock of the store', async () => {
    const clock = new VirtualClock();
    const store = new InMemoryApprovalStore(clock.now);
    const script = [callsTools(...['c1', 'c2', 'c3', 'c4'].map(refund)), 'Refunded some.'];
    const { chat, ask, approvals } = await start(script, { store, approval: { expiresInMs: HOUR } });
    const { runId, approvals: asked } = await waits(ask().call());
    clock.advance(60_000);
    const [yesTo, noTo, answered] = asked;
    await approvals.decide(yesTo!.id, yes(yesTo!), BOB);
    await approvals.decide(noTo!.id, { ...yes(noTo!, 'd2'), decision: 'reject' }, BOB);
    await approvals.decide(answered!.id, { ...yes(answered!, 'd3'), decision: 'respond', response: 'No.' }, BOB);
    // No one reads the approvals before a day has passed.
    clock.advance(2 * HOUR);
    await chat.resume(runId).call().content();
    const waited = sdk.current.named('await_approval refund');
    expect(waited.map((span) => [span.attributes['toolgate.tool.approval.status'], secondsOf(span)])).toEqual([
      ['approved', 60],
      ['rejected', 60],
      ['responded', 60],
      ['expired', 3600],
    ]);
    const wait = (await sdk.current.measured())['toolgate.tool.approval.wait']!;
    expect(wait.map(({ attributes, sum, unit }) => [attributes, sum, unit])).toEqual(
      waited.map((span) => [
        {
          'gen_ai.tool.name': 'refund',
          'toolgate.tool.approval.status': span.attributes['toolgate.tool.approval.status'],
        },
        secondsOf(span),
        's',
      ]),
    );
    expect(wait[0]!.boundaries.at(-1)).toBe(30 * 86_400);
    expect(await counted()).toEqual([
      'pending 4',
      'approved 1',
      'rejected 1',
      'responded 1',
      'expired 1',
      'executing 1',
      'succeeded 1',
    ]);
  });

  it('is counted for canceled and superseded approvals, and a wait ends with the first decision', async () => {
    const script = [callsTools(refund()), callsTools(refund()), callsTools(refund()), 'Hello.'];
    const { ask, approvals } = await start(script, { approval: { onMessage: 'supersede' } });
    await approvals.cancel((await waits(ask().call())).first.id, BOB);
    const { first } = await waits(ask().call());
    await approvals.decide(first.id, yes(first), BOB);
    await approvals.cancel(first.id, BOB);
    await waits(ask().call());
    await ask('Hello').call().outcome();
    const waited = sdk.current.named('await_approval refund');
    expect(waited.map(({ attributes }) => attributes['toolgate.tool.approval.status'])).toEqual([
      'cancelled',
      'approved',
      'cancelled',
    ]);
    expect(await counted()).toEqual(['pending 3', 'cancelled 3', 'approved 1']);
  });

  it('is counted if the outcome of the call is unknown', async () => {
    const { store, runId, outside, tool } = await lostProcess('pay');
    const { approvals } = await bootDesk(
      new NamedModel([]),
      { store },
      { imports: [ObservabilityModule.forRoot({})], providers: [tillOver(outside)] },
    );
    await approvals.runs.reconcile(runId);
    expect((await sdk.current.measured())['toolgate.tool.approval.events']).toMatchObject([
      { attributes: { 'gen_ai.tool.name': tool, 'toolgate.tool.approval.status': 'outcome_unknown' }, sum: 1 },
    ]);
  });

  it('has its own trace if the request had none', async () => {
    const store = new InMemoryApprovalStore();
    const { app } = await bootDesk(new NamedModel([callsTools(refund())]), { store });
    const { first } = await waits(app.get(ChatClient).prompt('Refund A-1').tools(Desk).call());
    const { approvals } = await start([], { store });
    await approvals.decide(first.id, yes(first), BOB);
    expect(sdk.current.span('await_approval refund').parentSpanContext).toBeUndefined();
  });

  it.each(['call', 'stream'] as const)(
    'is an event of the resumed turn if the call was rejected, in a %s',
    async (mode) => {
      const nothing = callsTools(toolCall('nothing', {}, 'c0'));
      const batch = callsTools(find, refund(), refund('c2'));
      const { chat, ask, approvals } = await start([nothing, batch, 'Not refunded.']);
      const { runId, approvals: asked } = await waits(ask()[mode]());
      const [noTo, answered] = asked;
      await approvals.decide(noTo!.id, { ...yes(noTo!), decision: 'reject', reason: 'Zoe' }, BOB);
      await approvals.decide(answered!.id, { ...yes(answered!, 'd2'), decision: 'respond', response: 'Zoe' }, BOB);
      await chat.resume(runId)[mode]().outcome();
      const [asking, going] = sdk.current.named('invoke_agent default');
      const { suspended, notRun } = { suspended: 'toolgate.suspended', notRun: 'toolgate.tool.not_run' };
      expect(asking!.events.map(({ name }) => name)).toEqual([suspended, suspended, notRun]);
      expect(going!.events.map(({ name, attributes = {} }) => [name, Object.values(attributes)])).toEqual([
        [notRun, ['refund', 'c1', 'denied', 'reject']],
        [notRun, ['refund', 'c2', 'responded', 'responded']],
      ]);
      expect(JSON.stringify(going!.events)).not.toContain('Zoe');
      expect(going!.status.code).toBe(SpanStatusCode.UNSET);
    },
  );

  it('contains no persons, arguments or reasons', async () => {
    const { chat, ask, approvals } = await start([callsTools(refund()), 'Done.']);
    const { runId, first } = await waits(ask('Refund Zoe, please').toolContext({ user: 'zoe' }).call());
    const reason = 'Zoe is a friend of mine';
    await approvals.decide(first.id, { ...yes(first), reason }, { id: 'bob', roles: ['lead'] });
    await chat.resume(runId).call().content();
    const spans = sdk.current.spans.getFinishedSpans();
    // Ids and times are random and may contain any letters.
    const chance = new RegExp(`${runId}|${first.id}|"time":\\[[\\d,]+\\]`, 'g');
    const all = JSON.stringify(spans.map(({ attributes, events, status }) => ({ attributes, events, status })));
    const told = all.replaceAll(chance, '');
    for (const word of ['A-1', ':40', 'oe', 'bob', 'lead', 'friend', 'acme']) expect(told).not.toContain(word);
    const measured = JSON.stringify(await sdk.current.measured());
    for (const word of ['A-1', 'zoe', 'bob', 'acme']) expect(measured).not.toContain(word);
  });
});
