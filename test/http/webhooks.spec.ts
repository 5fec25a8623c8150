import { createHmac, randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Controller, HttpCode, type INestApplication, Post, Req } from '@nestjs/common';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ApprovalNotice, InMemoryApprovalStore } from 'toolgate/approval';
import {
  InMemorySeenWebhooks,
  slackFormat,
  verifyWebhook,
  type VerifyWebhookOptions,
  WebhookChannel,
  type WebhookDelivery,
  type WebhookEvent,
  type WebhookOptions,
} from 'toolgate/http';
import { VirtualClock } from 'toolgate/testing';
import { bootWith, refund, SECRET } from '../approval/notices.fixture.js';
import { rejectionOf } from '../chat/chat.fixture.js';
import { type Received, Receiver } from './webhooks.fixture.js';

const secretOf = (id: string) => ({ id, secret: `whsec_${randomBytes(32).toString('base64')}` });
const NEW = secretOf('2026-11');
const OLD = secretOf('2026-05');

const NOTICE: ApprovalNotice = {
  id: 'n-1',
  kind: 'asked',
  at: '2030-01-01T00:00:00.000Z',
  tenant: 'acme',
  runId: 'r-1',
  approvalId: 'a-1',
  toolName: 'refund',
  description: 'Refund an order',
  status: 'PENDING',
  revision: 1,
  expiresAt: '2030-01-02T00:00:00.000Z',
  link: 'https://desk.example.com/approvals/inbox?approval=a-1',
};

const signal = new AbortController().signal;
let receiver: Receiver;
let url: string;

beforeEach(async () => {
  receiver = new Receiver();
  url = await receiver.listen();
});

afterEach(() => receiver.stop());

const channelOf = (options: Partial<WebhookOptions> = {}) => new WebhookChannel({ url, secrets: [NEW], ...options });

describe('a webhook', () => {
  it('that is down for an hour receives every notice once it is up, in order per run', async () => {
    const clock = new VirtualClock();
    const script = [refund, refund, refund];
    const store = new InMemoryApprovalStore(clock.now);
    const { app, ask, decide, notices, logs } = await bootWith(store, [channelOf()], {}, script);
    await receiver.stop();
    const runs = [await ask('c-1'), await ask('c-2'), await ask('c-3')];
    await notices.deliver();
    for (const { first } of runs) await decide(first.id);
    for (let minutes = 0; minutes < 60; minutes += 5) {
      await notices.deliver();
      clock.advance(5 * 60_000);
    }
    await receiver.listen();
    await notices.deliver();
    const events = receiver.received.map(({ body }) => JSON.parse(body) as WebhookEvent);
    expect(events).toHaveLength(6);
    for (const { first, runId } of runs) {
      const own = events.filter(({ data }) => data.runId === runId);
      expect(own.map(({ type }) => type)).toEqual(['toolgate.approval.asked', 'toolgate.approval.decided']);
      expect(own.map(({ subject }) => subject)).toEqual([first.id, first.id]);
    }
    expect(JSON.stringify(receiver.received)).not.toContain(SECRET);
    expect(logs).toEqual([expect.stringContaining('The webhook "webhook" did not answer: ECONNREFUSED.')]);
    expect(JSON.stringify([logs, await notices.list()])).not.toContain('hidden');
    await app.close();
  });

  it('receives a signed CloudEvent', async () => {
    await channelOf({ source: 'desk', headers: { authorization: 'Bearer gateway' } }).deliver(NOTICE, { signal });
    const [{ headers, body }] = receiver.received as [Received];
    expect(headers).toMatchObject({
      'content-type': 'application/cloudevents+json; charset=utf-8',
      'webhook-id': 'n-1',
      'webhook-keys': '2026-11',
      authorization: 'Bearer gateway',
    });
    expect(JSON.parse(body)).toEqual({
      specversion: '1.0',
      id: 'n-1',
      source: 'desk',
      type: 'toolgate.approval.asked',
      subject: 'a-1',
      time: NOTICE.at,
      datacontenttype: 'application/json',
      data: NOTICE,
    });
  });

  it('receives a header of the application once, in place of one of the same name, and its own signature', async () => {
    const headers = { 'Content-Type': 'application/json', 'User-Agent': 'desk', 'Webhook-Id': 'n-0' };
    await channelOf({ headers }).deliver(NOTICE, { signal });
    expect(receiver.received[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'desk',
      'webhook-id': 'n-1',
    });
  });

  it.each([
    [404, 'answered with the status 404. Check the log of the receiver.'],
    [302, 'answered with the status 302. Redirects are not followed: set url to the new address.'],
  ])('that answers %i has not received the notice', async (status, message) => {
    receiver.answer = (_, response) => response.writeHead(status, { location: url }).end('hidden');
    const error = await rejectionOf(channelOf().deliver(NOTICE, { signal }));
    expect(error).toMatchObject({ message: `The webhook "webhook" ${message}` });
    expect(receiver.received).toHaveLength(1);
  });

  it('is delivered with a time limit that is a fraction of milliseconds', async () => {
    await channelOf({ timeoutMs: 5_000.5 }).deliver(NOTICE, { signal });
    expect(receiver.received).toHaveLength(1);
  });

  it('that does not answer in time, or whose delivery is aborted, has not received the notice', async () => {
    receiver.answer = () => {};
    const late = await rejectionOf(channelOf({ timeoutMs: 20 }).deliver(NOTICE, { signal }));
    expect(late).toMatchObject({ message: expect.stringContaining('did not answer: it took too long') });
    const abort = new AbortController();
    const aborted = channelOf().deliver(NOTICE, { signal: abort.signal });
    abort.abort();
    expect(await rejectionOf(aborted)).toMatchObject({
      name: 'WebhookDeliveryException',
      message: expect.stringContaining('did not answer: it could not be reached'),
    });
  });

  it('whose answer never ends has received the notice, and loses its connection', async () => {
    const closed = new Promise((resolve) => {
      receiver.answer = (_, response) => void response.once('close', resolve).writeHead(200).write('hidden');
    });
    await channelOf().deliver(NOTICE, { signal });
    // Otherwise the garbage collector would close it later.
    await closed;
  }, 5000);

  it.each<[Partial<WebhookOptions>, string]>([
    [{ secrets: undefined }, 'The webhook "webhook" has no secret. Pass secrets: [{ id, secret }].'],
    [{ secrets: [] }, 'has no secret'],
    [
      { secrets: [{ id: 'a', secret: 'a passphrase of several words, no base64' }] },
      '"a" must be 24 to 64 random bytes',
    ],
    [
      { secrets: [{ id: 'a', secret: 'changeme' }] },
      'secret: "a" must be 24 to 64 random bytes in base64. Create one: node -p',
    ],
    [{ secrets: ['x' as never] }, 'has an unusable secret: it has no id. Pass { id, secret }'],
    [{ secrets: [NEW, NEW] }, 'has two secrets with the same id. Use a different id for each.'],
    [{ secrets: [NEW, OLD, secretOf('x')] }, 'has 3 secrets. Pass the new one and the one before it.'],
    [{ url: undefined as never }, 'has no url. Pass an address that starts with "https://".'],
    [{ url: 'desk' }, 'The option url of WebhookChannel is'],
    [{ url: 'file:///etc/passwd' }, 'Pass an address that starts with "https://".'],
    [{ url: 'http://desk.example.com' }, 'has an address without TLS'],
    [{ url: 'http://127.0.0.1.example.com' }, 'has an address without TLS'],
    [{ url: 'https://ann:pw@desk.example.com' }, 'has credentials in its url'],
    [{ url: 'https://:pw@desk.example.com' }, 'has credentials in its url'],
    [{ url: 'https://token@desk.example.com' }, 'has credentials in its url'],
    [{ headers: { 'a b': 'c' } }, 'The option headers of WebhookChannel'],
    [{ timeoutMs: 0 }, 'The option timeoutMs of WebhookChannel is 0'],
    [{ kinds: ['voted' as never] }, 'The option kinds of WebhookChannel'],
    [{ secret: NEW } as never, 'Unknown option secret of WebhookChannel'],
  ])('is refused with %j', (options, message) => {
    expect(() => channelOf(options)).toThrow(message);
    try {
      channelOf(options);
    } catch (error) {
      expect(String(error)).not.toMatch(/changeme|whsec_[A-Za-z0-9]|pw@/);
    }
  });

  it('may be on another machine without TLS if it is allowed', () => {
    expect(channelOf({ url: 'http://desk.internal', allowHttp: true }).name).toBe('webhook');
  });
});

describe('a receiver that verifies', () => {
  const verify = (delivery: Received, options: Partial<VerifyWebhookOptions> = {}) =>
    verifyWebhook(delivery, { secrets: [NEW], seen: new InMemorySeenWebhooks(), ...options }, ({ id }) => id);

  const deliver = async (options: Partial<WebhookOptions> = {}): Promise<Received> => {
    await channelOf(options).deliver(NOTICE, { signal });
    return receiver.received.at(-1)!;
  };

  it('handles a delivery once, and refuses a replay', async () => {
    const seen = new InMemorySeenWebhooks();
    const delivery = await deliver();
    expect(await verify(delivery, { seen })).toBe('n-1');
    expect(await rejectionOf(verify(delivery, { seen }))).toMatchObject({ problem: 'repeated', status: 200 });
    // The sender has lost the answer, and signs the same notice again.
    expect(await rejectionOf(verify(await deliver(), { seen }))).toMatchObject({ problem: 'repeated' });
  });

  it('handles a delivery again after an error, and refuses it while it is being handled', async () => {
    const seen = new InMemorySeenWebhooks();
    const delivery = await deliver();
    const failing = verifyWebhook(delivery, { secrets: [NEW], seen }, async () => {
      expect(await rejectionOf(verify(delivery, { seen }))).toMatchObject({ problem: 'busy', status: 409 });
      throw new Error('the desk is full');
    });
    await expect(failing).rejects.toThrow('the desk is full');
    expect(await verify(delivery, { seen })).toBe('n-1');
  });

  it('remembers a delivery for two days', async () => {
    const clock = new VirtualClock(Date.now());
    const seen = new InMemorySeenWebhooks(clock.now);
    const delivery = await deliver();
    await verify(delivery, { seen });
    clock.advance(2 * 86_400_000 - 1);
    expect(await rejectionOf(verify(delivery, { seen }))).toMatchObject({ problem: 'repeated' });
    clock.advance(1);
    expect(await verify(delivery, { seen })).toBe('n-1');
  });

  it('refuses a late delivery, and one from the future', async () => {
    const delivery = await deliver();
    const at = Number(delivery.headers['webhook-timestamp']) * 1000;
    for (const now of [at + 300_001, at - 300_001]) {
      expect(await rejectionOf(verify(delivery, { now: () => now }))).toMatchObject({ problem: 'late', status: 400 });
    }
    expect(await verify(delivery, { now: () => at + 300_000 })).toBe('n-1');
  });

  it.each<[string, (delivery: Received) => Received]>([
    ['body', ({ headers, body }) => ({ headers, body: body.replace('PENDING', 'APPROVED') })],
    ['id', ({ headers, body }) => ({ headers: { ...headers, 'webhook-id': 'n-2' }, body })],
    ['timestamp', ({ headers, body }) => ({ headers: { ...headers, 'webhook-timestamp': '1' }, body })],
    ['signature', ({ headers, body }) => ({ headers: { ...headers, 'webhook-signature': 'v1,AAAA' }, body })],
  ])('refuses a delivery with another %s', async (_, alter) => {
    expect(await rejectionOf(verify(alter(await deliver())))).toMatchObject({ problem: 'altered', status: 401 });
  });

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('refuses a delivery without %s', async (name) => {
    const { headers, body } = await deliver();
    const { [name]: _, ...rest } = headers;
    expect(await rejectionOf(verify({ headers: rest, body }))).toMatchObject({ problem: 'malformed', status: 400 });
  });

  it.each<[string, WebhookOptions['format']]>([
    ['a text', () => 'n-1'],
    ['a message without an id', () => ({ data: {} })],
    ['an event without data', ({ id }) => ({ id })],
    ['the event of another id', () => ({ id: 'n-2', data: {} })],
  ])('refuses a signed delivery of %s', async (_, format) => {
    expect(await rejectionOf(verify(await deliver({ format })))).toMatchObject({ problem: 'malformed', status: 400 });
  });

  it('refuses a signed delivery whose timestamp is not a number', async () => {
    const { body } = await deliver();
    const key = Buffer.from(NEW.secret.slice('whsec_'.length), 'base64');
    const signature = createHmac('sha256', key).update(`n-1.now.${body}`).digest('base64');
    const headers = { 'webhook-id': 'n-1', 'webhook-timestamp': 'now', 'webhook-signature': `v1,${signature}` };
    expect(await rejectionOf(verify({ headers, body }))).toMatchObject({ problem: 'late', status: 400 });
  });

  it('reads headers of any spelling, and lists of values', async () => {
    const { headers, body } = await deliver();
    const spelled = Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value as string]] as const);
    const delivery = { headers: Object.fromEntries(spelled), body };
    const options = { secrets: [NEW], seen: new InMemorySeenWebhooks() };
    expect(await verifyWebhook(delivery, options, ({ id }) => id)).toBe('n-1');
  });

  it('accepts a delivery while either side changes its secret', async () => {
    const both = await deliver({ secrets: [NEW, OLD] });
    expect(both.headers['webhook-keys']).toBe('2026-11,2026-05');
    expect(await verify(both, { secrets: [OLD] })).toBe('n-1');
    expect(await verify(both, { secrets: [NEW] })).toBe('n-1');
    const before = await deliver({ secrets: [OLD] });
    expect(await verify(before, { secrets: [NEW, OLD] })).toBe('n-1');
    expect(await rejectionOf(verify(before, { secrets: [NEW] }))).toMatchObject({ problem: 'altered' });
  });

  it('reads headers and bytes of the fetch API', async () => {
    const { headers, body } = await deliver();
    const delivery = { headers: new Headers(headers as Record<string, string>), body: Buffer.from(body) };
    const options = { secrets: [NEW], seen: new InMemorySeenWebhooks() };
    expect(await verifyWebhook(delivery, options, ({ data }) => data)).toEqual(NOTICE);
  });

  it.each([{ id: 'n-1' }, undefined])('refuses a body that was parsed before, or is missing: %j', async (body) => {
    const { headers } = await deliver();
    await expect(verify({ headers, body: body as never })).rejects.toThrow(
      'Invalid body of verifyWebhook(): it is not the text or the bytes of the request. Register a parser that keeps bytes',
    );
  });

  it('refuses an unusable secret of its own', async () => {
    const unusable = verify(await deliver(), { secrets: [{ id: 'a', secret: '' }] });
    await expect(unusable).rejects.toThrow('Invalid secret of verifyWebhook(): "a" must be 24 to 64 random bytes');
  });
});

describe('a receiver in a Nest application', () => {
  const MEDIA_TYPE = 'application/cloudevents+json';

  @Controller('hook')
  class HookController {
    private readonly seen = new InMemorySeenWebhooks();

    @Post()
    @HttpCode(200)
    receive(@Req() { headers, body }: WebhookDelivery): Promise<{ id: string }> {
      return verifyWebhook({ headers, body }, { secrets: [NEW], seen: this.seen }, ({ id }) => ({ id }));
    }
  }

  it.each<[string, () => Promise<INestApplication>]>([
    [
      'Express',
      async () => {
        const module = await Test.createTestingModule({ controllers: [HookController] }).compile();
        const app = module.createNestApplication<NestExpressApplication>(new ExpressAdapter());
        return app.useBodyParser('raw', { type: MEDIA_TYPE });
      },
    ],
    [
      'Fastify',
      async () => {
        const module = await Test.createTestingModule({ controllers: [HookController] }).compile();
        const app = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter());
        return app.useBodyParser(MEDIA_TYPE, {}, (_, body, done) => done(null, body));
      },
    ],
  ])('verifies the bytes of a delivery on %s', async (_, create) => {
    const app = await create();
    await app.listen(0, '127.0.0.1');
    const { port } = app.getHttpServer().address() as AddressInfo;
    await channelOf({ url: `http://127.0.0.1:${port}/hook` }).deliver(NOTICE, { signal });
    await app.close();
  });
});

describe('a format', () => {
  it('may be asynchronous, and must return a body', async () => {
    const deliver = (format: WebhookOptions['format']) => channelOf({ format }).deliver(NOTICE, { signal });
    await deliver(async ({ kind }) => ({ kind }));
    expect(receiver.received.map(({ body }) => body)).toEqual(['{"kind":"asked"}']);
    const error = await rejectionOf(deliver(() => undefined));
    expect(String(error)).toBe(
      'WebhookDeliveryException: The format of the webhook "webhook" returned no JSON value. Return the body of each notice, and select notices with kinds.',
    );
    expect(receiver.received).toHaveLength(1);
  });
});

describe('the format for Slack', () => {
  it('is the body of a webhook, without a secret', async () => {
    await channelOf({ secrets: undefined, format: slackFormat() }).deliver(NOTICE, { signal });
    const [{ headers, body }] = receiver.received as [Received];
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['webhook-signature']).toBeUndefined();
    expect(JSON.parse(body)).toEqual({
      text: 'Approval required: refund',
      blocks: [
        {
          type: 'section',
          text: {
            type: 'mrkdwn',
            verbatim: true,
            text: '*Approval required: refund*\n<https://desk.example.com/approvals/inbox?approval=a-1|Open in the inbox>\nRefund an order',
          },
        },
        {
          type: 'context',
          elements: [
            {
              type: 'mrkdwn',
              verbatim: true,
              text: 'tenant: acme · run: r-1 · expires: 2030-01-02T00:00:00.000Z',
            },
          ],
        },
      ],
    });
  });

  it('makes no mention, link, format or line of a text', () => {
    const description = '<!channel> & <https://evil.example|click> *bold*\n> quote \u202e';
    const details = { requester: 'ada', arguments: { order: '<@U1>' }, reason: '`x`' };
    const text = JSON.stringify(slackFormat()({ ...NOTICE, description, details }));
    expect(text).not.toMatch(/<!channel|<https:\/\/evil|<@U1|\*bold\*|`x`|\u202e/);
    expect(text).toContain('&lt;!channel&gt; &amp; ');
  });

  it('makes none of a name, a tenant or a link either, and a message that Slack accepts', () => {
    const link = 'https://desk.example.com/inbox?a=1&b=<c>|d';
    const description = '&'.repeat(5000);
    const { text, blocks } = slackFormat()({ ...NOTICE, toolName: '<!here>', tenant: '<!channel>', link, description });
    const json = JSON.stringify({ text, blocks });
    expect(json).not.toMatch(/<!here|<!channel/);
    expect(json).toContain('<https://desk.example.com/inbox?a=1&amp;b=&lt;c&gt;%7Cd|Open in the inbox>');
    expect(blocks[0]?.text?.text.length).toBeLessThan(3000);
    expect(blocks[0]?.text?.text).toMatch(/&amp;$/);
    const details = { requester: 'ada', message: description, reason: description };
    const [detailed] = slackFormat()({ ...NOTICE, description, details }).blocks;
    expect(detailed?.text?.text.length).toBe(3000);
  });

  it('has a title for each outcome', () => {
    const titles = (['APPROVED', 'REJECTED', 'CANCELLED'] as const).map(
      (status) => slackFormat()({ ...NOTICE, kind: 'decided', status }).text,
    );
    const { approvalId: _, toolName: __, ...run } = NOTICE;
    expect([...titles, slackFormat()({ ...run, kind: 'parked' }).text]).toEqual([
      'Approved: refund',
      'Rejected: refund',
      'Canceled: refund',
      'Run parked',
    ]);
  });
});
