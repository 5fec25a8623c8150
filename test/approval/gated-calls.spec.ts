import { expect, expectTypeOf, it } from 'vitest';
import {
  ANY_TENANT,
  ExternalCallException,
  GatedCallException,
  type GatedCallOutcome,
  RunNotFoundException,
} from 'toolgate/approval';
import { FaultInjectingApprovalStore, VirtualClock } from 'toolgate/testing';
import { toolCallback, ToolVisibility } from 'toolgate/tool';
import { ADA, GRACE, openShop, Refunds, runOf } from './gated-calls.fixture.js';
import { onEveryDatabase } from './on-every-database.fixture.js';
import { statusesOf, until } from './waiting.fixture.js';

onEveryDatabase('a call outside of a turn', (open) => {
  it('that the strategy approves runs at once, and nothing is stored', async () => {
    const store = new FaultInjectingApprovalStore((await open()).store);
    const { app, gated, refunds } = await openShop({ store });
    const options = { transient: { token: 't' }, conversation: 'c-7' };
    const called = await gated.call('refund', { order: 'A-1', amount: 40 }, options);
    expect(called).toEqual({ status: 'completed', result: { refunded: 40, order: 'A-1' } });
    expect(refunds.done).toMatchObject([{ order: 'A-1', amount: 40, token: 't', conversation: 'c-7' }]);
    expect(store.calls).toEqual([]);
    await app.close();
  });

  it('that has to wait runs after the decision, once, as its requester', async () => {
    const { store } = await open();
    const { app, gated, refunds, approvals, decide, sweep } = await openShop({ store });
    const options = { toolContext: { user: 'ada' }, transient: { token: 'first' }, conversation: 'c-7' };
    const waiting = await gated.call('refund', { order: 'A-1', amount: 70 }, options);
    const runId = runOf(waiting);
    expect(waiting).toMatchObject({ approvals: [{ toolName: 'refund', arguments: { order: 'A-1', amount: 70 } }] });
    expect(refunds.done).toEqual([]);
    expect(await gated.outcome(runId, {}, ADA)).toEqual(waiting);
    expect(await approvals.runs.get(runId)).toMatchObject({ kind: 'call', conversation: 'c-7', status: 'suspended' });
    await decide(runId);
    await sweep();
    await until(async () => (await store.state(runId))!.run.status === 'completed');
    const result = { refunded: 70, order: 'A-1' };
    expect(await gated.outcome(runId, {}, ADA)).toEqual({ status: 'completed', result, runId });
    expect(refunds.done).toEqual([
      { order: 'A-1', amount: 70, key: `${runId}:0:0`, token: 'fresh', conversation: 'c-7' },
    ]);
    expect(statusesOf((await approvals.list({ runId })).items)).toEqual(['refund SUCCEEDED']);
    const types = (await approvals.runs.events(runId)).map(({ type }) => type);
    expect(types.filter((type) => type === 'COMPLETED')).toHaveLength(1);
    await app.close();
  });

  it('ends with the decision if a person rejects it, and needs no worker for that', async () => {
    const { store } = await open();
    const { app, gated, refunds, decide, approvals } = await openShop({ store, approval: { worker: false } });
    const runId = runOf(await gated.call('refund', { order: 'A-1', amount: 70 }));
    await decide(runId, 'reject', { reason: 'too much' });
    expect(await gated.outcome(runId, {}, ADA)).toEqual({ status: 'rejected', reason: 'too much', runId });
    expect(await approvals.runs.get(runId)).toMatchObject({ status: 'completed', endedAt: expect.any(String) });
    expect(refunds.done).toEqual([]);
    await app.close();
  });

  it('runs with the arguments that an approver has edited', async () => {
    const { store } = await open();
    const { app, gated, refunds, decide, sweep } = await openShop({ store });
    const runId = runOf(await gated.call('refund', { order: 'A-1', amount: 70 }));
    const { request } = (await store.checkpoint(runId))!;
    expect([request.toolContext, request.conversation]).toEqual([{}, undefined]);
    await decide(runId, 'approve', { editedArguments: { order: 'A-1', amount: 60 } });
    await sweep();
    const ended = await gated.outcome(runId, { waitMs: 5000 }, ADA);
    const ran = { order: 'A-1', amount: 60 };
    expect(ended).toEqual({ status: 'completed', result: { refunded: 60, order: 'A-1' }, arguments: ran, runId });
    expect(refunds.done).toHaveLength(1);
    await app.close();
  });

  it('is followed by its caller in a process without a worker, who then runs it', async () => {
    const { store } = await open();
    const { app, gated, refunds, decide } = await openShop({ store, approval: { worker: false } });
    const calling = gated.call('refund', { order: 'A-1', amount: 70 }, { waitMs: 20_000 });
    await until(async () => (await store.runs({})).items.length === 1);
    await decide((await store.runs({})).items[0]!.id);
    expect(await calling).toMatchObject({ status: 'completed', result: { refunded: 70 } });
    expect(refunds.done).toHaveLength(1);
    await app.close();
  });

  it('expires by the clock of the store', async () => {
    const clock = new VirtualClock();
    const { store } = await open(clock);
    const { app, gated, sweep } = await openShop({ store, approval: { expiresInMs: 1000 } });
    const runId = runOf(await gated.call('refund', { order: 'A-1', amount: 70 }));
    clock.advance(1000);
    expect(await gated.outcome(runId, {}, ADA)).toMatchObject({ status: 'rejected', reason: /not approved in time/ });
    const other = runOf(await gated.call('refund', { order: 'A-2', amount: 70 }));
    clock.advance(1000);
    await sweep();
    expect((await store.state(other))!.run).toMatchObject({ status: 'completed' });
    await app.close();
  });

  it('is canceled, retried, reconciled and forgotten like every run', async () => {
    const { store } = await open();
    const { app, gated, refunds, approvals, decide, sweep } = await openShop({ store });
    const canceled = runOf(await gated.call('refund', { order: 'A-1', amount: 70 }));
    await approvals.runs.cancel(canceled, GRACE, 'not needed');
    expect(await gated.outcome(canceled, {}, ADA)).toEqual({
      status: 'rejected',
      reason: 'not needed',
      runId: canceled,
    });
    const run = runOf(await gated.call('refund', { order: 'A-2', amount: 70 }));
    await decide(run);
    expect(await approvals.runs.resume(run, GRACE)).toMatchObject({ status: 'completed' });
    await approvals.runs.forget(run, GRACE);
    await expect(gated.outcome(run, {}, ADA)).rejects.toThrow(/content of the run .* was removed/);
    await sweep();
    expect(refunds.done).toHaveLength(1);
    await app.close();
  });

  it('is canceled if its requester is gone', async () => {
    const { store } = await open();
    const { app, gated, refunds, users, decide, sweep } = await openShop({ store });
    const runId = runOf(await gated.call('refund', { order: 'A-1', amount: 70 }));
    users.gone.add('ada');
    await decide(runId);
    await sweep();
    await until(async () => (await store.state(runId))!.run.status === 'cancelled');
    expect(await gated.outcome(runId, {}, ADA)).toMatchObject({ status: 'rejected', reason: /ada has left/ });
    expect(refunds.done).toEqual([]);
    await app.close();
  });

  it('returns its outcome to its requester alone', async () => {
    const { store } = await open();
    const { app, gated } = await openShop({ store });
    const options = { toolContext: { user: 'ada', tenant: 'acme' } };
    const runId = runOf(await gated.call('refund', { order: 'A-1', amount: 70 }, options));
    const others = [
      GRACE,
      ADA,
      { id: 'ada', tenant: 'globex' },
      { id: 'ada', tenant: ANY_TENANT },
      { id: 'grace', tenant: 'acme' },
    ] as const;
    for (const by of others) await expect(gated.outcome(runId, {}, by)).rejects.toThrow(RunNotFoundException);
    expect(await gated.outcome(runId, {}, { id: 'ada', tenant: 'acme' })).toMatchObject({ status: 'suspended' });
    await app.close();
  });
});

it('an external call is not found as a call of this application, nor the other way round', async () => {
  const { app, gated, approvals } = await openShop();
  const { runId } = await approvals.request({
    tool: 'pay',
    arguments: { invoice: 'I-7' },
    requirement: {},
    requester: { id: 'ada' },
    requestId: 'pay I-7',
  });
  await expect(gated.outcome(runId, {}, ADA)).rejects.toThrow(RunNotFoundException);
  const waiting = runOf(await gated.call('refund', { order: 'A-1', amount: 70 }));
  const [approval] = (await approvals.list({ runId: waiting })).items;
  await expect(approvals.outcome(approval!.id)).rejects.toThrow(ExternalCallException);
  await app.close();
});

it('a call that a strategy rejects, that does not match its schema, or that fails, returns the reason', async () => {
  const { app, gated, refunds } = await openShop();
  expect(await gated.call('refund', { order: 'A-1', amount: 5000 })).toEqual({
    status: 'rejected',
    reason: 'more than 1000',
  });
  const invalid = await gated.call('refund', { order: 'A-1', amount: 'many' });
  expect(invalid).toEqual({ status: 'invalid', issues: [{ path: '/amount', message: expect.any(String) }] });
  refunds.before = () => Promise.reject(new Error('the bank is closed'));
  expect(await gated.call('refund', { order: 'A-1', amount: 5 })).toEqual({
    status: 'failed',
    message: expect.stringContaining('the bank is closed'),
  });
  expect(await gated.call('audit', { order: 'A-1' })).toEqual({
    status: 'failed',
    message: expect.stringContaining('audit'),
  });
  expect(await gated.call('close', { order: 'A-1' })).toEqual({ status: 'completed', result: 'Done' });
  await app.close();
});

it('the methods of a tool class are typed by the class', async () => {
  const { app, gated, refunds } = await openShop();
  const tools = gated.of(Refunds);
  const called = await tools.refund({ order: 'A-1', amount: 40 });
  expectTypeOf(called).toEqualTypeOf<GatedCallOutcome<{ readonly refunded: number; readonly order: string }>>();
  expectTypeOf(tools.close({ order: 'A-1' })).toEqualTypeOf<Promise<GatedCallOutcome<'Done'>>>();
  expect(called).toMatchObject({ status: 'completed', result: { refunded: 40 } });
  await tools.refund({ order: 'A-1', amount: 40 }, { conversation: 'c-7' });
  expect(refunds.done.map(({ conversation }) => conversation)).toEqual([undefined, 'c-7']);
  expect(() => tools.notTool({})).toThrow(
    'Refunds.notTool is not a tool of this application. Add @RequiresApproval() to the method, or @Tool() if a model may call it.',
  );
  await app.close();
});

it('a tool that is unknown, hidden, or not of the application is not called', async () => {
  class Hidden extends ToolVisibility {
    isVisible({ definition }: { definition: { name: string } }) {
      return definition.name !== 'refund';
    }
  }
  const { app, gated, refunds } = await openShop({ providers: [{ provide: ToolVisibility, useClass: Hidden }] });
  const text = (name: string) => `No tool named "${name}" can be called. Correct the name`;
  await expect(gated.call('nothing', {})).rejects.toThrow(text('nothing'));
  await expect(gated.call('refund', { order: 'A-1', amount: 1 })).rejects.toThrow(text('refund'));
  const own = toolCallback({ name: 'close', description: 'Mine', inputSchema: { type: 'object' }, call: () => 'x' });
  await expect(gated.call(own, {})).rejects.toThrow(/"close" was not called: another tool .* one request only/);
  expect(refunds.done).toEqual([]);
  await app.close();
});

it('bad input throws an error that names the problem, before anything is decided', async () => {
  const { app, gated, store } = await openShop();
  const call = (input: object, options?: object) => gated.call('refund', input, options);
  await expect(call({ order: 'A-1', amount: 1n })).rejects.toThrow(/its arguments must be plain JSON/);
  for (const input of [[], null as never, 'all' as never])
    await expect(call(input)).rejects.toThrow(/its arguments must be an object/);
  await expect(call({}, { toolContext: { at: new Date() } })).rejects.toThrow(/toolContext must be plain JSON/);
  await expect(call({}, { requestID: 'x' })).rejects.toThrow(
    '"refund" was not called: the option "requestID" is unknown (the known names are toolContext, transient, conversation, requestId, signal, waitMs). Correct the name.',
  );
  await expect(call({}, { requestId: '' })).rejects.toThrow(/requestId must be a string of 1 to 200 characters/);
  // A query string such as ?conversation=a&conversation=b makes a list of it.
  for (const conversation of ['', ' ', 7, ['a', 'b'], { a: 'b' }, null, 'é'.repeat(1001)])
    await expect(call({ order: 'A-1', amount: 70 }, { conversation })).rejects.toThrow(
      '"refund" was not called: conversation must be a string that is not empty and has at most 2000 bytes. Pass the id of the conversation, or leave it out.',
    );
  await expect(call({}, { waitMs: -1 })).rejects.toThrow(/waitMs must be a number from 0/);
  await expect(call({}, { waitMs: -1 })).rejects.toThrow(GatedCallException);
  for (const signal of [new AbortController(), 5, null])
    await expect(call({}, { signal })).rejects.toThrow(
      '"refund" was not called: signal must be an AbortSignal, such as controller.signal. Pass one, or leave it out.',
    );
  expect((await store.runs({})).items).toEqual([]);
  await app.close();
});

it('an outcome is not read with an unknown option, or by a person who cannot be read', async () => {
  const { app, gated } = await openShop();
  const runId = runOf(await gated.call('refund', { order: 'A-1', amount: 70 }));
  await expect(gated.outcome(runId, { waitMS: 5 } as never, ADA)).rejects.toThrow(/option "waitMS" is unknown/);
  const odd = { ...ADA, roles: 'finance' as never };
  await expect(gated.outcome(runId, {}, odd)).rejects.toThrow('"roles" must be an array of strings');
  expect(await gated.outcome(runId, {}, ADA)).toMatchObject({ status: 'suspended' });
  await app.close();
});

it('without a store or a RequesterResolver a call cannot wait, and states what is missing', async () => {
  const noStore = await openShop({ approval: { store: undefined } });
  await expect(noStore.gated.call('refund', { order: 'A-1', amount: 70 })).rejects.toThrow(/ApprovalStore/);
  await expect(noStore.gated.call('refund', { order: 'A-1', amount: 1 }, { requestId: 'r' })).rejects.toThrow(
    'no ApprovalStore is configured. It did not run. Import SqlModule, or provide ApprovalStore.',
  );
  expect(await noStore.gated.call('refund', { order: 'A-1', amount: 1 })).toMatchObject({ status: 'completed' });
  await noStore.app.close();
  const nobody = await openShop({ approval: { requester: undefined } });
  await expect(nobody.gated.call('refund', { order: 'A-1', amount: 70 })).rejects.toThrow(
    'no RequesterResolver is configured. It did not run. Provide RequesterResolver in any module.',
  );
  expect((await nobody.store.runs({})).items).toEqual([]);
  await nobody.app.close();
});

it('a caller that leaves stops waiting, and its call still waits for a person', async () => {
  const { app, gated, refunds, store, decide, sweep } = await openShop();
  const leaving = new AbortController();
  const calling = gated.call('refund', { order: 'A-1', amount: 70 }, { waitMs: 60_000, signal: leaving.signal });
  await until(async () => (await store.runs({})).items.length === 1);
  leaving.abort(new Error('left'));
  await expect(calling).rejects.toThrow('left');
  const { id } = (await store.runs({})).items[0]!;
  await decide(id);
  await sweep();
  await until(() => refunds.done.length === 1);
  await expect(gated.call('refund', { order: 'A-1', amount: 1 }, { signal: leaving.signal })).rejects.toThrow('left');
  expect(refunds.done).toHaveLength(1);
  await app.close();
});
