import { getEventListeners } from 'node:events';
import { Injectable } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { Tool, ToolContext } from 'toolgate';
import { InMemoryApprovalStore, RunLostException, ToolApprovalStrategy } from 'toolgate/approval';
import { filePart, type ToolCallOutcome, type ToolResultOutput } from 'toolgate/model';
import { FaultInjectingApprovalStore, VirtualClock } from 'toolgate/testing';
import { toolContent, type ToolCallResult, ToolInterceptor } from 'toolgate/tool';
import { deferred, settled } from '../story.fixture.js';
import { yes } from './approval.fixture.js';
import { ADA, GRACE, openShop, Refunds, runOf } from './gated-calls.fixture.js';
import { runAhead } from './monotonic-clock.fixture.js';
import { until } from './waiting.fixture.js';

const REFUND = { order: 'A-1', amount: 70 };
const REQUEST = { requestId: 'night-2030-01-31' };
const TEXT = { type: 'text', text: 'no' } as const;
const JSON_CODE = { type: 'json', value: { code: 7 } } as const;

/** Lets a call wait after its start was saved, and before its body begins. */
const waitsFor = (body: Promise<void>) => {
  class Desk extends ToolInterceptor {
    async intercept(_call: unknown, next: () => Promise<ToolCallResult>): Promise<ToolCallResult> {
      await body;
      return next();
    }
  }
  return [Desk];
};

describe('the outcome of a call outside of a turn', () => {
  it('states no arguments if a person answered after an edit, because none ran', async () => {
    const requirement = { allowEdit: true, approvers: { quorum: 2 } };
    const strategy = ToolApprovalStrategy.of(() => ({ type: 'ask', requirement }));
    const { app, gated, refunds, approvals, decide } = await openShop({ approval: { strategy } });
    const runId = runOf(await gated.call('refund', REFUND));
    const edited = await decide(runId, 'approve', { editedArguments: { order: 'A-1', amount: 60 } });
    expect(edited).toMatchObject({ status: 'PENDING', revision: 2 });
    const response = { decision: 'respond', response: 'Refunded by hand' } as const;
    await approvals.decide(edited.id, { ...yes(edited, 'd2'), ...response }, { id: 'linus' });
    expect(await gated.outcome(runId, {}, ADA)).toEqual({ status: 'completed', result: 'Refunded by hand', runId });
    expect(refunds.done).toEqual([]);
    await app.close();
  });

  it('states no arguments if no person changed them, or if the body failed', async () => {
    const { app, gated, refunds, approvals, decide } = await openShop();
    const same = runOf(await gated.call('refund', REFUND));
    await decide(same);
    await approvals.runs.resume(same);
    const result = { order: 'A-1', refunded: 70 };
    expect(await gated.outcome(same, {}, ADA)).toEqual({ status: 'completed', result, runId: same });
    refunds.before = () => Promise.reject(new Error('the bank is closed'));
    const failed = runOf(await gated.call('refund', REFUND));
    await decide(failed, 'approve', { editedArguments: { order: 'A-1', amount: 60 } });
    await approvals.runs.resume(failed);
    const message = expect.stringContaining('the bank is closed');
    expect(await gated.outcome(failed, {}, ADA)).toEqual({ status: 'failed', message, runId: failed });
    await app.close();
  });

  it.each(['a canceled call', 'a call'])('is a failure if %s may have run and is abandoned', async (what) => {
    const store = new InMemoryApprovalStore();
    const lost = await openShop({ store, approval: { shutdownMs: 1 } });
    const body = deferred();
    lost.refunds.before = () => body.promise;
    const calling = lost.gated.call('refund', { order: 'A-1', amount: 40 }, REQUEST);
    calling.catch(() => {});
    await until(async () => (await store.runs({})).items[0]?.slots[0]?.state === 'started');
    await lost.app.close();
    const { app, gated, approvals } = await openShop({ store });
    const { id } = (await store.runs({})).items[0]!;
    if (what === 'a canceled call') await approvals.runs.cancel(id, GRACE, 'stop');
    expect(await gated.outcome(id, {}, ADA)).toMatchObject({ status: 'suspended', unknown: [{ toolName: 'refund' }] });
    await approvals.runs.reconcile(id, { index: 0, outcome: { type: 'abandoned' } }, GRACE);
    const unknown = 'It is not known whether this tool had its effect.';
    const message = what === 'a canceled call' ? `stop: ${unknown}` : unknown;
    expect(await gated.outcome(id, {}, ADA)).toEqual({ status: 'failed', message, runId: id });
    body.resolve();
    await app.close();
  });

  it('is that the body did not run if the call is canceled between its start and its body', async () => {
    const body = deferred();
    const { app, gated, refunds, decide, approvals, store } = await openShop({ providers: waitsFor(body.promise) });
    const runId = runOf(await gated.call('refund', REFUND));
    await decide(runId);
    const resuming = approvals.runs.resume(runId);
    await until(async () => (await store.state(runId))!.run.slots[0]!.state === 'started');
    await approvals.runs.cancel(runId, GRACE, 'stop');
    await resuming;
    body.resolve();
    await until(async () => (await store.state(runId))!.run.status === 'cancelled');
    const reason = 'stop: This tool was not started.';
    expect(await gated.outcome(runId, {}, ADA)).toEqual({ status: 'rejected', reason, runId });
    expect(refunds.done).toEqual([]);
    await app.close();
  });

  it('is a failure if its process was stopped for longer than its lease between its start and its body', async () => {
    const body = deferred();
    const process = runAhead();
    const { app, gated, refunds, decide, approvals, store } = await openShop({ providers: waitsFor(body.promise) });
    const runId = runOf(await gated.call('refund', REFUND));
    await decide(runId);
    const resuming = approvals.runs.resume(runId);
    await until(async () => (await store.state(runId))!.run.slots[0]!.state === 'started');
    process.advance(60_000);
    body.resolve();
    await expect(resuming.finally(process.restore)).rejects.toThrow(RunLostException);
    await until(async () => (await store.state(runId))!.run.status === 'completed');
    const message = 'This tool was not started.';
    expect(await gated.outcome(runId, {}, ADA)).toEqual({ status: 'failed', message, runId });
    expect(refunds.done).toEqual([]);
    await app.close();
  });

  it.each<[ToolCallOutcome, ToolResultOutput, object]>([
    [
      { type: 'error', kind: 'malformed-arguments' },
      TEXT,
      { status: 'invalid', issues: [{ path: '', message: 'no' }] },
    ],
    [{ type: 'error', kind: 'invalid-arguments' }, TEXT, { status: 'invalid', issues: [{ path: '', message: 'no' }] }],
    [{ type: 'error', kind: 'execution' }, JSON_CODE, { status: 'failed', message: '{"code":7}' }],
    [{ type: 'success' }, JSON_CODE, { status: 'completed', result: { code: 7 } }],
  ])('is what an interceptor returned in place of the tool: %j', async (outcome, output, expected) => {
    class Desk extends ToolInterceptor {
      async intercept(): Promise<ToolCallResult> {
        return { outcome, output };
      }
    }
    const { app, gated, refunds } = await openShop({ providers: [Desk] });
    expect(await gated.call('refund', { order: 'A-1', amount: 40 })).toEqual(expected);
    expect(refunds.done).toEqual([]);
    await app.close();
  });

  it('has the parts of a result that consists of parts', async () => {
    @Injectable()
    class Labels {
      @Tool({ description: 'Prints a label', requiresApproval: false })
      label(order: string) {
        return toolContent(order, filePart(Buffer.from('iVBO', 'base64'), 'image/png'));
      }
    }
    const { app, gated } = await openShop({ providers: [Labels] });
    const file = { type: 'file', mediaType: 'image/png', source: { type: 'data', base64: 'iVBO' } };
    expect(await gated.call('label', { order: 'A-1' })).toEqual({
      status: 'completed',
      result: [{ type: 'text', text: 'A-1' }, file],
    });
    await app.close();
  });

  it('lists why arguments are too large, as a model would read it', async () => {
    const { app, gated, store } = await openShop();
    const large = await gated.call('refund', { order: 'x'.repeat(1_100_000), amount: 5 }, REQUEST);
    expect(large).toEqual({
      status: 'invalid',
      issues: [{ path: '', message: expect.stringContaining('at most 1000000 bytes') }],
    });
    expect((await store.runs({})).items).toEqual([]);
    await app.close();
  });
});

describe('a call outside of a turn', () => {
  it('cannot change the tool context that its strategy decides on', async () => {
    @Injectable()
    class Marks {
      @Tool({ description: 'Marks an order' })
      mark(order: string, context: ToolContext): string {
        (context.data['tags'] as string[]).push(order);
        return order;
      }
    }
    const ask = ToolApprovalStrategy.of((_tool, { order }) => ({ type: order === 'A-1' ? 'approve' : 'ask' }));
    const { app, gated, decide, approvals } = await openShop({ providers: [Marks], approval: { strategy: ask } });
    const toolContext = { user: 'ada', tags: [] };
    expect(await gated.call('mark', { order: 'A-1' }, { toolContext })).toMatchObject({ status: 'failed' });
    const runId = runOf(await gated.call('mark', { order: 'A-2' }, { toolContext }));
    await decide(runId);
    await approvals.runs.resume(runId);
    expect(await gated.outcome(runId, {}, ADA)).toMatchObject({ status: 'failed' });
    await app.close();
  });

  it('aborts its body if its caller leaves and it is not saved', async () => {
    const [begun, aborted] = [deferred(), deferred<unknown>()];

    @Injectable()
    class Watch {
      @Tool({ description: 'Watches', requiresApproval: false })
      watch({ signal }: ToolContext): Promise<unknown> {
        signal.addEventListener('abort', () => aborted.resolve(signal.reason));
        begun.resolve();
        return aborted.promise;
      }
    }
    const { app, gated } = await openShop({ providers: [Watch] });
    const leaving = new AbortController();
    const calling = gated.call('watch', {}, { signal: leaving.signal });
    await begun.promise;
    leaving.abort(new Error('left'));
    await expect(calling).rejects.toThrow('left');
    expect(await aborted.promise).toBe(leaving.signal.reason);
    await app.close();
  });

  it('has a call id of its own, even if another call has the same arguments', async () => {
    const { app, gated, approvals } = await openShop();
    const runs = [runOf(await gated.call('refund', REFUND)), runOf(await gated.call('refund', REFUND))];
    const { items } = await approvals.list({});
    expect(new Set(items.map(({ toolCallId }) => toolCallId)).size).toBe(runs.length);
    await app.close();
  });

  it('leaves no listener on the signal of its caller', async () => {
    const { app, gated } = await openShop();
    const { signal } = new AbortController();
    for (const request of [{}, REQUEST])
      await gated.call('refund', { order: 'A-1', amount: 40 }, { ...request, signal });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    await app.close();
  });

  it('has a run of its own beside requesters and tenants whose joined names are equal, and beside external calls', async () => {
    const { app, gated, refunds, approvals } = await openShop();
    const requesters = [
      { user: 'c', tenant: 'a,b' },
      { user: 'b,c', tenant: 'a' },
      { user: 'bc', tenant: 'a' },
      { user: 'c', tenant: 'ab' },
    ];
    const runs = new Set<string | undefined>();
    for (const toolContext of requesters) {
      runs.add((await gated.call('refund', { order: 'A-1', amount: 40 }, { ...REQUEST, toolContext })).runId);
      const requester = { id: toolContext.user, tenant: toolContext.tenant };
      const call = { tool: 'pay', arguments: {}, requirement: {}, requester, ...REQUEST };
      runs.add((await approvals.request(call)).runId);
    }
    expect([runs.size, refunds.done.length]).toEqual([8, 4]);
    await app.close();
  });

  it('has an id that no version changes, because a run of another id would repeat its effect', async () => {
    const { app, gated, approvals } = await openShop();
    const call = { tool: 'pay', arguments: {}, requirement: {}, requester: { id: ADA.id }, ...REQUEST };
    const made = [
      await gated.call('refund', { order: 'A-1', amount: 40 }, REQUEST),
      await approvals.request(call),
      await approvals.request({ ...call, application: 'shop' }),
    ];
    expect(made.map(({ runId }) => runId)).toEqual([
      'call_NGlpa9DUnKK_RAaCca518Gc4om3HB_06RknHLCJGeHw',
      'external_NGlpa9DUnKK_RAaCca518Gc4om3HB_06RknHLCJGeHw',
      'external_A_vGXZHl_fueNf25M3lEArCvs4BC8VbNu8a-8-BLzVI',
    ]);
    await app.close();
  });

  it('accepts values up to its limits, and none above', async () => {
    const { app, gated } = await openShop();
    const options = { requestId: 'i'.repeat(200), waitMs: 2 ** 31 - 1 };
    const input = { order: 'A-1', amount: 40 };
    expect(await gated.call('refund', input, options)).toMatchObject({ status: 'completed' });
    const above = [{ requestId: 'i'.repeat(201) }, { requestId: 7 as never }];
    for (const one of above) await expect(gated.call('refund', input, one)).rejects.toThrow('1 to 200 characters');
    for (const waitMs of [2 ** 31, Number.NaN, '5' as never])
      await expect(gated.call('refund', input, { waitMs })).rejects.toThrow('waitMs must be a number from 0 to');
    expect(await gated.call('refund', REFUND, { waitMs: 0.5 })).toMatchObject({ status: 'suspended' });
    await app.close();
  });

  it('is made by methods that may be awaited, printed and converted to JSON', async () => {
    const { app, gated } = await openShop();
    const tools = gated.of(Refunds);
    expect(await tools).toBe(tools);
    expect(JSON.stringify({ tools })).toBe('{"tools":{}}');
    expect(Object.prototype.toString.call(tools)).toBe('[object Object]');
    await app.close();
  });
});

describe('a saved call outside of a turn', () => {
  it('is left to other processes by one that lacks its tool', async () => {
    const store = new InMemoryApprovalStore();
    const { app, gated, decide } = await openShop({ store });
    const runId = runOf(await gated.call('refund', REFUND));
    await decide(runId);
    const other = await openShop({ store, hasRefunds: false });
    expect(await other.gated.outcome(runId, { waitMs: 20 }, ADA)).toMatchObject({ status: 'suspended' });
    expect((await store.state(runId))!.run).toMatchObject({ status: 'suspended', failures: 0, fence: 0 });
    expect(await gated.outcome(runId, { waitMs: 20_000 }, ADA)).toMatchObject({ status: 'completed' });
    await other.app.close();
    await app.close();
  });

  it.each([
    ['waits for its next attempt', {}],
    ['is parked', { onDeadline: 'park', deadlineMs: 500 }],
  ] as const)('is not advanced by a caller while it %s', async (what, approval) => {
    const clock = new VirtualClock();
    const store = new InMemoryApprovalStore(clock.now);
    let attempts = 0;
    const strategy = ToolApprovalStrategy.of((_tool, _args, { phase }) => {
      if (phase !== 'resume') return { type: 'ask' };
      if (++attempts === 1) throw new Error('the rules cannot be read');
      return { type: 'approve' };
    });
    const { app, gated, refunds, decide, approvals } = await openShop({ store, approval: { strategy, ...approval } });
    const runId = runOf(await gated.call('refund', REFUND));
    await decide(runId);
    await expect(approvals.runs.resume(runId)).rejects.toThrow(/refund/);
    clock.advance(what === 'is parked' ? 3_600_000 : 999);
    expect(await gated.outcome(runId, { waitMs: 20 }, ADA)).toMatchObject({ status: 'suspended' });
    expect([attempts, refunds.done]).toEqual([1, []]);
    if (what === 'is parked') await approvals.runs.retry(runId, GRACE);
    else clock.advance(1);
    expect(await gated.outcome(runId, { waitMs: 20_000 }, ADA)).toMatchObject({ status: 'completed' });
    expect([attempts, refunds.done.length]).toEqual([2, 1]);
    await app.close();
  });

  it('is advanced by a caller after the lease of a lost process has expired', async () => {
    const clock = new VirtualClock();
    const store = new InMemoryApprovalStore(clock.now);
    const { app, gated, refunds, decide } = await openShop({ store });
    const runId = runOf(await gated.call('refund', REFUND));
    await decide(runId);
    await store.change(runId, (state, now) => {
      const { run } = state!;
      const lease = { worker: 'lost', until: now + 30_000 };
      const leased = { ...run, status: 'resuming', lease, fence: run.fence + 1, dueAt: lease.until } as const;
      return { run: { ...leased, version: run.version + 1 }, result: undefined };
    });
    clock.advance(29_999);
    expect(await gated.outcome(runId, { waitMs: 20 }, ADA)).toMatchObject({ status: 'suspended' });
    clock.advance(1);
    expect(await gated.outcome(runId, { waitMs: 20_000 }, ADA)).toMatchObject({ status: 'completed' });
    expect(refunds.done.length).toBe(1);
    await app.close();
  });

  it('fails for good if throwOnError rethrows the error of its body', async () => {
    const { app, gated, refunds, decide, approvals, logs } = await openShop({ toolCalling: { throwOnError: true } });
    refunds.before = () => Promise.reject(new RangeError('the bank is closed'));
    const error = 'Tool "refund" failed: the bank is closed';
    const failed = { status: 'failed', message: 'The tool failed.' };
    const runId = runOf(await gated.call('refund', REFUND));
    await decide(runId);
    await expect(approvals.runs.resume(runId)).rejects.toThrow(error);
    expect(await gated.outcome(runId, {}, ADA)).toEqual({ ...failed, runId });
    const request = () => gated.call('refund', { order: 'A-1', amount: 40 }, REQUEST);
    await expect(request()).rejects.toThrow(error);
    expect(await request()).toMatchObject(failed);
    // No lease was lost: each run has ended with its call.
    expect(logs.filter((line) => line.includes('lease'))).toEqual([]);
    await app.close();
  });

  it('is followed by the person who resumes it while another process runs it', async () => {
    const store = new InMemoryApprovalStore();
    const { app, gated, refunds, decide, approvals } = await openShop({ store });
    const body = deferred();
    refunds.before = () => body.promise;
    const runId = runOf(await gated.call('refund', REFUND));
    await decide(runId);
    const running = approvals.runs.resume(runId);
    await until(async () => (await store.state(runId))!.run.slots[0]!.state === 'started');
    const reads = new FaultInjectingApprovalStore(store);
    const other = await openShop({ store: reads });
    const following = other.approvals.runs.resume(runId);
    await until(() => reads.calls.some(({ method }) => method === 'change'));
    await settled();
    body.resolve();
    expect(await following).toMatchObject({ status: 'completed' });
    expect(await running).toMatchObject({ status: 'completed' });
    expect([refunds.done.length, other.refunds.done.length]).toEqual([1, 0]);
    await other.app.close();
    await app.close();
  });

  it('that is canceled while a person resumes it ends that without an error', async () => {
    const { app, gated, refunds, decide, approvals, store } = await openShop();
    const body = deferred();
    refunds.before = () => body.promise;
    const runId = runOf(await gated.call('refund', REFUND));
    await decide(runId);
    const resuming = approvals.runs.resume(runId);
    await until(async () => (await store.state(runId))!.run.slots[0]!.state === 'started');
    await approvals.runs.cancel(runId, GRACE, 'stop');
    expect(await resuming).toMatchObject({ id: runId, canceling: {} });
    body.resolve();
    await until(async () => (await store.state(runId))!.run.status === 'cancelled');
    expect(await gated.outcome(runId, {}, ADA)).toMatchObject({ status: 'completed', result: { refunded: 70 } });
    await app.close();
  });

  it('is asked about again if its tool has changed, and runs once after that', async () => {
    @Injectable()
    class NewRefunds {
      readonly done: string[] = [];

      @Tool({ description: 'Refund an order, in euros' })
      async refund(order: string, amount: number): Promise<string> {
        this.done.push(order);
        return `${amount} EUR`;
      }
    }
    const store = new InMemoryApprovalStore();
    const old = await openShop({ store });
    const runId = runOf(await old.gated.call('refund', REFUND));
    await old.decide(runId);
    await old.app.close();
    const { app, gated, approvals } = await openShop({ store, hasRefunds: false, providers: [NewRefunds] });
    await approvals.runs.resume(runId);
    const asked = await gated.outcome(runId, {}, ADA);
    expect([asked.status, app.get(NewRefunds).done]).toEqual(['suspended', []]);
    const [again] = (await approvals.list({ runId })).items;
    expect(again).toMatchObject({ status: 'PENDING', revision: 2 });
    await approvals.decide(again!.id, yes(again!, 'd2'), GRACE);
    await approvals.runs.resume(runId);
    expect(await gated.outcome(runId, {}, ADA)).toEqual({ status: 'completed', result: '70 EUR', runId });
    expect(app.get(NewRefunds).done).toEqual(['A-1']);
    await app.close();
  });
});
