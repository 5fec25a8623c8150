import { Injectable } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { Tool, ToolParam } from 'toolgate';
import {
  type Approval,
  type ApprovalService,
  ANY_TENANT,
  type ApprovalStore,
  ApprovalDecisionException,
  type ExternalCallAnswer,
  ExternalCallException,
  type ExternalCallRequest,
  InMemoryApprovalStore,
  RequestReusedException,
  RunConflictException,
} from 'toolgate/approval';
import { VirtualClock } from 'toolgate/testing';
import { rejectionOf } from '../chat/chat.fixture.js';
import { yes } from './approval.fixture.js';
import { processOver } from './due-work.fixture.js';
import { type OpenDatabase, onEveryDatabase } from './on-every-database.fixture.js';

const GRACE = { id: 'grace', roles: ['finance'] };
const HOUR = 3_600_000;
const LEASE = 10_000;

/** A payment that another system makes. */
const payment: ExternalCallRequest = {
  tool: 'pay',
  description: 'Pay an invoice',
  inputSchema: {
    type: 'object',
    properties: { invoice: { type: 'string' }, amount: { type: 'number', minimum: 1 } },
    required: ['invoice', 'amount'],
    additionalProperties: false,
  },
  arguments: { invoice: 'I-7', amount: 80 },
  requirement: { approvers: { roles: ['finance'] }, allowEdit: true, expiresInMs: HOUR },
  requester: { id: 'ada' },
  conversation: 'c-1',
  requestId: 'pay I-7',
};

const start = async (open: OpenDatabase, approval: object = {}) => {
  const clock = new VirtualClock();
  const { store } = await open(clock);
  const booted = await processOver(store, approval);
  const { approvals } = booted;
  const request = (changes: Partial<ExternalCallRequest> = {}) => approvals.request({ ...payment, ...changes });
  const approved = async (changes: Partial<ExternalCallRequest> = {}): Promise<Approval> => {
    const { approval: asked } = await request(changes);
    return approvals.decide(asked.id, yes(asked), GRACE);
  };
  const claim = (of: Approval, token: string, leaseMs = LEASE): Promise<ExternalCallAnswer> =>
    approvals.claim(of.id, { argsHash: of.argsHash, token, leaseMs });
  return { ...booted, clock, store: store as ApprovalStore, request, approved, claim };
};

/** The problem of an external call that was not accepted; the record must not have changed. */
const problemOf = async (approvals: ApprovalService, id: string | undefined, act: () => Promise<unknown>) => {
  const read = async () => id !== undefined && JSON.stringify([await approvals.get(id), await approvals.history(id)]);
  const before = await read();
  const error = await rejectionOf(act());
  expect(await read()).toEqual(before);
  if (!(error instanceof ExternalCallException)) throw error;
  expect(error.message).toMatch(/\.$/);
  return error.problem;
};

onEveryDatabase('an external call', (open) => {
  it('waits for a person, starts for one claim, and its requester receives the result', async () => {
    const { app, approvals, request, claim } = await start(open);
    const asked = await request();
    expect(asked).toMatchObject({ status: 'suspended', approval: { status: 'PENDING', external: true } });
    const [listed] = (await approvals.list({ status: 'PENDING', conversation: 'c-1' })).items;
    expect(listed).toMatchObject({ id: asked.approval.id, toolName: 'pay', description: 'Pay an invoice' });
    expect(await approvals.get(asked.approval.id)).toMatchObject({ inputSchema: payment.inputSchema });

    const approval = await approvals.decide(asked.approval.id, yes(asked.approval), GRACE);
    const answer = await claim(approval, 'bank-1');
    expect(answer).toEqual({
      answer: 'start',
      arguments: { invoice: 'I-7', amount: 80 },
      idempotencyKey: `${asked.runId}:0:0`,
      attempt: 1,
      leaseExpiresAt: '2030-01-01T00:00:10.000Z',
    });
    expect(await claim(approval, 'bank-2')).toEqual({ answer: 'no', status: 'EXECUTING' });
    const outcome = { type: 'succeeded', value: { paid: 80 } } as const;
    expect(await approvals.finish(approval.id, { token: 'bank-1', outcome })).toMatchObject({ status: 'SUCCEEDED' });

    expect(await request()).toMatchObject({ status: 'completed', result: { paid: 80 }, runId: asked.runId });
    expect(await approvals.outcome(approval.id)).toEqual(await request());
    expect(await approvals.runs.get(asked.runId)).toMatchObject({ kind: 'external', status: 'completed' });
    expect((await approvals.history(approval.id)).map(({ type }) => type)).toEqual([
      'PENDING',
      'VOTED',
      'APPROVED',
      'EXECUTING',
      'SUCCEEDED',
    ]);
    expect(await claim(approval, 'bank-1')).toEqual({ answer: 'no', status: 'SUCCEEDED' });
    await app.close();
  });

  it('has one run for the same request, however often and by how many it is made', async () => {
    const { app, approvals, request } = await start(open);
    const all = await Promise.all(Array.from({ length: 8 }, () => request()));
    expect(new Set(all.map(({ runId }) => runId)).size).toBe(1);
    expect((await approvals.counts({})).total).toBe(1);
    await request({ requester: { id: 'eve' } });
    await request({ requester: { id: 'ada', tenant: 'acme' } });
    expect((await approvals.counts({})).total).toBe(3);
    const before = await approvals.get(all[0]!.approval.id);
    await expect(request({ arguments: { invoice: 'I-8', amount: 80 } })).rejects.toThrow(RequestReusedException);
    await expect(request({ tool: 'refund' })).rejects.toThrow('Pass a new requestId');
    expect(await approvals.get(before.id)).toEqual(before);
    await app.close();
  });

  it('is renewed by its token, and its outcome is unknown after its lease', async () => {
    const { app, approvals, clock, approved, claim, sweep } = await start(open);
    const approval = await approved();
    await claim(approval, 'bank-1');
    clock.advance(LEASE - 1);
    expect(await claim(approval, 'bank-1')).toMatchObject({ answer: 'start', attempt: 1 });
    clock.advance(LEASE - 1);
    await sweep();
    expect(await approvals.get(approval.id)).toMatchObject({ status: 'EXECUTING' });
    clock.advance(1);
    await sweep();
    expect(await approvals.get(approval.id)).toMatchObject({ status: 'OUTCOME_UNKNOWN' });
    for (const token of ['bank-1', 'bank-2']) {
      expect(await claim(approval, token)).toEqual({ answer: 'no', status: 'OUTCOME_UNKNOWN' });
    }
    const outcome = { type: 'failed', message: 'No money.' } as const;
    await approvals.finish(approval.id, { token: 'bank-1', outcome });
    expect(await approvals.request(payment)).toMatchObject({ status: 'failed', message: 'No money.' });
    await app.close();
  });

  it('may be claimed again with the same key if it is idempotent, and then only the last token finishes it', async () => {
    const { app, approvals, clock, approved, claim, sweep } = await start(open);
    const approval = await approved({ idempotent: true });
    const first = await claim(approval, 'bank-1');
    clock.advance(LEASE);
    await sweep();
    expect(await approvals.get(approval.id)).toMatchObject({ status: 'EXECUTING' });
    const second = await claim(approval, 'bank-2');
    expect(second).toMatchObject({ answer: 'start', attempt: 2 });
    expect(second).toMatchObject({ idempotencyKey: first.answer === 'start' ? first.idempotencyKey : '' });
    expect(await claim(approval, 'bank-1')).toEqual({ answer: 'no', status: 'EXECUTING' });
    const outcome = { type: 'succeeded', value: 1 } as const;
    const late = () => approvals.finish(approval.id, { token: 'bank-1', outcome });
    expect(await problemOf(approvals, approval.id, late)).toBe('not-claimed');
    await approvals.finish(approval.id, { token: 'bank-2', outcome });
    expect(await approvals.request({ ...payment, idempotent: true })).toMatchObject({ status: 'completed', result: 1 });
    await app.close();
  });

  it('runs with edited arguments, which the given schema validates', async () => {
    const { app, approvals, request, claim } = await start(open);
    const { approval: asked } = await request();
    const edit = (editedArguments: object) =>
      approvals.decide(asked.id, { ...yes(asked), editedArguments: editedArguments as never }, GRACE);
    const refused = await rejectionOf(edit({ invoice: 'I-7', amount: 0 }));
    expect(refused).toBeInstanceOf(ApprovalDecisionException);
    expect(String(refused)).toContain('/amount must be at least 1');
    expect(String(await rejectionOf(edit({ invoice: 'I-7', amount: 5, to: 'me' })))).toContain('no argument "to"');
    const approval = await edit({ invoice: 'I-7', amount: 60 });
    expect(await problemOf(approvals, asked.id, () => claim(asked, 'bank-1'))).toBe('hash-mismatch');
    expect(await claim(approval, 'bank-1')).toMatchObject({ arguments: { invoice: 'I-7', amount: 60 } });
    await approvals.finish(approval.id, { token: 'bank-1', outcome: { type: 'succeeded', value: 'paid' } });
    expect(await request()).toMatchObject({ status: 'completed', result: 'paid' });
    await app.close();
  });

  it.each([
    ['rejected', 'reject', 'Too much'],
    ['answered by a person', 'respond', undefined],
  ] as const)('never runs after it was %s', async (_what, decision, reason) => {
    const { app, approvals, request, claim } = await start(open);
    const { approval } = await request();
    const response = decision === 'respond' ? { response: 'Paid by hand' } : { reason };
    await approvals.decide(approval.id, { ...yes(approval), decision, ...response }, GRACE);
    expect(await problemOf(approvals, approval.id, () => claim(approval, 'bank-1'))).toBe('ended');
    const now = await request();
    expect(now).toMatchObject(
      decision === 'respond' ? { status: 'completed', result: 'Paid by hand' } : { status: 'rejected', reason },
    );
    await app.close();
  });

  it('expires, lapses and is canceled like every call', async () => {
    const { app, approvals, clock, request, approved, claim, sweep } = await start(open);
    const { approval: late, runId } = await request();
    const unused = await approved({ requestId: 'unused', requirement: {} });
    const canceled = await approved({ requestId: 'canceled' });
    await approvals.runs.cancel(canceled.runId, GRACE, 'no longer needed');
    clock.advance(HOUR);
    await sweep();
    expect(await problemOf(approvals, late.id, () => claim(late, 'bank-1'))).toBe('ended');
    expect(await approvals.runs.get(runId)).toMatchObject({ status: 'completed' });
    expect(await problemOf(approvals, canceled.id, () => claim(canceled, 'bank-1'))).toBe('ended');
    clock.advance(24 * HOUR);
    await sweep();
    expect(await approvals.get(unused.id)).toMatchObject({ status: 'LAPSED' });
    expect(await problemOf(approvals, unused.id, () => claim(unused, 'bank-1'))).toBe('ended');
    expect(await request()).toMatchObject({ status: 'rejected', reason: 'it was not approved in time' });
    await app.close();
  });

  it('that is canceled while it runs ends when its outcome is known', async () => {
    const { app, approvals, approved, claim } = await start(open);
    const approval = await approved();
    await claim(approval, 'bank-1');
    const { runId } = approval;
    expect(await approvals.runs.cancel(runId, GRACE)).toMatchObject({ status: 'suspended', canceling: {} });
    expect(await claim(approval, 'bank-1')).toEqual({ answer: 'no', status: 'OUTCOME_UNKNOWN' });
    await approvals.finish(approval.id, { token: 'bank-1', outcome: { type: 'succeeded', value: 1 } });
    expect(await approvals.runs.get(runId)).toMatchObject({ status: 'cancelled' });
    expect(await approvals.get(approval.id)).toMatchObject({ status: 'SUCCEEDED' });
    await app.close();
  });

  it('with an unknown outcome is settled by a person, and then by nothing else', async () => {
    const { app, approvals, clock, approved, claim } = await start(open);
    const approval = await approved();
    const { runId } = approval;
    await claim(approval, 'bank-1');
    clock.advance(LEASE);
    await expect(approvals.runs.reconcile(runId)).rejects.toThrow('Pass its outcome');
    const outcome = { type: 'succeeded', value: { paid: 80 } } as const;
    await approvals.runs.reconcile(runId, { index: 0, outcome }, GRACE);
    expect(await approvals.request(payment)).toMatchObject({ status: 'completed', result: { paid: 80 } });
    const other = () => approvals.finish(approval.id, { token: 'bank-1', outcome: { type: 'failed', message: 'no' } });
    expect(await problemOf(approvals, approval.id, other)).toBe('finished');
    await approvals.finish(approval.id, { token: 'bank-1', outcome });
    await app.close();
  });

  it('is forgotten with its arguments and its result, and the same request has no second call', async () => {
    const { app, approvals, approved, claim, request } = await start(open);
    const approval = await approved();
    await claim(approval, 'bank-1');
    await approvals.finish(approval.id, { token: 'bank-1', outcome: { type: 'succeeded', value: 'secret' } });
    await approvals.runs.forget(approval.runId, GRACE);
    expect(JSON.stringify([await approvals.get(approval.id), await approvals.runs.get(approval.runId)])).not.toMatch(
      /secret|"I-7"/,
    );
    expect(await request()).toMatchObject({ status: 'failed', message: 'Its result is no longer stored.' });
    expect(await claim(approval, 'bank-1')).toEqual({ answer: 'no', status: 'SUCCEEDED' });
    await app.close();
  });

  it('is never run by a worker, and cannot be resumed', async () => {
    const { app, approvals, desk, approved, sweep } = await start(open);
    const approval = await approved({ tool: 'refund', arguments: { invoice: 'I-7', amount: 80 } });
    await sweep();
    expect(await approvals.runs.requestResume(approval.runId)).toMatchObject({ status: 'suspended' });
    const error = await rejectionOf(approvals.runs.resume(approval.runId));
    expect(error).toBeInstanceOf(RunConflictException);
    expect(String(error)).toContain('Claim it with ApprovalService.claim()');
    await sweep();
    expect(await approvals.get(approval.id)).toMatchObject({ status: 'APPROVED' });
    expect(desk.done).toEqual([]);
    await app.close();
  });

  it('belongs to its tenant', async () => {
    const { app, approvals, request } = await start(open);
    const { approval } = await request({ requester: { id: 'ada', tenant: 'acme' } });
    const by = { ...GRACE, tenant: 'acme' };
    const { argsHash } = await approvals.decide(approval.id, yes(approval), by);
    const claim = (tenant?: string) => approvals.claim(approval.id, { argsHash, token: 't', tenant });
    for (const tenant of [undefined, 'other']) {
      expect(await problemOf(approvals, approval.id, () => claim(tenant))).toBe('not-found');
    }
    expect(await claim('acme')).toMatchObject({ answer: 'start' });
    const outcome = { type: 'succeeded', value: 1 } as const;
    const finish = (tenant?: string) => approvals.finish(approval.id, { token: 't', outcome, tenant });
    expect(await problemOf(approvals, approval.id, finish)).toBe('not-found');
    await finish('acme');
    await app.close();
  });

  it('starts once for tokens that race', async () => {
    const { app, approvals, approved, store } = await start(open);
    const rival = await processOver(store);
    for (let round = 0; round < 5; round++) {
      const { id, argsHash } = await approved({ requestId: `race ${round}` });
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, token) =>
          (token % 2 ? approvals : rival.approvals).claim(id, { argsHash, token: `bank-${token}` }),
        ),
      );
      expect(answers.filter(({ answer }) => answer === 'start')).toHaveLength(1);
    }
    await app.close();
    await rival.app.close();
  });
});

describe('a request, a claim or an outcome that is not accepted changes nothing', () => {
  const open: OpenDatabase = async (clock) => ({ store: new InMemoryApprovalStore(clock?.now) });
  const cycle: Record<string, unknown> = {};
  cycle['self'] = cycle;
  let deep: unknown = 1;
  for (let level = 0; level < 200; level++) deep = [deep];

  it.each<[string, object, string]>([
    ['an unknown option', { tol: 'pay' }, '"tol" is unknown'],
    ['no tool', { tool: '' }, '"tool" must be a text of 1 to 200 characters'],
    ['no requestId', { requestId: undefined }, '"requestId" must be a text'],
    ['a long requestId', { requestId: 'x'.repeat(201) }, '"requestId" must be a text'],
    ['a description that is no text', { description: 7 }, '"description" must be a text'],
    ['an empty conversation', { conversation: '' }, '"conversation" must be a text'],
    ['arguments that do not match', { arguments: { invoice: 'I-7', amount: 'all' } }, '/amount'],
    ['arguments that are a list', { arguments: [] }, '"arguments" must be an object'],
    ['arguments that JSON would change', { arguments: { invoice: new Date(), amount: 1 } }, 'must be plain JSON'],
    ['arguments with a cycle', { arguments: cycle }, 'must be plain JSON'],
    ['large arguments', { arguments: { invoice: 'x'.repeat(1_100_000), amount: 1 } }, 'at most 1000000 bytes'],
    ['a schema that is no schema', { inputSchema: { type: 'objekt' } }, '"inputSchema" cannot be used'],
    ['a schema that is a text', { inputSchema: 'object' }, '"inputSchema" must be JSON Schema'],
    ['no requirement', { requirement: undefined }, '"requirement" must be an object'],
    ['an impossible requirement', { requirement: { approvers: { roles: [] } } }, 'approvers of its requirement'],
    ['edits without a schema', { inputSchema: undefined }, 'only "inputSchema" can validate'],
    ['no requester', { requester: undefined }, '"requester" cannot be read'],
    ['a requester of every tenant', { requester: { id: 'a', tenant: ANY_TENANT } }, '"tenant" must be a text'],
    ['idempotent as a text', { idempotent: 'true' }, '"idempotent" must be true or false'],
  ])('a request with %s', async (_what, changes, message) => {
    const { app, approvals, request } = await start(open);
    const error = await rejectionOf(request(changes as Partial<ExternalCallRequest>));
    expect(error).toBeInstanceOf(ExternalCallException);
    expect(error).toMatchObject({ problem: 'bad-request' });
    expect(String(error)).toContain(message);
    expect((await approvals.counts({})).total).toBe(0);
    await app.close();
  });

  it.each<[string, object]>([
    ['no token', { token: undefined }],
    ['an empty token', { token: '' }],
    ['a long token', { token: 'x'.repeat(201) }],
    ['no hash', { argsHash: undefined }],
    ['a lease of no time', { leaseMs: 0 }],
    ['a lease of weeks', { leaseMs: 1e9 }],
    ['a lease that is a text', { leaseMs: '10' }],
    ['every tenant', { tenant: ANY_TENANT }],
    ['an unknown option', { lease: 10 }],
  ])('a claim with %s', async (_what, changes) => {
    const { app, approvals, approved } = await start(open);
    const { id, argsHash } = await approved();
    const claim = () => approvals.claim(id, { argsHash, token: 't', ...changes });
    expect(await problemOf(approvals, id, claim)).toBe('bad-request');
    await app.close();
  });

  it('a claim before the decision, with another hash, or of a call that does not exist', async () => {
    const { app, approvals, request, chat, approve, ask } = await start(open);
    const { approval } = await request();
    const claim = (id: string, argsHash: string) => () => approvals.claim(id, { argsHash, token: 't' });
    expect(await problemOf(approvals, approval.id, claim(approval.id, approval.argsHash))).toBe('not-approved');
    await approvals.decide(approval.id, yes(approval), GRACE);
    expect(await problemOf(approvals, approval.id, claim(approval.id, 'other'))).toBe('hash-mismatch');
    expect(await problemOf(approvals, undefined, claim('nothing', approval.argsHash))).toBe('not-found');
    // The call of a turn runs here.
    const runId = await ask();
    const [ofTurn] = (await approvals.list({ runId })).items;
    expect(await problemOf(approvals, ofTurn!.id, claim(ofTurn!.id, ofTurn!.argsHash))).toBe('not-found');
    await approve(runId);
    expect(await chat.resume(runId).call().content()).toBe('Done.');
    await app.close();
  });

  it.each<[string, object]>([
    ['no outcome', { outcome: undefined }],
    ['an unknown outcome', { outcome: { type: 'abandoned' } }],
    ['a result that JSON would change', { outcome: { type: 'succeeded', value: new Map() } }],
    ['a result with a function', { outcome: { type: 'succeeded', value: () => {} } }],
    ['a large result', { outcome: { type: 'succeeded', value: 'x'.repeat(1_100_000) } }],
    ['a result that is too deep', { outcome: { type: 'succeeded', value: deep } }],
    ['a failure without a text', { outcome: { type: 'failed' } }],
    ['a long failure', { outcome: { type: 'failed', message: 'x'.repeat(10_001) } }],
    ['no token', { token: undefined }],
  ])('an outcome with %s', async (_what, changes) => {
    const { app, approvals, approved, claim } = await start(open);
    const approval = await approved();
    await claim(approval, 't');
    const outcome = { type: 'succeeded', value: 1 } as const;
    const finish = () => approvals.finish(approval.id, { token: 't', outcome, ...(changes as object) });
    expect(await problemOf(approvals, approval.id, finish)).toBe('bad-request');
    await app.close();
  });

  it('an outcome without a claim, of another token, or other than the one before', async () => {
    const { app, approvals, approved, claim } = await start(open);
    const approval = await approved();
    const finish = (token: string, value: number) => () =>
      approvals.finish(approval.id, { token, outcome: { type: 'succeeded', value } });
    expect(await problemOf(approvals, approval.id, finish('t', 1))).toBe('not-claimed');
    await claim(approval, 't');
    expect(await problemOf(approvals, approval.id, finish('other', 1))).toBe('not-claimed');
    await finish('t', 1)();
    expect(await problemOf(approvals, approval.id, finish('t', 2))).toBe('finished');
    await finish('t', 1)();
    await app.close();
  });

  it('the records never contain the token', async () => {
    const { app, approvals, approved, claim } = await start(open);
    const approval = await approved();
    await claim(approval, 'secret-token');
    const records = [await approvals.runs.get(approval.runId), await approvals.runs.events(approval.runId)];
    expect(JSON.stringify(records)).not.toContain('secret-token');
    await app.close();
  });
});

describe('a tool of the application with the name of an external call', () => {
  @Injectable()
  class Bank {
    @Tool({ description: 'Another tool' })
    pay(@ToolParam() to: string) {
      return to;
    }
  }

  it('changes nothing: the call is not asked again, edited by its schema, or described by it', async () => {
    const { bootDesk } = await import('./approval.fixture.js');
    const { ScriptedChatModel } = await import('toolgate/testing');
    const { app, approvals } = await bootDesk(new ScriptedChatModel([]), {}, { providers: [Bank] });
    const { approval } = await approvals.request(payment);
    const read = await approvals.get(approval.id);
    expect(read.inputSchema).toEqual(payment.inputSchema);
    expect(read.toolChanged).toBeUndefined();
    const editedArguments = { invoice: 'I-7', amount: 70 };
    const decided = await approvals.decide(approval.id, { ...yes(approval), editedArguments }, GRACE);
    expect(decided).toMatchObject({ status: 'APPROVED', revision: 2, arguments: editedArguments });
    await app.close();
  });
});
