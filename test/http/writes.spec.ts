import { afterEach, describe, expect, it } from 'vitest';
import type { INestApplication } from '@nestjs/common';
import { ChatClient } from 'toolgate';
import { callsTools, toolCall } from 'toolgate/testing';
import { Desk } from '../approval/approval.fixture.js';
import { until } from '../approval/lost-process.fixture.js';
import { type Ask, decision, type DoorStory, read, serveDoor } from './door.fixture.js';
import { platforms } from './platforms.fixture.js';

describe.each(platforms)('the door on $name', (platform) => {
  let app: INestApplication | undefined;

  const serve = async (story?: DoorStory) => {
    const door = await serveDoor(platform, story);
    app = door.app;
    return door;
  };

  afterEach(() => app?.close());

  it('answers 304 if the client has the representation, and a new tag after each change', async () => {
    const { ask, wait } = await serve();
    const approval = await wait();
    const path = `approvals/${approval.id}`;
    for (const route of [
      path,
      'approvals',
      'approvals/counts',
      `${path}/history`,
      `approvals/runs/${approval.runId}`,
    ]) {
      const first = await ask(route);
      const tag = first.headers.get('etag')!;
      expect(tag).toMatch(/^"[\w-]{43}"$/);
      expect(first.headers.get('cache-control')).toBe('private, no-store');
      expect(first.headers.get('x-content-type-options')).toBe('nosniff');
      const again = await ask(route, { headers: { 'if-none-match': `"a", W/${tag}` } });
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag]);
      // They would be those of the representation.
      expect([again.headers.get('content-type'), again.headers.get('content-length')]).toEqual([null, null]);
      expect((await ask(route, { headers: { 'if-none-match': '"a"' } })).status).toBe(200);
      expect((await ask(route, { headers: { 'if-none-match': '*' } })).status).toBe(304);
    }
    const before = (await ask(path)).headers.get('etag')!;
    // A write is never answered with 304.
    const written = await ask(`${path}/decisions`, { body: decision(approval), headers: { 'if-none-match': '*' } });
    expect(written.status).toBe(200);
    const after = await ask(path, { headers: { 'if-none-match': before } });
    expect([after.status, after.headers.get('etag') === before]).toEqual([200, false]);
  });

  it('answers a rejection that is too late with the record, and refuses an approval that is too late', async () => {
    const { ask, wait } = await serve();
    const approval = await wait();
    const decide = async (given: object) =>
      read(await ask(`approvals/${approval.id}/decisions`, { body: decision(approval, given), as: 'bob' }));
    expect(await decide({ decision: 'reject', reason: 'No' })).toMatchObject({ status: 200 });
    const late = await decide({ decisionId: 'd2', decision: 'reject', reason: 'Not on Fridays' });
    expect(late).toMatchObject({
      status: 200,
      body: { status: 'REJECTED', notes: [{ by: 'bob', text: 'Not on Fridays' }] },
    });
    expect(await decide({ decisionId: 'd3' })).toMatchObject({ status: 409, body: { problem: 'conflict' } });
  });

  it('answers HEAD like GET, without the body', async () => {
    const { ask, wait } = await serve();
    const { id } = await wait();
    const [got, head] = [await ask(`approvals/${id}`), await ask(`approvals/${id}`, { method: 'HEAD' })];
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('etag')).toBe(got.headers.get('etag'));
    expect((await ask('approvals/missing', { method: 'HEAD' })).status).toBe(404);
  });

  it('cancels an approval and a run of the version that the person has read', async () => {
    const { ask, wait } = await serve();
    const [one, other] = [await wait(), await wait({ order: 'A-2', amount: 6 })];
    const cancel = (path: string, as: string, version: unknown) =>
      ask(`approvals/${path}/cancel`, {
        as,
        body: { reason: 'gone' },
        headers: { 'if-match': `"${String(version)}"` },
      });
    expect((await cancel(one.id, 'bob', 1)).status).toBe(403);
    expect(await read(await cancel(one.id, 'boss', 1))).toMatchObject({ status: 200, body: { status: 'CANCELLED' } });
    const run = (await read(await ask(`approvals/runs/${other.runId}`))).body;
    expect((await cancel(`runs/${other.runId}`, 'bob', run['version'])).status).toBe(403);
    expect((await cancel(`runs/${other.runId}`, 'boss', 99)).status).toBe(412);
    // The requester needs no right.
    expect(await read(await cancel(`runs/${other.runId}`, 'ada', run['version']))).toMatchObject({
      status: 200,
      body: { status: 'cancelled' },
    });
    const again = await read(await cancel(`runs/${other.runId}`, 'boss', 2));
    expect(again).toMatchObject({ status: 409, body: { problem: 'conflict' } });
  });

  it('resumes a run, and shows its answer to its requester alone', async () => {
    const { ask, wait, script, desk, store, approvals } = await serve();
    const approval = await wait();
    await ask(`approvals/${approval.id}/decisions`, { body: decision(approval) });
    script.push('Refunded.');
    const path = `approvals/runs/${approval.runId}`;
    expect((await ask(`${path}/resume`, { as: 'ada', method: 'POST' })).status).toBe(202);
    await until(store, approval.runId, ({ status }) => status === 'completed');
    expect(desk.done).toHaveLength(1);
    expect((await read(await ask(path, { as: 'ada' }))).body).toMatchObject({
      status: 'completed',
      answer: 'Refunded.',
    });
    for (const as of ['ann', 'boss', 'root']) {
      const { body } = await read(await ask(path, { as }));
      expect(body).toMatchObject({ status: 'completed', requester: 'ada' });
      expect(body).not.toHaveProperty('answer');
      expect(JSON.stringify(body)).not.toMatch(/idempotencyKey|fence|lease|token|A-1/);
    }
    expect((await read(await ask(`${path}/events`))).body['items']).toContainEqual(
      expect.objectContaining({ type: 'SUCCEEDED' }),
    );
    await approvals.runs.forget(approval.runId, { id: 'boss', tenant: 'acme', administrator: true });
    const forgotten = await read(await ask(path, { as: 'ada' }));
    expect(forgotten).toMatchObject({ status: 200, body: { status: 'completed' } });
    expect(forgotten.body).not.toHaveProperty('answer');
  });

  it('shows no text before a call as the answer of a run that waits', async () => {
    const { app: served, ask, script } = await serve();
    script.push(callsTools('A person decides.', toolCall('refund', { order: 'A-1', amount: 5 })));
    const prompt = served.get(ChatClient).prompt('Refund').tools(Desk).toolContext({ tenant: 'acme' });
    const turn = await prompt.call().outcome();
    if (turn.status !== 'suspended') throw new Error('The turn did not wait.');
    const { body } = await read(await ask(`approvals/runs/${turn.runId}`, { as: 'ada' }));
    expect(body).toMatchObject({ status: 'suspended', requester: 'ada' });
    expect(body).not.toHaveProperty('answer');
  });

  it('lets only an administrator report an outcome', async () => {
    const { ask, wait } = await serve();
    const { runId } = await wait();
    const path = `approvals/runs/${runId}/reconcile`;
    const body = { index: 0, outcome: { type: 'abandoned' } };
    expect(await read(await ask(path, { as: 'ann', body }))).toMatchObject({ status: 403 });
    // The run has no call with an unknown outcome.
    expect(await read(await ask(path, { as: 'boss', body }))).toMatchObject({ status: 409 });
    for (const wrong of [
      { index: -1 },
      { idempotencyKey: 7 },
      { outcome: { type: 'lost' } },
      { outcome: { type: 'abandoned', by: 'ann' } },
      { outcome: { type: 'succeeded' } },
      { outcome: { type: 'failed', message: '' } },
    ]) {
      expect(await read(await ask(path, { as: 'boss', body: { ...body, ...wrong } }))).toMatchObject({
        status: 400,
        body: { problem: 'bad-request' },
      });
    }
  });

  it('carries out decisions of a list one by one, each with its own result', async () => {
    const { ask, wait, approvals } = await serve({ requirement: { approvers: { quorum: 2 } } });
    const [one, two] = [await wait(), await wait({ order: 'A-2', amount: 6 })];
    const decisions = [
      { id: one.id, ...decision(one) },
      { id: 'missing', ...decision(one) },
      { id: two.id, ...decision(two, { argsHash: 'other' }) },
      { id: one.id, ...decision(one, { decisionId: 'd2', decision: 'reject' }) },
      { id: two.id, ...decision(two, { decision: 'maybe' }) },
    ];
    const answer = await read(await ask('approvals/decisions', { body: { decisions } }));
    expect(answer).toMatchObject({
      status: 200,
      body: {
        results: [
          { id: one.id, status: 200, approval: { status: 'PENDING', votes: [{ voter: 'ann' }] } },
          { id: 'missing', status: 404, problem: 'not-found' },
          { id: two.id, status: 412, problem: 'hash-mismatch' },
          { id: one.id, status: 200, approval: { status: 'REJECTED' } },
          { id: two.id, status: 400, problem: 'bad-decision' },
        ],
      },
    });
    expect(await approvals.get(two.id)).toMatchObject({ status: 'PENDING', version: 1 });
  });

  it('accepts from a list only what its person may decide: no own call, and none of another tenant', async () => {
    const { app: served, ask, wait, approvals, script } = await serve({ requirement: { fourEyes: true } });
    const [own, foreign] = [await wait(), await wait({ order: 'A-1', amount: 5 }, 'evil')];
    script.push(callsTools(toolCall('refund', { order: 'A-1', amount: 5 })));
    const prompt = served.get(ChatClient).prompt('Refund').tools(Desk).toolContext({ tenant: 'acme', user: 'lea' });
    const turn = await prompt.call().outcome();
    if (turn.status !== 'suspended') throw new Error('The turn did not wait.');
    const { id } = turn.approvals[0]!;
    const missing = 'x'.repeat(foreign.id.length);
    const decisions = [own.id, foreign.id, id, missing].map((one) => ({ id: one, ...decision(own) }));
    const { body } = await read(await ask('approvals/decisions', { as: 'ada', body: { decisions } }));
    const results = body['results'] as readonly { readonly detail: string }[];
    expect(results).toMatchObject([
      { id: own.id, status: 403, problem: 'not-eligible' },
      { id: foreign.id, status: 404, problem: 'not-found' },
      { id, status: 200, approval: { status: 'APPROVED', votes: [{ voter: 'ada' }] } },
      { id: missing, status: 404, problem: 'not-found' },
    ]);
    expect(results[1]!.detail.replace(foreign.id, missing)).toBe(results[3]!.detail);
    for (const one of [own, foreign]) expect(await approvals.get(one.id)).toEqual(one);
  });

  it.each<[string, (item: object) => unknown]>([
    ['no list', () => ({})],
    ['an empty list', () => ({ decisions: [] })],
    ['101 decisions', (item) => ({ decisions: Array.from({ length: 101 }, () => item) })],
    ['an item that is not an object', (item) => ({ decisions: [item, null] })],
    ['an item without an id', (item) => ({ decisions: [item, { ...item, id: undefined }] })],
    ['an item with an empty id', (item) => ({ decisions: [item, { ...item, id: '' }] })],
    ['an item whose id is a number', (item) => ({ decisions: [item, { ...item, id: 7 }] })],
    ['an item with edited arguments', (item) => ({ decisions: [item, { ...item, editedArguments: {} }] })],
    ['a property beside the list', (item) => ({ decisions: [item], atOnce: true })],
  ])('carries out no decision of a body with %s', async (_, bodyOf) => {
    const { ask, wait, approvals } = await serve();
    const approval = await wait();
    const answer = await read(
      await ask('approvals/decisions', { body: bodyOf({ id: approval.id, ...decision(approval) }) }),
    );
    expect(answer).toMatchObject({ status: 400, body: { problem: 'bad-request' } });
    expect(await approvals.get(approval.id)).toMatchObject({ status: 'PENDING', version: 1 });
  });

  it('accepts a write with a cookie from a page of its own origin only', async () => {
    const { ask, wait, origin, approvals } = await serve();
    const approval = await wait();
    const path = `approvals/${approval.id}/decisions`;
    const write = (headers: Record<string, string>, given: Ask = {}) =>
      ask(path, { as: '', body: decision(approval), headers: { cookie: 'session=ann', ...headers }, ...given });
    for (const headers of [
      {},
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${origin}.evil.example` },
      { origin: origin.replace('http:', 'https:') },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    ] as Record<string, string>[]) {
      expect(await read(await write(headers))).toMatchObject({ status: 403, body: { problem: 'bad-origin' } });
    }
    const form = { origin, 'content-type': 'text/plain' };
    expect(await read(await write(form))).toMatchObject({ status: 415, body: { problem: 'not-json' } });
    expect(await approvals.get(approval.id)).toMatchObject({ status: 'PENDING', version: 1 });
    expect(
      (await ask('approvals', { as: '', headers: { cookie: 'session=ann', origin: 'https://a.example' } })).status,
    ).toBe(200);
    expect((await write({ origin })).status).toBe(200);
    expect((await write({ 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    // The person has made the request without a page, such as with an extension of the browser.
    expect((await write({ 'sec-fetch-site': 'none' })).status).toBe(200);
  });

  it('names the origin that it received, and those that it accepts', async () => {
    const { ask, wait, origin } = await serve();
    const { runId } = await wait();
    const resume = async (headers: Record<string, string>) => {
      const { body } = await read(await ask(`approvals/runs/${runId}/resume`, { as: 'ada', method: 'POST', headers }));
      return (body as { detail: string }).detail;
    };
    const named = await resume({ origin: 'https://evil.example' });
    expect(named).toContain(`of the origin https://evil.example, and the door accepts ${origin}. Add the origin`);
    expect(await resume({ cookie: 'session=ann', authorization: 'Basic YTpi' })).toBe(
      `A write with a cookie names no Origin. Send the header Origin (${origin}), or a bearer token.`,
    );
  });

  it('accepts a bearer token of a program whose load balancer adds a cookie', async () => {
    const { ask, wait } = await serve();
    const { id } = await wait();
    const headers = { authorization: 'Bearer boss', cookie: 'affinity=2', 'if-match': '"1"' };
    expect((await ask(`approvals/${id}/cancel`, { as: 'boss', body: {}, headers })).status).toBe(200);
  });

  it('refuses a write from a page of another origin also without a cookie', async () => {
    const { ask, wait, origin, approvals, script } = await serve();
    const { runId, id } = await wait();
    const resume = (headers: Record<string, string>) =>
      ask(`approvals/runs/${runId}/resume`, { as: 'ada', method: 'POST', headers });
    for (const headers of [
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin, 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ] as Record<string, string>[]) {
      expect(await read(await resume(headers))).toMatchObject({ status: 403, body: { problem: 'bad-origin' } });
    }
    expect(await approvals.get(id)).toMatchObject({ status: 'PENDING', version: 1 });
    expect((await approvals.runs.get(runId)).status).toBe('suspended');
    script.push('Refunded.');
    expect((await resume({ origin, 'sec-fetch-site': 'same-origin' })).status).toBe(202);
  });

  it('refuses a write that does not declare JSON, also with an empty body', async () => {
    const { origin, wait } = await serve();
    const { id, runId } = await wait();
    for (const path of [
      `${id}/cancel`,
      `runs/${runId}/resume`,
      `runs/${runId}/retry`,
      `runs/${runId}/cancel`,
      `runs/${runId}/reconcile`,
    ]) {
      const headers = { authorization: 'Person boss', 'if-match': '"1"' };
      const answer = await read(await fetch(`${origin}/approvals/${path}`, { method: 'POST', headers }));
      expect({ path, ...answer }).toMatchObject({ path, status: 415, body: { problem: 'not-json' } });
    }
  });

  it('accepts a write with a cookie from the origins that the application names, and sends no CORS header', async () => {
    const { ask, wait, origin } = await serve({ http: { origins: ['https://inbox.example'] } });
    const approval = await wait();
    const write = (from: string, site = 'same-origin') =>
      ask(`approvals/${approval.id}/decisions`, {
        as: '',
        body: decision(approval),
        headers: { cookie: 'session=ann', origin: from, 'sec-fetch-site': site },
      });
    expect((await write(origin)).status).toBe(403);
    const answer = await write('https://inbox.example', 'cross-site');
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, null]);
  });
});
