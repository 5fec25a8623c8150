import { Injectable } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { Tool, ToolParam } from 'toolgate';
import { ApprovalDecisionException, RequestReusedException, RunConflictException } from 'toolgate/approval';
import type { KnownOutcome } from 'toolgate/tool';
import { rejectionOf } from '../chat/chat.fixture.js';
import { yes } from './approval.fixture.js';
import { processOver } from './due-work.fixture.js';
import { GRACE, HOUR, LEASE, payment, problemOf, start } from './external-calls.fixture.js';
import { onEveryDatabase } from './on-every-database.fixture.js';

onEveryDatabase('an external call', (open) => {
  it('waits for a person, starts for one claim, and its requester receives the result', async () => {
    const { app, approvals, request, claim } = await start(open);
    const asked = await request();
    expect(asked).toMatchObject({ status: 'suspended', approval: { status: 'PENDING', external: true } });
    const [listed] = (await approvals.list({ status: 'PENDING', conversation: 'c-1' })).items;
    expect(listed).toMatchObject({ id: asked.approval.id, toolName: 'pay', description: 'Pay an invoice' });
    expect(await approvals.get(asked.approval.id)).toMatchObject({ inputSchema: payment.inputSchema });

    const approval = await approvals.decide(asked.approval.id, yes(asked.approval), GRACE);
    expect(await approvals.runs.get(asked.runId)).toMatchObject({ hasEffects: false, fence: 0 });
    const answer = await claim(approval, 'bank-1');
    expect(await approvals.runs.get(asked.runId)).toMatchObject({ hasEffects: true, fence: 1 });
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

  it('has one run for the same request, however many times it is made at once', async () => {
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

  it('runs with edited arguments, which the schema of the request validates', async () => {
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

  it('that has expired or lapsed is rejected as soon as it is read, although no worker has written that', async () => {
    const { app, approvals, clock, request, approved } = await start(open);
    await request();
    const unused = await approved({ requestId: 'unused', requirement: {} });
    clock.advance(HOUR);
    expect(await request()).toMatchObject({ status: 'rejected', reason: 'it was not approved in time' });
    clock.advance(24 * HOUR);
    const reason = 'its approval was not used in time';
    expect(await approvals.outcome(unused.id)).toMatchObject({ status: 'rejected', reason });
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

  it.each<[string, KnownOutcome, KnownOutcome]>([
    ['a text', { type: 'succeeded', value: 'paid' }, { type: 'failed', message: 'paid' }],
    ['a failure', { type: 'failed', message: 'paid' }, { type: 'succeeded', value: 'paid' }],
  ])(
    'accepts the outcome that a person has reported from its claimer, and no other: %s',
    async (_what, outcome, other) => {
      const { app, approvals, clock, approved, claim } = await start(open);
      const approval = await approved();
      await claim(approval, 'bank-1');
      clock.advance(LEASE);
      await approvals.runs.reconcile(approval.runId, { index: 0, outcome }, GRACE);
      const finish = (of: KnownOutcome) => approvals.finish(approval.id, { token: 'bank-1', outcome: of as never });
      expect(await problemOf(approvals, approval.id, () => finish(other))).toBe('finished');
      const history = await approvals.history(approval.id);
      const status = outcome.type === 'succeeded' ? 'SUCCEEDED' : 'FAILED';
      expect(await finish(outcome)).toMatchObject({ status });
      expect(await approvals.history(approval.id)).toEqual(history);
      await app.close();
    },
  );

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

  it('is not found by an id that is not a text', async () => {
    const { app, approvals, approved } = await start(open);
    const { argsHash } = await approved();
    for (const id of [{}, 7, undefined] as never[]) {
      expect(await problemOf(approvals, undefined, () => approvals.claim(id, { argsHash, token: 't' }))).toBe(
        'not-found',
      );
      expect(await problemOf(approvals, undefined, () => approvals.outcome(id))).toBe('not-found');
    }
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
