import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ForbiddenException, Injectable } from '@nestjs/common';
import { InMemoryApprovalStore, StoreUnavailableException } from 'toolgate/approval';
import { VirtualClock } from 'toolgate/testing';
import { closedAfterEach } from './closed-after-each.fixture.js';
import { type Ask, decision, type DoorStory, read, serveDoor } from './door.fixture.js';
import { platforms } from './platforms.fixture.js';

/** A store that answers until it is stopped. */
class StoppedStore extends InMemoryApprovalStore {
  /** Whether it refuses writes. */
  isStopped = false;
  /** Whether it refuses reads. */
  isSilent = false;
  fault: Error = new StoreUnavailableException(new Error('a secret'));

  override change: InMemoryApprovalStore['change'] = (run, change) =>
    this.isStopped ? Promise.reject(this.fault) : super.change(run, change);
  override approval: InMemoryApprovalStore['approval'] = (id) =>
    this.isSilent ? Promise.reject(this.fault) : super.approval(id);
  override approvals: InMemoryApprovalStore['approvals'] = (query) =>
    this.isSilent ? Promise.reject(this.fault) : super.approvals(query);
  override state: InMemoryApprovalStore['state'] = (run) =>
    this.isSilent ? Promise.reject(this.fault) : super.state(run);
}

const HOUR = 3_600_000;

describe.each(platforms)('a problem at the door on $name', (platform) => {
  const open = async (story?: DoorStory) => {
    const door = await serveDoor(platform, story);
    const problemOf = async (path: string, ask?: Ask) => {
      const { status, type, body } = await read(await door.ask(path, ask));
      expect(type).toBe('application/problem+json; charset=utf-8');
      expect(body).toMatchObject({ type: 'about:blank', status });
      return [status, body['problem']];
    };
    return { ...door, problemOf };
  };

  const serve = closedAfterEach(open);

  // A query that is refused changes nothing, so these share one application.
  describe('of a list', () => {
    let shared: Awaited<ReturnType<typeof open>>;

    beforeAll(async () => {
      shared = await open();
    });

    afterAll(() => shared.app.close());

    it.each(['status=GONE', 'status=', 'order=up', 'limit=0', 'limit=501', 'limit=1.5', 'limit=1&limit=2', 'cursor=x'])(
      'is the answer to the query ?%s',
      async (query) => {
        const { problemOf } = shared;
        expect(await problemOf(`approvals?${query}`)).toEqual([400, 'bad-request']);
      },
    );

    it.each(['tenant=evil', 'toString=1', 'decidable=false', 'createdFrom=today', 'status[]=PENDING', 'requester='])(
      'is the answer to the filter ?%s, which would list too much',
      async (query) => {
        const { problemOf } = shared;
        expect(await problemOf(`approvals?${query}`)).toEqual([400, 'bad-request']);
        expect(await problemOf(`approvals/counts?${query}`)).toEqual([400, 'bad-request']);
      },
    );
  });

  it('is the answer to a cursor of another order, and to an unknown parameter of any route', async () => {
    const { problemOf, ask, wait } = await serve();
    const { id, runId } = await wait();
    await wait({ order: 'A-2', amount: 6 });
    const { cursor } = (await read(await ask('approvals?limit=1'))).body;
    expect(await problemOf(`approvals?limit=1&order=newest&cursor=${String(cursor)}`)).toEqual([400, 'bad-request']);
    for (const path of ['me', 'stats', id, `${id}/history`, `runs/${runId}`, `runs/${runId}/events`, 'runs']) {
      expect(await problemOf(`approvals/${path}?verbose=1`)).toEqual([400, 'bad-request']);
    }
    expect(await problemOf('approvals/stats?hours=169')).toEqual([400, 'bad-request']);
    expect(await problemOf('approvals/runs?status=PENDING')).toEqual([400, 'bad-request']);
  });

  it('states why a decision is not accepted', async () => {
    const clock = new VirtualClock();
    const store = new InMemoryApprovalStore(clock.now);
    const { wait, problemOf, approvals } = await serve({ store, requirement: { approvers: { roles: ['finance'] } } });
    const approval = await wait();
    const path = `approvals/${approval.id}/decisions`;
    const decide = (given: object, as = 'ann') => problemOf(path, { as, body: decision(approval, given) });
    expect(await decide({ decision: 'maybe' })).toEqual([400, 'bad-decision']);
    expect(await decide({}, 'bob')).toEqual([403, 'not-eligible']);
    expect(await decide({}, 'eve')).toEqual([404, 'not-found']);
    expect(await decide({ revision: 2 })).toEqual([409, 'conflict']);
    expect(await decide({ argsHash: 'other' })).toEqual([412, 'hash-mismatch']);
    expect(await decide({ editedArguments: { order: 'A-1', amount: 1 } })).toEqual([422, 'bad-edit']);
    expect(await decide({ revision: undefined })).toEqual([428, 'precondition-missing']);
    expect(await approvals.get(approval.id)).toMatchObject({ status: 'PENDING', version: 1 });
    clock.advance(25 * HOUR);
    expect(await decide({})).toEqual([410, 'gone']);
  });

  it('states that a decisionId was used, that the record has moved on, and that its version has', async () => {
    const { wait, ask, problemOf } = await serve();
    const approval = await wait();
    const path = `approvals/${approval.id}`;
    await ask(`${path}/decisions`, { body: decision(approval) });
    expect(await problemOf(`${path}/decisions`, { body: decision(approval, { reason: 'other' }) })).toEqual([
      422,
      'decision-reused',
    ]);
    expect(await problemOf(`${path}/decisions`, { body: decision(approval, { decisionId: 'd2' }) })).toEqual([
      409,
      'conflict',
    ]);
    const cancel = (headers: Readonly<Record<string, string>>) =>
      problemOf(`${path}/cancel`, { as: 'boss', body: {}, headers });
    expect(await cancel({})).toEqual([428, 'precondition-missing']);
    expect(await cancel({ 'if-match': '"1"' })).toEqual([412, 'version-mismatch']);
    for (const tag of ['1', 'W/"1"', '*', '"a"', '"1", "2"']) {
      expect(await cancel({ 'if-match': tag })).toEqual([400, 'bad-request']);
    }
    const waiting = `approvals/${(await wait({ order: 'A-2', amount: 6 })).id}/cancel`;
    const number = { as: 'boss', body: { reason: 7 }, headers: { 'if-match': '"1"' } };
    expect(await problemOf(waiting, number)).toEqual([400, 'bad-request']);
  });

  it('is 503 if the store does not answer, and 500 without the cause for a defect', async () => {
    const store = new StoppedStore();
    const { wait, ask, problemOf, logs } = await serve({ store });
    const approval = await wait();
    const path = `approvals/${approval.id}/decisions`;
    store.isStopped = true;
    expect(await problemOf(path, { body: decision(approval) })).toEqual([503, 'unavailable']);
    store.fault = new Error('password=hunter2 of the order A-1');
    const answer = await ask(path, { body: decision(approval) });
    expect(await answer.json()).toEqual({
      type: 'about:blank',
      title: 'Internal Server Error',
      status: 500,
      detail: 'The server could not answer. Its log states why.',
      problem: 'internal',
    });
    expect(logs.filter((line) => line.includes(`POST /${path} failed: Error: `))).toHaveLength(1);
    expect(logs.join()).not.toContain('hunter2');
    store.isStopped = false;
    expect((await ask(path, { body: decision(approval) })).status).toBe(200);
  });

  it('is 500 for a list that fails because of a defect, not because of its query', async () => {
    const store = new StoppedStore();
    const { problemOf } = await serve({ store });
    store.fault = new TypeError('rows is not iterable');
    store.isSilent = true;
    expect(await problemOf('approvals')).toEqual([500, 'internal']);
  });

  it('is 503 for each read and operation while the store does not answer, without its reason', async () => {
    const store = new StoppedStore();
    const { wait, ask, problemOf } = await serve({ store });
    const { id, runId } = await wait();
    store.isSilent = true;
    const cancel = { as: 'boss', body: {}, headers: { 'if-match': '"1"' } };
    const requests: readonly (readonly [string, Ask?])[] = [
      ['approvals'],
      [`approvals/${id}`],
      [`approvals/${id}/history`],
      [`approvals/${id}/cancel`, cancel],
      [`approvals/runs/${runId}`],
      [`approvals/runs/${runId}/resume`, { as: 'boss', method: 'POST' }],
      [`approvals/runs/${runId}/cancel`, cancel],
    ];
    for (const [path, given] of requests) {
      expect([path, await problemOf(path, given)]).toEqual([path, [503, 'unavailable']]);
      expect(await (await ask(path, given)).text()).not.toContain('a secret');
    }
    store.isSilent = false;
    expect((await ask(`approvals/${id}`)).status).toBe(200);
  });

  it('answers an invisible record exactly like a missing one, on any route', async () => {
    const { wait, ask } = await serve();
    const { id, runId } = await wait();
    const whole = async (path: string, given: Ask) => {
      const response = await ask(path, { as: 'eve', ...given });
      const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== 'date'));
      return { status: response.status, headers, text: await response.text() };
    };
    const write = { body: {}, headers: { 'if-match': '"1"' } };
    const decide = { body: decision({ revision: 1, argsHash: 'a' }) };
    const routes: readonly (readonly [string, string, Ask])[] = [
      [`approvals/`, '', {}],
      [`approvals/`, '/history', {}],
      [`approvals/`, '/decisions', decide],
      [`approvals/`, '/cancel', write],
      [`approvals/runs/`, '', {}],
      [`approvals/runs/`, '/events', {}],
      [`approvals/runs/`, '/resume', { method: 'POST' }],
      [`approvals/runs/`, '/cancel', write],
      [`approvals/runs/`, '/reconcile', { body: {} }],
    ];
    for (const [before, after, given] of routes) {
      const known = before.includes('runs') ? runId : id;
      const missing = await whole(`${before}missing${after}`, given);
      expect({ after, status: missing.status }).toEqual({ after, status: 404 });
      expect(await whole(`${before}${known}${after}`, given)).toEqual(missing);
      expect(await whole(`${before}a%00b${after}`, given)).toEqual(missing);
    }
    expect((await read(await ask(`approvals?requester=ada`, { as: 'eve' }))).body['items']).toEqual([]);
    expect((await read(await ask(`approvals/counts`, { as: 'eve' }))).body).toEqual({ total: 0, byStatus: {} });
    const bulk = { as: 'eve', body: { decisions: [{ id, ...decide.body }] } };
    expect((await read(await ask(`approvals/decisions`, bulk))).body['results']).toMatchObject([{ status: 404 }]);
  });

  it('carries the status of a guard of the application, and of its resolver', async () => {
    @Injectable()
    class Closed {
      canActivate(): boolean {
        throw new ForbiddenException('Closed on Sundays');
      }
    }
    const { problemOf } = await serve({ change: (app) => app.useGlobalGuards(new Closed()) });
    expect(await problemOf('approvals')).toEqual([403, 'forbidden']);
    expect(await problemOf('approvals/x/decisions', { body: '{' })).toEqual([403, 'forbidden']);
  });

  it('leaves unknown paths and methods to Nest', async () => {
    const { ask } = await serve();
    for (const [path, method] of [
      ['approvals/a/b/c', 'GET'],
      ['approvals', 'DELETE'],
      ['approvals/a', 'PUT'],
    ] as const) {
      const answer = await read(await ask(path, { method }));
      expect(answer).toMatchObject({ status: 404, body: { statusCode: 404 } });
    }
  });
});
