import { afterEach, describe, expect, it } from 'vitest';
import { approvalsClient } from './approvals-client.js';
import type { ApprovalsClientOptions } from './connection.js';
import { ApprovalsProblem } from './approvals-problem.js';
import { type Answer, hangUp, json, type PreparedServer, problem, startServer } from './door.fixture.js';

const servers: PreparedServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

const startWith = async (answers: readonly Answer[], options: Partial<ApprovalsClientOptions> = {}) => {
  const server = await startServer(...answers);
  servers.push(server);
  return { server, client: approvalsClient({ baseUrl: server.baseUrl, retryDelay: () => 0, ...options }) };
};

const approve = { decision: 'approve', revision: 1, argsHash: 'hash' } as const;
const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a client of the front door', () => {
  it('sends each request to its route', async () => {
    const { server, client } = await startWith([json({ items: [], results: [], now: '' })]);
    await client.me();
    await client.list({
      status: ['PENDING', 'APPROVED'],
      tool: 'refund',
      decidable: true,
      limit: 5,
      cursor: undefined!,
    });
    await client.list();
    await client.counts({ requester: 'ann & ben' });
    await client.stats({ hours: 48 });
    await client.get('a/b');
    await client.history('a1');
    await client.cancel('a1', { version: 3 });
    await client.runs.list({ status: 'suspended' });
    await client.runs.get('r1');
    await client.runs.events('r1');
    await client.runs.resume('r1');
    await client.runs.cancel('r1', { version: 4, reason: 'late' });
    await client.runs.reconcile('r1');
    await client.runs.reconcile('r1', { index: 0, outcome: { type: 'abandoned' } });
    const sent = server.requests.map(({ method, url, headers, body }) =>
      [method, url.replace('/approvals', ''), headers['if-match'], body && JSON.stringify(body)].filter(Boolean),
    );
    expect(sent).toEqual([
      ['GET', '/me'],
      ['GET', '?status=PENDING&status=APPROVED&tool=refund&decidable=true&limit=5'],
      ['GET'],
      ['GET', '/counts?requester=ann+%26+ben'],
      ['GET', '/stats?hours=48'],
      ['GET', '/a%2Fb'],
      ['GET', '/a1/history'],
      ['POST', '/a1/cancel', '"3"', '{}'],
      ['GET', '/runs?status=suspended'],
      ['GET', '/runs/r1'],
      ['GET', '/runs/r1/events'],
      ['POST', '/runs/r1/resume', '{}'],
      ['POST', '/runs/r1/cancel', '"4"', '{"reason":"late"}'],
      ['POST', '/runs/r1/reconcile', '{}'],
      ['POST', '/runs/r1/reconcile', '{"index":0,"outcome":{"type":"abandoned"}}'],
    ]);
  });

  it('asks for its headers before each request, and sends a body as JSON', async () => {
    let count = 0;
    const headers = () => Promise.resolve({ authorization: `Bearer ${++count}` });
    const { server, client } = await startWith([json({})], { headers });
    await client.get('a1');
    await client.decide('a1', approve);
    expect(server.requests.map(({ headers: sent }) => [sent.authorization, sent['content-type']])).toEqual([
      ['Bearer 1', undefined],
      ['Bearer 2', 'application/json'],
    ]);
  });

  it('stores nothing: the same request is sent again', async () => {
    const { server, client } = await startWith([json({ version: 1 }), json({ version: 2 })]);
    expect([await client.get('a1'), await client.get('a1')]).toEqual([{ version: 1 }, { version: 2 }]);
    expect(server.requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, undefined]);
  });

  it('ends a request when its signal aborts', async () => {
    const controller = new AbortController();
    const { client, server } = await startWith([() => controller.abort(new Error('enough'))]);
    await expect(client.decide('a1', approve, { signal: controller.signal })).rejects.toThrow('enough');
    expect(server.requests).toHaveLength(1);
  });
});

describe('an id', () => {
  it.each(['', '.', '..', 'me', 'counts', 'stats', 'changes', 'decisions', 'runs', 'inbox', undefined as never])(
    'is refused if its path is another route: %j',
    async (id) => {
      const { server, client } = await startWith([json({})]);
      const calls: Readonly<Record<string, () => Promise<unknown>>> = {
        'get()': () => client.get(id),
        'history()': () => client.history(id),
        'decide()': () => client.decide(id, approve),
        'cancel()': () => client.cancel(id, { version: 1 }),
        'runs.get()': () => client.runs.get(id),
        'runs.events()': () => client.runs.events(id),
        'runs.resume()': () => client.runs.resume(id),
        'runs.cancel()': () => client.runs.cancel(id, { version: 1 }),
        'runs.reconcile()': () => client.runs.reconcile(id),
      };
      for (const [method, call] of Object.entries(calls)) {
        const failure = await failureOf(call());
        expect(failure).toBeInstanceOf(TypeError);
        expect((failure as Error).message).toBe(
          `${method} received ${JSON.stringify(id)}, which is not an id of a record. Pass the id of one.`,
        );
      }
      expect(server.requests).toEqual([]);
    },
  );
});

describe('a decision', () => {
  it('receives an id, and is repeated with it until it is answered', async () => {
    const broken: Answer = (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{ "id"');
      setImmediate(() => response.destroy());
    };
    const answers = [hangUp, broken, problem(503, 'unavailable'), json({ id: 'a1' })];
    const { server, client } = await startWith(answers);
    expect(await client.decide('a1', approve)).toEqual({ id: 'a1' });
    const bodies = server.requests.map(({ body }) => body);
    expect(bodies).toHaveLength(4);
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(bodies[0]).toEqual({ ...approve, decisionId: expect.stringMatching(/^[\da-f]{32}$/) });
  });

  it('keeps an id of its own', async () => {
    const { server, client } = await startWith([json({})]);
    await client.decide('a1', { ...approve, decisionId: 'click-1' });
    expect(server.requests[0]!.body).toEqual({ ...approve, decisionId: 'click-1' });
  });

  it('is sent five times at most', async () => {
    const attempts: number[] = [];
    const retryDelay = (attempt: number) => attempts.push(attempt) && 0;
    const { server, client } = await startWith([hangUp], { retryDelay });
    expect(await failureOf(client.decide('a1', approve))).toMatchObject({
      status: 0,
      problem: 'network',
      message: `POST ${server.baseUrl}/a1/decisions failed: no complete answer arrived. Check baseUrl and the connection, then send it again.`,
    });
    expect(server.requests).toHaveLength(5);
    expect(attempts).toEqual([1, 2, 3, 4]);
  });

  it.each([
    [409, 'conflict', {}],
    [503, 'unavailable', { 'retry-after': '3600' }],
  ])('is not repeated after %d %s', async (status, word, headers) => {
    const { server, client } = await startWith([problem(status, word, headers)]);
    expect(await failureOf(client.decide('a1', approve))).toMatchObject({ status, problem: word });
    expect(server.requests).toHaveLength(1);
  });

  it('is not repeated after a delay of more than 30 seconds, unless its attempts are unlimited', async () => {
    const retryDelay = () => 30_001;
    const limited = await startWith([hangUp], { retryDelay });
    expect(await failureOf(limited.client.decide('a1', approve))).toMatchObject({ problem: 'network' });
    expect(limited.server.requests).toHaveLength(1);

    const unlimited = await startWith([hangUp], { retryDelay, attempts: Infinity });
    const signal = AbortSignal.timeout(500);
    expect(await failureOf(unlimited.client.decide('a1', approve, { signal }))).toBe(signal.reason);
    expect(unlimited.server.requests).toHaveLength(1);
  });

  it('of several has its own id, and all are repeated together', async () => {
    const { server, client } = await startWith([hangUp, json({ results: [{ id: 'a1', status: 200 }] })]);
    const results = await client.decideAll([
      { id: 'a1', ...approve },
      { id: 'a2', ...approve },
    ]);
    expect(results).toEqual([{ id: 'a1', status: 200 }]);
    const [first, second] = server.requests.map(({ body }) => body as { decisions: { decisionId: string }[] });
    expect(second).toEqual(first);
    expect(new Set(first!.decisions.map(({ decisionId }) => decisionId)).size).toBe(2);
  });
});

describe('a failed request', () => {
  it('states the problem of the door', async () => {
    const { client } = await startWith([problem(404, 'not-found')]);
    const failure = await failureOf(client.get('a1'));
    expect(failure).toBeInstanceOf(ApprovalsProblem);
    expect(failure).toMatchObject({ status: 404, problem: 'not-found', detail: 'It is not-found.' });
  });

  it.each([
    ['7', 7],
    [new Date(Date.now() - 5000).toUTCString(), 0],
    ['soon', undefined],
  ])('states when to send it again: %s', async (header, retryAfter) => {
    const { client } = await startWith([problem(503, 'unavailable', { 'retry-after': header })]);
    expect(((await failureOf(client.get('a1'))) as ApprovalsProblem).retryAfter).toBe(retryAfter);
  });

  it.each<[string, Answer]>([
    ['text', (response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>secret</h1>')],
    ['JSON', (response) => response.writeHead(502, { 'content-type': 'application/json' }).end('{"problem":"x"}')],
    ['broken JSON', (response) => response.writeHead(502, { 'content-type': 'application/problem+json' }).end('{')],
  ])('is "other" if the answer is not of the door: %s', async (_, answer) => {
    const { client, server } = await startWith([answer]);
    expect(await failureOf(client.list({ requester: 'ann' }))).toMatchObject({
      status: 502,
      problem: 'other',
      message: `GET ${server.baseUrl} failed: the server answered with the status 502.`,
    });
  });

  it('is "other" after a complete answer without JSON, such as a page to sign in, and is not repeated', async () => {
    const page: Answer = (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>');
    const { client, server } = await startWith([page]);
    expect(await failureOf(client.decide('a1', approve))).toMatchObject({
      status: 200,
      problem: 'other',
      message: `POST ${server.baseUrl}/a1/decisions failed: the answer is not JSON, but "text/html". Check baseUrl, the session, and the proxies before the server.`,
    });
    expect(server.requests).toHaveLength(1);
  });

  it('is "network" without an answer, and a question is not repeated', async () => {
    const { server, client } = await startWith([hangUp]);
    expect(await failureOf(client.get('a1'))).toMatchObject({ problem: 'network', cause: { message: 'fetch failed' } });
    expect(server.requests).toHaveLength(1);
  });
});
