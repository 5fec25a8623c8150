import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from 'node:http2';
import { afterEach, expect, it } from 'vitest';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { until } from '../approval/waiting.fixture.js';
import { decision, serveDoor } from './door.fixture.js';

const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** Sends one request; `text` is what has arrived of the answer. */
const send = (session: ClientHttp2Session, path: string, headers: Readonly<Record<string, string>>, body?: unknown) => {
  const stream = session.request({
    ':path': `/approvals/${path}`,
    ':method': body === undefined ? 'GET' : 'POST',
    'content-type': 'application/json',
    ...headers,
  });
  const answer = {
    text: '',
    headers: {} as IncomingHttpHeaders,
    over: new Promise((end) => stream.once('close', end)),
  };
  stream.on('response', (received) => (answer.headers = received));
  stream.on('data', (bytes: Buffer) => (answer.text += bytes.toString()));
  stream.end(body === undefined ? undefined : JSON.stringify(body));
  return answer;
};

it('the door is served over HTTP/2 with the same checks, and its streams end when the application stops', async () => {
  const adapter = () => new FastifyAdapter({ http2: true }) as never;
  const door = await serveDoor({ name: 'Fastify', adapter });
  const session = connect(door.origin);
  closing.push(
    () => door.app.close(),
    () => session.close(),
  );
  const changes = send(session, 'changes', { authorization: 'Person ann' });
  await until(() => changes.text.includes('snapshot'));
  const approval = await door.wait();
  const decide = async (headers: Readonly<Record<string, string>>, body: object = decision(approval)) => {
    const answer = send(session, `${approval.id}/decisions`, { cookie: 'session=ann', ...headers }, body);
    await answer.over;
    return [answer.headers[':status'], JSON.parse(answer.text)] as const;
  };
  expect(await decide({})).toMatchObject([403, { problem: 'bad-origin' }]);
  expect(await decide({ origin: 'https://evil.example' })).toMatchObject([403, { problem: 'bad-origin' }]);
  const large = { reason: 'x'.repeat(1_000_000) };
  expect(await decide({ origin: door.origin }, large)).toMatchObject([413, { problem: 'too-large' }]);
  expect((await door.approvals.get(approval.id)).version).toBe(1);
  expect(await decide({ origin: door.origin })).toMatchObject([200, { status: 'APPROVED' }]);
  await until(() => changes.text.includes('APPROVED'));
  const closed = door.app.close();
  await changes.over;
  session.close();
  await closed;
});
