import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readFileSync } from 'node:fs';
import { ChatModelException } from 'toolgate/model';
import { newDatabase, openDesk, type RunningDesk } from './desk.fixture.js';
import { OfflineSupportModel } from '../../apps/demo/src/model/offline-support.model.js';
import type { Email } from '../../apps/demo/src/outbox/email.js';

vi.setConfig({ testTimeout: 20_000, hookTimeout: 20_000 });

let desk: RunningDesk;
let database: string;
let model: OfflineSupportModel;

const start = async () => {
  model = new OfflineSupportModel();
  desk = await openDesk(database, model);
};

const startAnew = async () => {
  database = newDatabase();
  await start();
};

/** Opens a desk for each test of a block. */
const useOwnDesks = () => {
  beforeEach(startAnew);
  afterEach(() => desk.app.close());
};

/** Opens one desk for the tests of a block, which change no order. */
const useOneDesk = () => {
  beforeAll(startAnew);
  afterAll(() => desk.app.close());
};

const read = <T>(path: string) => desk.read<T>(path);
const order = (wanted: string) => desk.order(wanted);
const outbox = () => read<Email[]>('outbox');
const post = (body: unknown) => desk.send<Record<string, unknown>>('chat', body);

const ask = async (message: string, tenant = 'acme'): Promise<string> => {
  const { status, body } = await post({ message, conversationId: '1', tenant });
  expect({ status, body }).toEqual({ status: 200, body: { status: 'completed', content: expect.any(String) } });
  return body.content as string;
};

describe('the support desk', () => {
  useOwnDesks();

  it('refunds an order of 40', async () => {
    expect(await ask('Refund order A-1042')).toBe('I refunded €40 of order A-1042.');
    expect(await order('A-1042')).toMatchObject({ status: 'refunded', refunded: 40 });
  });

  it('serves each tenant its own orders', async () => {
    expect(await ask('List the orders of Ann', 'globex')).toBe(
      'The orders of Ann Baker: G-2003 (milk jug, €15, paid).',
    );
    expect(await ask('Refund G-2001', 'globex')).toBe('I refunded €40 of order G-2001.');
  });

  it("writes to the tenant's customers only", async () => {
    expect(await ask('E-mail ann@example.com that all is well')).toBe('I e-mailed ann@example.com: "all is well"');
    expect(await ask('E-mail gina@example.com that all is well')).toContain(
      'gina@example.com is not a customer of acme',
    );
    expect(await ask('E-mail me@evil.example that all is well')).toContain('me@evil.example is not a customer of acme');
    expect(await outbox()).toEqual([
      { tenant: 'acme', to: 'ann@example.com', subject: 'A message from our support desk', body: 'all is well' },
    ]);
  });
});

describe('the support desk, for a message that changes no order', () => {
  useOneDesk();

  it.each(['Refund 20 of G-2001', 'Refund G-2001', 'Cancel G-2001', 'Find G-2001'])(
    "treats another tenant's order like one that does not exist: %s",
    async (message) => {
      const before = await read('orders');
      const answer = await ask(message);
      expect(answer).toContain('acme has no order G-2001.');
      const unknown = await ask(message.replace('G-2001', 'G-2999'));
      expect(unknown.replaceAll('G-2999', 'G-2001')).toBe(answer);
      expect(await read('orders')).toEqual(before);
    },
  );

  it.each([
    ['Refund A-1060', 'has already been refunded (€30)'],
    ['Refund 45 of A-1042', 'Refund €40 at most'],
    ['Refund 0 of A-1042', 'amount'],
    ['Cancel A-1051', 'Order A-1051 is shipped already: it cannot be canceled. Refund it instead.'],
    ['Cancel A-1061', 'Order A-1061 is canceled already'],
    ['Find Z-9999', 'acme has no order Z-9999'],
  ])('answers with the reason: %s', async (message, reason) => {
    const before = await read('orders');
    expect(await ask(message)).toContain(reason);
    expect(await read('orders')).toEqual(before);
  });

  it('quotes a message that it does not understand', async () => {
    expect(await ask('Sing me a song')).toContain('I did not understand "Sing me a song", so I did nothing.');
  });
});

describe('a model that fails', () => {
  useOwnDesks();

  it('is reported with the reason', async () => {
    model.call = () => Promise.reject(new ChatModelException({ provider: 'openai', modelId: 'gpt' }, 'said no.'));
    expect(await post({ message: 'Find A-1042', conversationId: '1', tenant: 'acme' })).toEqual({
      status: 502,
      body: expect.objectContaining({ message: 'The model gpt of openai said no.' }),
    });
  });
});

describe('an invalid body', () => {
  useOneDesk();

  const right = { message: 'Find A-1042', conversationId: '1', tenant: 'acme' };

  it.each([
    ['message', {}],
    ['message', { ...right, message: undefined }],
    ['message', { ...right, message: '' }],
    ['message', { ...right, message: '  ' }],
    ['message', { ...right, message: 'a'.repeat(4001) }],
    ['message', { ...right, message: { text: 'hi' } }],
    ['conversationId', { ...right, conversationId: undefined }],
    ['conversationId', { ...right, conversationId: '' }],
    ['conversationId', { ...right, conversationId: 1 }],
    ['tenant', { ...right, tenant: undefined }],
    ['tenant', { ...right, tenant: 'initech' }],
    ['tenant', { ...right, tenant: ['acme'] }],
    ['message', []],
    ['JSON', '{ "message": '],
  ])('is rejected with the name of the field: %s', async (field, body) => {
    expect(await post(body)).toEqual({
      status: 400,
      body: expect.objectContaining({ message: expect.anything() }),
    });
    expect(JSON.stringify((await post(body)).body)).toContain(field);
  });
});

const readme = readFileSync('apps/demo/README.md', 'utf8');
const phrasings = (heading: string): string[] => {
  const [, section = ''] = readme.split(`\n${heading}:\n\n`);
  return (section.split('\n\n')[0] ?? '').split('\n').map((line) => line.replace(/^- /, ''));
};

describe('every phrasing in the README', () => {
  useOneDesk();

  it.each(phrasings('Find an order'))('%s', async (message) => {
    expect(await ask(message)).toBe('Order A-1042 (desk lamp, €40, paid) was placed by Ann Baker (ann@example.com).');
  });

  it.each(phrasings('List the orders of a customer'))('%s', async (message) => {
    expect(await ask(message)).toBe(
      'The orders of Ann Baker: A-1042 (desk lamp, €40, paid), A-1043 (office chair, €80, paid), A-1061 (wall clock, €35, canceled).',
    );
  });
});

describe('every phrasing in the README that changes an order', () => {
  useOwnDesks();

  it.each(phrasings('Refund an order, or a part of it'))('%s', async (message) => {
    const amount = message.includes('20') ? 20 : 40;
    expect(await ask(message)).toContain(`I refunded €${amount} of order A-1042.`);
    expect(await order('A-1042')).toMatchObject({ status: 'refunded', refunded: amount });
  });

  it.each(phrasings('Cancel an order'))('%s', async (message) => {
    expect(await desk.settle(message)).toBe('I canceled order A-1050.');
    expect(await order('A-1050')).toMatchObject({ status: 'canceled' });
  });

  it.each(phrasings('Exchange an order for another color'))('%s', async (message) => {
    const { status, approvals } = await desk.ask(message);
    expect({ status, approvals }).toMatchObject({ status: 'suspended', approvals: [{ toolName: 'exchange' }] });
  });

  it.each(phrasings('Send an e-mail'))('%s', async (message) => {
    expect(await ask(message)).toContain('I e-mailed ann@example.com: "');
    expect(await outbox()).toEqual([
      expect.objectContaining({ to: 'ann@example.com', body: expect.stringMatching(/desk lamp is on its way/) }),
    ]);
  });

  it.each(phrasings('Several requests at once, in parallel or one after the other'))('%s', async (message) => {
    const answer = await desk.settle(message);
    expect(answer).not.toMatch(/\bnot\b/);
    expect(answer.match(/I refunded|I canceled|I e-mailed|Order/g)?.length).toBeGreaterThan(1);
  });
});

describe('a user of the desk', () => {
  useOwnDesks();

  it('sees its tools, and their approval rules', async () => {
    const both = 'SupportPolicyStrategy decides; a person decides where isLargeRefund';
    const rule = `needs approval: the strictest of (${both})`;
    const tools = await read<{ name: string; approval: string }[]>('tools');
    expect(tools.map(({ name, approval }) => [name, approval])).toEqual([
      ['findOrder', 'runs without approval'],
      ['listOrders', 'runs without approval'],
      ['refund', rule],
      ['cancelOrder', `needs approval: the strictest of (${both}; the customer or a clerk confirms)`],
      ['exchange', rule],
      ['sendEmail', rule],
      ['describeBrowser', 'runs without approval'],
    ]);
  });

  it('sees an answer while it is written, and the outcome of each call', async () => {
    const response = await fetch(`${desk.url}/chat/stream`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message: 'Refund A-1042 and A-1060', conversationId: '1', tenant: 'acme' }),
    });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const events = [...(await response.text()).matchAll(/^data: (.*)$/gm)].map(
      ([, json]) => JSON.parse(json!) as { type: string; text?: string; tool?: string; outcome?: string },
    );
    expect(events.filter(({ type }) => type === 'tool').map(({ tool, outcome }) => [tool, outcome])).toEqual(
      expect.arrayContaining([
        ['refund', 'success'],
        ['refund', 'error'],
      ]),
    );
    expect(events.map(({ text = '' }) => text).join('')).toContain('I refunded €40 of order A-1042.');
    expect(events.at(-1)).toMatchObject({ type: 'outcome', status: 'completed' });
    expect(await order('A-1042')).toMatchObject({ status: 'refunded' });
  });

  it('receives the problem of an invalid body in a stream, too', async () => {
    const response = await fetch(`${desk.url}/chat/stream`, { method: 'POST' });
    expect(response.status).toBe(400);
  });
});

describe('a conversation', () => {
  useOwnDesks();

  it('is stored, also over a restart, for its tenant only', async () => {
    await ask('Find order A-1042');
    await desk.app.close();
    await start();
    await ask('Refund order A-1042');
    expect(await ask('What did I ask before?')).toBe('You asked: "Find order A-1042", "Refund order A-1042".');
    expect(await ask('What did I ask before?', 'globex')).toBe('You have not asked anything before.');
  });

  it('survives a restart together with the orders and the e-mails', async () => {
    await ask('Refund order A-1042 and e-mail the customer');
    const sent = await outbox();
    expect(sent).toHaveLength(1);
    await desk.app.close();
    await start();
    expect(await order('A-1042')).toMatchObject({ status: 'refunded', refunded: 40 });
    expect(await outbox()).toEqual(sent);
  });
});
