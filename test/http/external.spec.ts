import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExecutionContext, Injectable, UnauthorizedException } from '@nestjs/common';
import { InMemoryApprovalStore } from 'toolgate/approval';
import { type ExternalApplication, isExternalRoute, newApplicationSecret } from 'toolgate/http';
import { ApprovalsProblem, externalCallsClient } from 'toolgate/http/client';
import { SqlApprovalStore } from 'toolgate/sql';
import { VirtualClock } from 'toolgate/testing';
import { sql } from 'kysely';
import { openMigratedSqlite } from '../../libs/sql/src/fixtures/migrated-sqlite.fixture.js';
import { closedAfterEach } from './closed-after-each.fixture.js';
import { type Ask, decision, type DoorStory, read, serveDoor } from './door.fixture.js';
import { platforms } from './platforms.fixture.js';

const HOUR = 3_600_000;
const [SHOP, BANK, FOREIGN] = [newApplicationSecret(), newApplicationSecret(), newApplicationSecret()];
const WEAK = 'hunter2';

const applications: readonly ExternalApplication[] = [
  { name: 'shop', tenant: 'acme', secretHashes: [SHOP.secretHash] },
  {
    name: 'bank',
    tenant: 'acme',
    secretHashes: [BANK.secretHash, createHash('sha256').update(WEAK).digest('hex')],
    requirement: { approvers: { roles: ['finance'] }, fourEyes: true },
  },
  { name: 'shop', tenant: 'evil', secretHashes: [FOREIGN.secretHash] },
];

const bearer = ({ secret }: { readonly secret: string }) => ({ authorization: `Bearer ${secret}` });

const deploy = { tool: 'deploy', arguments: { service: 'shop' }, requester: { id: 'ada' }, requestId: 'deploy-17' };

describe.each(platforms)('calls of other applications at a door on $name', (platform) => {
  const open = async (story: DoorStory = {}) => {
    const door = await serveDoor(platform, { http: { external: true, applications }, ...story });
    const client = (of: { readonly secret: string }) =>
      externalCallsClient({ baseUrl: `${door.origin}/approvals`, headers: () => bearer(of), attempts: 1 });
    const problemOf = async (path: string, of: { readonly secret: string }, ask: Ask = {}) => {
      const { status, body } = await read(await door.ask(path, { ...ask, as: '', headers: { ...bearer(of) } }));
      return [status, body['problem']];
    };
    const approve = async (id: string, as = 'ann', more: object = {}) => {
      const approval = await door.approvals.get(id);
      return read(await door.ask(`approvals/${id}/decisions`, { as, body: decision(approval, more) }));
    };
    return { ...door, client, problemOf, approve };
  };

  const serve = closedAfterEach(open);

  it('are requested, decided by a person, claimed once and reported', async () => {
    const { client, approve, ask } = await serve();
    const shop = client(SHOP);
    const asked = await shop.request(deploy);
    expect(asked).toMatchObject({ protocol: 1, status: 'suspended', approval: 'PENDING' });
    const { id, argsHash } = asked;
    expect((await read(await ask(`approvals/${id}`))).body).toMatchObject({ application: 'shop', requester: 'ada' });
    expect(await shop.request(deploy)).toEqual(asked);
    expect(await shop.statuses([id, 'missing'])).toEqual({ protocol: 1, items: [{ id, approval: 'PENDING' }] });
    expect((await approve(id)).status).toBe(200);
    expect(await shop.get(id)).toMatchObject({ status: 'suspended', approval: 'APPROVED', decidedBy: 'ann' });
    const started = await shop.claim(id, { argsHash, token: 'one' });
    expect(started).toMatchObject({ protocol: 1, answer: 'start', arguments: { service: 'shop' }, attempt: 1 });
    expect(await shop.claim(id, { argsHash, token: 'two' })).toEqual({
      protocol: 1,
      answer: 'no',
      approval: 'EXECUTING',
    });
    const outcome = { type: 'succeeded', value: { version: 7 } } as const;
    const ended = { status: 'completed', approval: 'SUCCEEDED', result: { version: 7 } };
    expect(await shop.finish(id, { token: 'one', outcome })).toMatchObject(ended);
    expect(await shop.finish(id, { token: 'one', outcome })).toMatchObject(ended);
    expect(await shop.get(id)).toMatchObject(ended);
  });

  it('end with the reason of a person, and with a withdrawal', async () => {
    const { client, approve, approvals } = await serve();
    const shop = client(SHOP);
    const { id } = await shop.request(deploy);
    await approve(id, 'ann', { decision: 'reject', reason: 'Not on Fridays' });
    expect(await shop.get(id)).toMatchObject({ status: 'rejected', approval: 'REJECTED', reason: 'Not on Fridays' });
    const other = await shop.request({ ...deploy, requestId: 'deploy-18' });
    expect(await shop.cancel(other.id, 'The turn was aborted.')).toMatchObject({
      status: 'rejected',
      approval: 'CANCELLED',
      reason: 'The turn was aborted.',
    });
    expect(await approvals.get(other.id)).toMatchObject({ status: 'CANCELLED', decidedBy: 'shop' });
  });

  it('expire by the clock of the store', async () => {
    const clock = new VirtualClock();
    const { client } = await serve({ store: new InMemoryApprovalStore(clock.now) });
    const { id } = await client(SHOP).request({ ...deploy, requirement: { expiresInMs: HOUR } });
    clock.advance(HOUR);
    expect(await client(SHOP).statuses([id])).toMatchObject({ items: [{ approval: 'EXPIRED' }] });
    expect(await client(SHOP).get(id)).toMatchObject({ status: 'rejected', approval: 'EXPIRED' });
  });

  it('do not exist for another application, of the same tenant or of another', async () => {
    const { client, approve, approvals, problemOf } = await serve();
    const { id, argsHash } = await client(SHOP).request(deploy);
    await approve(id);
    const inside = await approvals.request({ ...deploy, requirement: {}, requester: { id: 'ada', tenant: 'acme' } });
    const outcome = { type: 'failed', message: 'no' };
    for (const other of [BANK, FOREIGN]) {
      for (const known of [id, inside.approval.id, 'missing']) {
        expect(await problemOf(`approvals/external/${known}`, other)).toEqual([404, 'not-found']);
        const routes = [
          ['claim', { argsHash, token: 't' }],
          ['finish', { token: 't', outcome }],
          ['cancel', {}],
        ] as const;
        for (const [route, body] of routes) {
          expect(await problemOf(`approvals/external/${known}/${route}`, other, { body })).toEqual([404, 'not-found']);
        }
      }
      expect(await client(other).statuses([id, inside.approval.id])).toEqual({ protocol: 1, items: [] });
    }
    expect((await client(SHOP).get(id)).approval).toBe('APPROVED');
    expect(await client(SHOP).statuses([inside.approval.id])).toMatchObject({ items: [] });
  });

  it('with the same requestId belong to their application', async () => {
    const { client } = await serve();
    const all = await Promise.all([SHOP, BANK, FOREIGN].map((of) => client(of).request(deploy)));
    expect(new Set(all.map(({ id }) => id)).size).toBe(3);
    expect(new Set(all.map(({ runId }) => runId)).size).toBe(3);
  });

  it('require what the door requires of their application, in addition', async () => {
    const { client, approve, approvals } = await serve();
    const { id } = await client(BANK).request({ ...deploy, requirement: { approvers: { users: ['bob'] } } });
    expect((await approvals.get(id)).requirement).toEqual({
      approvers: [{ roles: ['finance'] }, { users: ['bob'] }],
      fourEyes: true,
    });
    expect((await approve(id, 'bob')).body).toMatchObject({ status: 'PENDING' });
    expect((await approve(id, 'ada', { decisionId: 'd3' })).body).toMatchObject({ problem: 'not-eligible' });
    expect((await approve(id, 'ann', { decisionId: 'd2' })).body).toMatchObject({ status: 'APPROVED' });
    expect((await client(BANK).request({ ...deploy, requester: undefined, requestId: 'own' })).approval).toBe(
      'PENDING',
    );
  });

  it.each([
    { approver: { users: ['bob'] } },
    { approvers: { roles: [] } },
    { fourEyes: 'yes' },
    { expiresInMs: -1 },
    ['finance'],
    'finance',
  ])('are refused with the requirement %j, which a merge with that of the door would lose', async (requirement) => {
    const { problemOf, approvals } = await serve();
    const body = { ...deploy, requirement };
    expect(await problemOf('approvals/external', BANK, { body })).toEqual([400, 'bad-request']);
    expect((await approvals.counts({})).total).toBe(0);
  });

  // A request that is refused changes nothing, so these share one application, with one call that waits.
  describe('of an application that has requested one', () => {
    let door: Awaited<ReturnType<typeof open>>;

    beforeAll(async () => {
      door = await open();
      await door.client(SHOP).request(deploy);
    });

    afterAll(() => door.app.close());

    it.each([
      ['no secret', {}],
      ['the token of a person', { authorization: 'Bearer ann' }],
      ['the session of a person', { cookie: 'session=boss' }],
      ['a hash in place of a secret', { authorization: `Bearer ${SHOP.secretHash}` }],
      ['a secret that is one letter longer', { authorization: `Bearer ${SHOP.secret}x` }],
      ['a secret in another scheme', { authorization: `Basic ${SHOP.secret}` }],
      ['a short secret whose hash is known', { authorization: `Bearer ${WEAK}` }],
    ])('are refused to a request with %s', async (_what, headers: Record<string, string>) => {
      const { ask, approvals } = door;
      for (const [path, body] of [
        ['', { ...deploy, requestId: 'refused' }],
        ['?id=a', undefined],
        ['/a', undefined],
        ['/a/claim', { argsHash: 'h', token: 't' }],
        ['/a/finish', {}],
        ['/a/cancel', {}],
      ] as const) {
        const answer = await read(await ask(`approvals/external${path}`, { as: '', headers, body }));
        const isForeign = 'cookie' in headers && body !== undefined;
        expect([answer.status, answer.body['problem']]).toEqual(
          isForeign ? [403, 'bad-origin'] : [401, 'unauthenticated'],
        );
        expect(JSON.stringify(answer.body)).not.toContain(SHOP.secret);
      }
      expect((await approvals.counts({})).total).toBe(1);
    });

    it.each<[object, number, string]>([
      [{ tool: '' }, 400, 'bad-request'],
      [{ requestId: undefined }, 400, 'bad-request'],
      [{ arguments: [] }, 400, 'bad-request'],
      [{ tenant: 'evil' }, 400, 'bad-request'],
      [{ application: 'bank' }, 400, 'bad-request'],
      [{ requester: { id: 'ada', tenant: 'evil' } }, 400, 'bad-request'],
      [{ requester: 'ada' }, 400, 'bad-request'],
      [{ requester: null }, 400, 'bad-request'],
      [{ requirement: [] }, 400, 'bad-request'],
      [{ requirement: { approvers: { roles: [] } } }, 400, 'bad-request'],
      [{ requirement: { allowEdit: true } }, 400, 'bad-request'],
      [{ arguments: { service: 'bank' } }, 422, 'request-reused'],
    ])('are refused with %j', async (changes, status, problem) => {
      const { problemOf, approvals } = door;
      const body = { ...deploy, ...changes };
      expect(await problemOf('approvals/external', SHOP, { body })).toEqual([status, problem]);
      expect((await approvals.counts({})).total).toBe(1);
    });
  });

  it('open no other route to an application', async () => {
    const { problemOf } = await serve();
    for (const path of ['approvals', 'approvals/me', 'approvals/runs', 'approvals/changes']) {
      expect(await problemOf(path, SHOP)).toEqual([401, 'unauthenticated']);
    }
  });

  it('state why a claim, an outcome or a query is not accepted', async () => {
    const { problemOf, client, approve } = await serve();
    const { id, argsHash } = await client(SHOP).request(deploy);
    const path = `approvals/external/${id}`;
    const claim = (body: object) => problemOf(`${path}/claim`, SHOP, { body });
    const finish = (token: string, outcome: unknown) => problemOf(`${path}/finish`, SHOP, { body: { token, outcome } });
    expect(await claim({ argsHash, token: 't' })).toEqual([409, 'not-approved']);
    await approve(id);
    expect(await claim({ argsHash: 'other', token: 't' })).toEqual([412, 'hash-mismatch']);
    expect(await claim({ argsHash, token: '' })).toEqual([400, 'bad-request']);
    expect(await claim({ argsHash, token: 't', leaseMs: 0 })).toEqual([400, 'bad-request']);
    expect(await claim({ argsHash, token: 't', tenant: 'evil' })).toEqual([400, 'bad-request']);
    expect(await finish('t', { type: 'succeeded', value: 1 })).toEqual([409, 'not-claimed']);
    await client(SHOP).claim(id, { argsHash, token: 't' });
    expect(await finish('t', { type: 'abandoned' })).toEqual([400, 'bad-request']);
    expect(await problemOf(`${path}/cancel`, SHOP, { body: {} })).toEqual([409, 'conflict']);
    await client(SHOP).finish(id, { token: 't', outcome: { type: 'succeeded', value: 1 } });
    expect(await finish('t', { type: 'failed', message: 'no' })).toEqual([409, 'finished']);
    const gone = await client(SHOP).request({ ...deploy, requestId: 'gone' });
    await client(SHOP).cancel(gone.id);
    expect(await problemOf(`approvals/external/${gone.id}/claim`, SHOP, { body: { argsHash, token: 't' } })).toEqual([
      410,
      'ended',
    ]);
    for (const query of ['', '?ids=a', `?${Array.from({ length: 101 }, (_, n) => `id=${n}`).join('&')}`]) {
      expect(await problemOf(`approvals/external${query}`, SHOP)).toEqual([400, 'bad-request']);
    }
  });

  it('are not served unless they are switched on', async () => {
    const { ask, problemOf } = await serve({ http: {} });
    const answer = await read(await ask('approvals/external', { as: '', headers: bearer(SHOP), body: deploy }));
    expect(answer.status).toBe(404);
    expect(await problemOf('approvals/external', SHOP)).toEqual([401, 'unauthenticated']);
  });

  it('pass a guard for people that knows their routes', async () => {
    @Injectable()
    class PeopleOnly {
      canActivate(context: ExecutionContext): boolean {
        if (isExternalRoute(context)) return true;
        throw new UnauthorizedException();
      }
    }
    const { client, ask } = await serve({ change: (application) => application.useGlobalGuards(new PeopleOnly()) });
    expect(await client(SHOP).request(deploy)).toMatchObject({ approval: 'PENDING' });
    expect((await ask('approvals')).status).toBe(401);
  });

  it('of which one has a damaged row have the statuses of the others', async () => {
    const database = await openMigratedSqlite({ file: ':memory:' });
    const { client, problemOf } = await serve({ store: new SqlApprovalStore(database) });
    const shop = client(SHOP);
    const sound = await shop.request(deploy);
    const damaged = await shop.request({ ...deploy, requestId: 'deploy-18' });
    await sql`update toolgate_approvals set body = '{"' where id = ${damaged.id}`.execute(database);
    expect((await shop.statuses([damaged.id, sound.id])).items).toEqual([{ id: sound.id, approval: 'PENDING' }]);
    expect(await problemOf(`approvals/external/${damaged.id}`, SHOP)).toEqual([409, 'damaged']);
    expect(await problemOf(`approvals/external/${damaged.id}`, FOREIGN)).toEqual([404, 'not-found']);
    await database.destroy();
  });

  it('have no value of an argument and no secret in the log of a failure', async () => {
    class Broken extends InMemoryApprovalStore {
      override change(): Promise<never> {
        return Promise.reject(new Error('disk full'));
      }
    }
    const { client, logs } = await serve({ store: new Broken() });
    const error = await client(SHOP)
      .request(deploy)
      .catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ApprovalsProblem);
    expect(error).toMatchObject({ status: 500, problem: 'internal' });
    expect(logs.join()).toContain('POST /approvals/external failed');
    expect(logs.join()).not.toContain(SHOP.secret);
  });
});

describe('the options of other applications', () => {
  const startWith = async (http: object): Promise<string> => {
    try {
      await (await serveDoor(platforms[0], { http })).app.close();
      return 'started';
    } catch (error) {
      return (error as Error).message;
    }
  };
  const hash = SHOP.secretHash;

  it.each<[object, string]>([
    [{ external: true }, 'has the option external but no applications. Pass applications: [{ name, secretHashes }].'],
    [
      { external: true, applications: [] },
      'has the option external but no applications. Pass applications: [{ name, secretHashes }].',
    ],
    [
      { applications },
      'has applications but does not serve them. Pass external: true, or remove the option applications.',
    ],
    [{ external: 'yes' }, 'The option external of ApprovalsHttpModule'],
    [{ external: true, applications: [{ secretHashes: [hash] }] }, 'has no name'],
    [{ external: true, applications: [{ name: 'a b', secretHashes: [hash] }] }, 'Pass a name of letters'],
    [{ external: true, applications: [{ name: 'a', secretHashes: [] }] }, 'no valid secretHashes'],
    [{ external: true, applications: [{ name: 'a', secretHashes: hash }] }, 'no valid secretHashes'],
    [{ external: true, applications: [{ name: 'a', secretHash: hash }] }, 'Unknown option applications[0].secretHash'],
    [{ external: true, applications: [{ name: 'a', tenant: '', secretHashes: [hash] }] }, 'applications[0].tenant'],
    [
      {
        external: true,
        applications: [{ name: 'a', secretHashes: [hash], requirement: { approvers: {}, roles: [] } }],
      },
      'cannot be served: in its requirement "roles" is unknown',
    ],
    [
      {
        external: true,
        applications: [
          { name: 'a', secretHashes: [hash] },
          { name: 'a', tenant: 'default', secretHashes: [BANK.secretHash] },
        ],
      },
      'The application "a" of the tenant "default" is listed twice, or shares a secret with another. List each application once, with its own secret.',
    ],
    [
      {
        external: true,
        applications: [
          { name: 'a', secretHashes: [hash] },
          { name: 'b', secretHashes: [hash] },
        ],
      },
      'The application "b" of the tenant "default" is listed twice, or shares a secret with another. List each application once, with its own secret.',
    ],
  ])('%j stop start-up', async (http, text) => {
    expect(await startWith(http)).toContain(text);
  });

  it('never show a secret that was passed in place of its hash', async () => {
    const message = await startWith({ external: true, applications: [{ name: 'a', secretHashes: [SHOP.secret] }] });
    expect(message).toContain('no valid secretHashes');
    expect(message).not.toContain(SHOP.secret);
  });
});
