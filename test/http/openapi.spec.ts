import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { sql } from 'kysely';
import { approvalsOpenApi, newApplicationSecret } from 'toolgate/http';
import { migrateToLatest, openSqlDatabase, SqlApprovalStore } from 'toolgate/sql';
import { decision, type DoorStory, read, serveDoor } from './door.fixture.js';
import { answerChecker, documented } from './openapi-answers.fixture.js';
import { platforms } from './platforms.fixture.js';

type Door = Awaited<ReturnType<typeof serveDoor>>;
type Operations = Readonly<Record<string, object>>;

let door: Door;
const { secret, secretHash } = newApplicationSecret();

const STORY: DoorStory = {
  requirement: { allowEdit: true, approvers: { roles: ['finance'] } },
  http: { external: true, applications: [{ name: 'shop', tenant: 'acme', secretHashes: [secretHash] }] },
};

beforeEach(async () => {
  door = await serveDoor(platforms[0], STORY);
});

afterEach(() => door.app.close());

const routesOf = (paths: object): readonly string[] =>
  Object.entries(paths as Record<string, Operations>)
    .flatMap(([path, operations]) => Object.keys(operations).map((method) => `${method} ${path}`))
    .sort();

describe('the OpenAPI document', () => {
  it('has every route that Nest serves at the door, and no other', () => {
    const served = SwaggerModule.createDocument(door.app, new DocumentBuilder().build());
    expect(routesOf(documented().paths)).toEqual(routesOf(served.paths));
  });

  it('describes what the door answers', async () => {
    const check = answerChecker(documented());
    const { id, runId, revision, argsHash, version } = await door.wait();
    door.script.push('Refunded 4 of A-1.');
    const asked = [
      ['get /approvals/me', 'approvals/me'],
      ['get /approvals', 'approvals?limit=1'],
      ['get /approvals', 'approvals?staus=PENDING'],
      ['get /approvals/counts', 'approvals/counts'],
      ['get /approvals/stats', 'approvals/stats?hours=2'],
      ['get /approvals/{id}', `approvals/${id}`],
      ['get /approvals/{id}', 'approvals/nothing'],
      ['get /approvals/{id}/history', `approvals/${id}/history`],
      ['get /approvals/runs', 'approvals/runs'],
      ['get /approvals/runs/{id}', `approvals/runs/${runId}`],
      ['get /approvals/runs/{id}/events', `approvals/runs/${runId}/events`],
      ['get /approvals/me', 'approvals/me?tenant=acme'],
      ['get /approvals/changes', 'approvals/changes?from=1'],
      ['get /approvals/{id}', `approvals/${id}?fields=status`],
      ['get /approvals/runs/{id}', `approvals/runs/${runId}?fields=status`],
    ] as const;
    const found: string[] = [];
    for (const [route, path] of asked) found.push(await check(route, await door.ask(path)));
    const edit = decision({ revision, argsHash }, { editedArguments: { order: 'A-1', amount: 4 } });
    const sent = [
      ['post /approvals/{id}/decisions', `approvals/${id}/decisions`, decision({ revision: 7, argsHash })],
      ['post /approvals/{id}/decisions', `approvals/${id}/decisions`, '{'],
      ['post /approvals/{id}/decisions', `approvals/${id}/decisions`, edit],
      ['post /approvals/{id}/cancel', `approvals/${id}/cancel`, {}],
      [
        'post /approvals/decisions',
        'approvals/decisions',
        { decisions: [{ id, ...decision({ revision, argsHash }) }] },
      ],
      ['post /approvals/runs/{id}/resume', `approvals/runs/${runId}/resume`, {}],
      ['post /approvals/runs/{id}/retry', `approvals/runs/${runId}/retry`, {}],
      ['post /approvals/runs/{id}/reconcile', `approvals/runs/${runId}/reconcile`, {}],
    ] as const;
    for (const [route, path, body] of sent) found.push(await check(route, await door.ask(path, { as: 'boss', body })));
    const long = 'x'.repeat(10_001);
    const cancels = [
      ['post /approvals/{id}/cancel', `approvals/${id}/cancel`, version, 'late'],
      ['post /approvals/{id}/cancel', `approvals/${id}/cancel`, version, long],
      ['post /approvals/runs/{id}/cancel', `approvals/runs/${runId}/cancel`, 0, 'late'],
      ['post /approvals/runs/{id}/cancel', `approvals/runs/${runId}/cancel`, 0, long],
    ] as const;
    for (const [route, path, known, reason] of cancels) {
      const headers = { 'if-match': `"${known}"` };
      found.push(await check(route, await door.ask(path, { as: 'boss', headers, body: { reason } })));
    }
    found.push(await check('get /approvals/me', await door.ask('approvals/me', { as: '' })));
    expect(found.filter(Boolean)).toEqual([]);
    expect(found).toHaveLength(asked.length + sent.length + cancels.length + 1);
  });

  it('describes the answers about a record whose row is damaged', async () => {
    const check = answerChecker(documented());
    const database = await openSqlDatabase({ sqlite: { file: ':memory:' } });
    await migrateToLatest(database);
    const { app, ask, wait } = await serveDoor(platforms[0], { ...STORY, store: new SqlApprovalStore(database) });
    const askAsShop = (path: string, body?: object) =>
      ask(`approvals/external${path}`, { as: '', headers: { authorization: `Bearer ${secret}` }, body });
    const { id, runId, revision, argsHash } = await wait();
    const request = { tool: 'deploy', arguments: {}, requestId: 'r' };
    const call = (await read(await askAsShop('', request))).body['id'];
    await sql`update toolgate_approvals set body = '{"'`.execute(database);
    const boss = { as: 'boss', headers: { 'if-match': '"1"' } };
    const answers = [
      ['get /approvals/{id}', await ask(`approvals/${id}`)],
      ['get /approvals/{id}/history', await ask(`approvals/${id}/history`)],
      ['post /approvals/{id}/cancel', await ask(`approvals/${id}/cancel`, { ...boss, body: {} })],
      [
        'post /approvals/{id}/decisions',
        await ask(`approvals/${id}/decisions`, { body: decision({ revision, argsHash }) }),
      ],
      ['get /approvals/runs/{id}', await ask(`approvals/runs/${runId}`)],
      ['get /approvals/runs/{id}/events', await ask(`approvals/runs/${runId}/events`)],
      ['post /approvals/runs/{id}/resume', await ask(`approvals/runs/${runId}/resume`, { ...boss, body: {} })],
      ['post /approvals/runs/{id}/retry', await ask(`approvals/runs/${runId}/retry`, { ...boss, body: {} })],
      ['post /approvals/runs/{id}/cancel', await ask(`approvals/runs/${runId}/cancel`, { ...boss, body: {} })],
      ['post /approvals/runs/{id}/reconcile', await ask(`approvals/runs/${runId}/reconcile`, { ...boss, body: {} })],
      ['post /approvals/external', await askAsShop('', request)],
      ['get /approvals/external/{id}', await askAsShop(`/${call}`)],
      ['post /approvals/external/{id}/claim', await askAsShop(`/${call}/claim`, { argsHash, token: 't' })],
      [
        'post /approvals/external/{id}/finish',
        await askAsShop(`/${call}/finish`, { token: 't', outcome: { type: 'succeeded', value: 1 } }),
      ],
      ['post /approvals/external/{id}/cancel', await askAsShop(`/${call}/cancel`, {})],
    ] as const;
    const found: string[] = [];
    for (const [route, answer] of answers) found.push(await check(route, answer));
    await app.close();
    await database.destroy();
    expect(answers.map(([, { status }]) => status)).toEqual(answers.map(() => 409));
    expect(found.filter(Boolean)).toEqual([]);
  });

  it('describes the calls of other applications only if they are served', async () => {
    const check = answerChecker(documented());
    const ask = (path: string, body?: object) =>
      door.ask(`approvals/external${path}`, { as: '', headers: { authorization: `Bearer ${secret}` }, body });
    const request = { tool: 'deploy', arguments: {}, requestId: 'r', requirement: { fourEyes: true } };
    const { id, argsHash } = (await read(await ask('', request))).body as { id: string; argsHash: string };
    await door.ask(`approvals/${id}/decisions`, { body: decision(await door.approvals.get(id)) });
    const claim = { argsHash, token: 't' };
    const finish = { token: 't', outcome: { type: 'succeeded', value: 1 } };
    const asked = [
      ['post /approvals/external', '', request],
      ['post /approvals/external', '', { ...request, tool: 'other' }],
      ['get /approvals/external', `?id=${id}`],
      ['get /approvals/external/{id}', `/${id}`],
      ['post /approvals/external/{id}/cancel', '/missing/cancel', {}],
      ['post /approvals/external/{id}/claim', `/${id}/claim`, claim],
      ['post /approvals/external/{id}/claim', `/${id}/claim`, { ...claim, token: 'u' }],
      ['post /approvals/external/{id}/cancel', `/${id}/cancel`, {}],
      ['post /approvals/external/{id}/cancel', `/${id}/cancel`, { reason: 'x'.repeat(10_001) }],
      ['post /approvals/external/{id}/finish', `/${id}/finish`, finish],
      ['post /approvals/external/{id}/finish', `/${id}/finish`, { ...finish, token: 'u' }],
    ] as const;
    const found: string[] = [];
    for (const [route, path, body] of asked) found.push(await check(route, await ask(path, body)));
    expect(found.filter(Boolean)).toEqual([]);
    const without = approvalsOpenApi({ openapi: '3.0.0', paths: {} });
    expect(JSON.stringify(without)).not.toMatch(/\/external|ExternalCall/);
  });
});
