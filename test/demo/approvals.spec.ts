import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApprovalService } from 'toolgate/approval';
import { type ChatReply, type Decision, newDatabase, openDesk, type RunningDesk } from './desk.fixture.js';
import { OfflineSupportModel } from '../../apps/demo/src/model/offline-support.model.js';
import { OrdersService } from '../../apps/demo/src/orders/orders.service.js';

vi.setConfig({ testTimeout: 20_000, hookTimeout: 20_000 });

let desk: RunningDesk;

const start = async () => {
  desk = await openDesk(newDatabase(), new OfflineSupportModel());
};

/** Opens a desk for each test of a block. */
const useOwnDesks = () => {
  beforeEach(start);
  afterEach(() => desk.app.close());
};

const waitFor = async (message: string) => {
  const reply = await desk.ask(message);
  expect(reply).toMatchObject({ status: 'suspended', approvals: [expect.anything()] });
  return { runId: reply.runId, approval: reply.approvals[0]! };
};

const paid = { status: 'paid', refunded: 0 };

describe('a message that needs a person', () => {
  useOwnDesks();

  it('is answered with the pending approvals, including everything that a decision needs', async () => {
    const reply = await desk.send('chat', { message: 'Refund A-1043', conversationId: '1', tenant: 'acme' });
    expect(reply).toEqual({
      status: 202,
      body: {
        status: 'suspended',
        runId: expect.any(String),
        approvals: [
          {
            id: expect.stringMatching(/^[\w-]{27}$/),
            toolName: 'refund',
            toolCallId: expect.any(String),
            arguments: { orderNumber: 'A-1043', amount: 80 },
            revision: 1,
            argsHash: expect.stringMatching(/^[\w-]{43}$/),
            expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
            message: 'Refunds above €50 need a manager.',
          },
        ],
      },
    });
    const { runId, approvals } = reply.body as unknown as ChatReply;
    const [shown] = approvals;
    expect(await desk.read(`approvals/${shown!.id}`)).toMatchObject({ ...shown, runId, status: 'PENDING' });
    expect((await desk.as('sam').list()).items).toEqual([expect.objectContaining(shown!)]);
    const internal = ['schema', 'commands', 'definitionHash', 'idempotencyKey', 'traceParent'];
    const names = Object.keys(await desk.read<object>(`approvals/${shown!.id}`));
    for (const name of internal) expect(names).not.toContain(name);
    expect(await desk.read(`runs/${runId}`)).toMatchObject({ runId, status: 'suspended', approvals: [shown] });
  });

  it('ends a stream with the same outcome', async () => {
    const response = await fetch(`${desk.url}/chat/stream`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message: 'Cancel A-1050', conversationId: '1', tenant: 'acme' }),
    });
    const events = [...(await response.text()).matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json!));
    const { items } = await desk.as('sam').list();
    const { id, toolName, argsHash } = items[0]!;
    expect(events).toEqual([
      expect.objectContaining({
        type: 'outcome',
        status: 'suspended',
        runId: items[0]!.runId,
        approvals: [expect.objectContaining({ id, toolName, argsHash })],
      }),
    ]);
  });

  it('delays the other calls until all of them are decided', async () => {
    const { runId, approval } = await waitFor('Refund 20 of A-1042 and 70 of A-1043');
    expect(await desk.order('A-1042')).toMatchObject(paid);
    await desk.decide(approval);
    expect((await desk.ended(runId)).content).toBe('I refunded €20 of order A-1042. I refunded €70 of order A-1043.');
  });

  it('blocks its conversation until it is decided, and no other one', async () => {
    const { runId, approval } = await waitFor('Refund A-1043');
    const more = { message: 'Find A-1042', conversationId: '1', tenant: 'acme' };
    expect(await desk.send('chat', more)).toMatchObject({
      status: 409,
      body: { problem: 'conflict', runIds: [runId], approvals: [{ id: approval.id }] },
    });
    expect(await desk.send('chat/stream', more)).toMatchObject({ status: 409 });
    expect((await desk.send('chat', { ...more, conversationId: '2' })).status).toBe(200);
    expect((await desk.send('chat', { ...more, tenant: 'globex' })).status).toBe(200);
  });

  it.each([
    ['Refund 90 of A-1043', 'Refund €80 at most'],
    ['Cancel A-1051', 'it cannot be canceled. Refund it instead.'],
    ['Refund 70 of G-2002', 'acme has no order G-2002'],
  ])('asks no person if the order book would refuse it: %s', async (message, reason) => {
    expect((await desk.ask(message)).content).toContain(reason);
    expect((await desk.as('sam').list()).items).toEqual([]);
  });
});

describe('a question', () => {
  useOwnDesks();

  it('is not answered by a manager in place of the customer', async () => {
    const message = { message: 'Exchange A-1051 and e-mail the customer', conversationId: '1', tenant: 'acme' };
    const { body } = await desk.send<ChatReply>('chat', message, { user: 'ann' });
    const { approvals } = body;
    expect(approvals).toMatchObject([{ question: { message: 'Which color do you want instead for order A-1051?' } }]);
    const answer = { decision: 'approve', answer: { color: 'oak' } };
    expect((await desk.decide(approvals[0]!, answer)).status).toBe(403);
    expect((await desk.as('grace').list()).items).toMatchObject([{ toolName: 'exchange', status: 'PENDING' }]);
  });
});

describe('a decision', () => {
  useOwnDesks();

  it('lets a refund run, once', async () => {
    expect(await desk.settle('Refund A-1043')).toBe('I refunded €80 of order A-1043.');
    expect(await desk.order('A-1043')).toMatchObject({ status: 'refunded', refunded: 80 });
  });

  it('rejects a refund with a reason, which the customer receives; no dependent call runs', async () => {
    const reason = 'The chair came back broken.';
    expect(await desk.settle('Refund A-1043 and e-mail the customer', { decision: 'reject', reason })).toBe(
      `I was not allowed to refund order A-1043: ${reason} So I did not e-mail the customer of order A-1043.`,
    );
    expect(await desk.order('A-1043')).toMatchObject(paid);
    expect(await desk.read('outbox')).toEqual([]);
    expect((await desk.ask('What became of it?')).content).toContain(reason);
  });

  it('edits the refund, and the customer receives the edited result', async () => {
    const edit = { decision: 'approve', editedArguments: { orderNumber: 'A-1043', amount: 60 } };
    expect(await desk.settle('Refund A-1043 and e-mail the customer', edit)).toBe(
      'I refunded €60 of order A-1043. A person changed the request from €80 of A-1043. ' +
        'I e-mailed ann@example.com: "We refunded €60 of your order A-1043."',
    );
    expect(await desk.order('A-1043')).toMatchObject({ status: 'refunded', refunded: 60 });
  });

  it('answers instead of the tool', async () => {
    const respond = { decision: 'respond', response: 'Ann gets a new chair instead' };
    expect(await desk.settle('Refund A-1043', respond)).toBe(
      'I left it to a person to refund order A-1043: Ann gets a new chair instead.',
    );
    expect(await desk.order('A-1043')).toMatchObject(paid);
  });

  it('needs a person of the desk', async () => {
    const { approval } = await waitFor('Refund A-1043');
    for (const person of ['customer', ' ']) {
      expect(await desk.decide(approval, undefined, person)).toMatchObject({
        status: 401,
        body: { problem: 'unauthenticated' },
      });
      expect(await desk.read('approvals', { person })).toMatchObject({ status: 401 });
    }
    expect(await desk.as('sam').get(approval.id)).toMatchObject({ status: 'PENDING', votes: [] });
  });

  it('cannot be made by the requester', async () => {
    const message = { message: 'Refund A-1043', conversationId: '1', tenant: 'acme' };
    const { body } = await desk.send<ChatReply>('chat', message, { user: 'grace' });
    expect(await desk.decide(body.approvals[0]!)).toMatchObject({ status: 403, body: { problem: 'not-eligible' } });
    expect(await desk.order('A-1043')).toMatchObject(paid);
  });

  it('on a cancellation may also be made by a clerk', async () => {
    const { runId, approval } = await waitFor('Cancel A-1050');
    expect(await desk.decide(approval, undefined, 'sam')).toMatchObject({ status: 200 });
    expect((await desk.ended(runId)).content).toBe('I canceled order A-1050.');
  });

  it('needs an approval, and a readable body', async () => {
    const { approval } = await waitFor('Refund A-1043');
    expect(await desk.decide({ ...approval, id: 'nothing' })).toMatchObject({ status: 404 });
    expect(await desk.read('approvals/nothing')).toMatchObject({ status: 404, problem: 'not-found' });
    expect(await desk.read('runs/nothing')).toMatchObject({ statusCode: 404 });
    for (const body of ['', '[]', '"approve"', '{', 'null']) {
      expect(await desk.send(`approvals/${approval.id}/decisions`, body, { person: 'grace' })).toMatchObject({
        status: 400,
      });
    }
    expect(await desk.read('approvals?cursor=behind-the-last')).toMatchObject({ status: 400 });
  });

  it('counts once if two people decide at the same time', async () => {
    const { runId, approval } = await waitFor('Cancel A-1050');
    const people = ['grace', 'sam'];
    const replies = await Promise.all(people.map((person) => desk.decide(approval, undefined, person)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await desk.ended(runId)).content).toBe('I canceled order A-1050.');
    const { votes, decidedBy } = await desk.as('sam').get(approval.id);
    expect(votes.map(({ voter }) => voter)).toEqual([decidedBy]);
  });

  it('takes precedence over a later one, whichever comes first', async () => {
    const { runId, approval } = await waitFor('Cancel A-1050');
    await Promise.all([
      desk.decide(approval, { decision: 'reject' }, 'grace'),
      desk.decide(approval, undefined, 'sam'),
    ]);
    const { content } = await desk.ended(runId);
    const { decidedBy } = await desk.as('sam').get(approval.id);
    const { status } = (await desk.order('A-1050'))!;
    expect({ decidedBy, status, isCancelled: content?.startsWith('I canceled') }).toEqual(
      decidedBy === 'sam'
        ? { decidedBy, status: 'canceled', isCancelled: true }
        : { decidedBy: 'grace', status: 'paid', isCancelled: false },
    );
  });

  it('changes nothing when it is sent again, and its id cannot be used for another decision', async () => {
    const { runId, approval } = await waitFor('Refund A-1043');
    await desk.decide(approval, { decision: 'approve', decisionId: '1' });
    await desk.ended(runId);
    expect(await desk.decide(approval, { decision: 'approve', decisionId: '1' })).toMatchObject({
      status: 200,
      body: { status: 'SUCCEEDED' },
    });
    expect(await desk.decide(approval, { decision: 'reject', decisionId: '1' })).toMatchObject({
      status: 422,
      body: { problem: 'decision-reused' },
    });
  });
});

describe('a decision that is refused', () => {
  let approval: ChatReply['approvals'][number];

  // What is refused changes nothing, so these decisions share one approval.
  beforeAll(async () => {
    await start();
    ({ approval } = await waitFor('Refund A-1043'));
  });

  afterAll(() => desk.app.close());

  it.each<[number, string, string, Decision]>([
    [400, 'bad-decision', 'grace', { decision: 'perhaps' }],
    [400, 'bad-decision', 'grace', { decision: 'approve', decisionId: '' }],
    [403, 'not-eligible', 'sam', { decision: 'approve' }],
    [409, 'conflict', 'grace', { decision: 'approve', revision: 2 }],
    [412, 'hash-mismatch', 'grace', { decision: 'approve', argsHash: 'of something else' }],
    [422, 'bad-edit', 'grace', { decision: 'approve', editedArguments: { orderNumber: 'A-1043', amount: 90 } }],
    [422, 'bad-edit', 'grace', { decision: 'approve', editedArguments: { orderNumber: 'G-2002', amount: 60 } }],
    [422, 'bad-edit', 'grace', { decision: 'approve', editedArguments: { orderNumber: 'A-1043', amount: 'all' } }],
    [428, 'precondition-missing', 'grace', { decision: 'approve', argsHash: undefined }],
    [428, 'precondition-missing', 'grace', { decision: 'approve', revision: undefined }],
  ])('is refused with %d, %s: %s sends %j', async (status, problem, person, decision) => {
    expect(await desk.decide(approval, decision, person)).toMatchObject({ status, body: { problem } });
    expect(await desk.read(`approvals/${approval.id}`)).toMatchObject({ status: 'PENDING', votes: [] });
    expect(await desk.order('A-1043')).toMatchObject(paid);
  });
});

describe('a person of the desk', () => {
  useOwnDesks();

  it('follows what others decide', async () => {
    const { approval } = await waitFor('Refund A-1043');
    const controller = new AbortController();
    const counts: unknown[] = [];
    const statuses: string[] = [];
    await desk.as('sam').changes({
      signal: controller.signal,
      onSnapshot: (snapshot) => {
        counts.push(snapshot.counts.byStatus);
        void desk.decide(approval, { decision: 'reject' });
      },
      onChange: ({ kind, id, status }) => {
        if (kind !== 'approval') return;
        statuses.push(`${id} ${status}`);
        controller.abort();
      },
    });
    expect([counts, statuses]).toEqual([[{ PENDING: 1 }], [`${approval.id} REJECTED`]]);
  });
});

describe('the content of a turn', () => {
  useOwnDesks();

  it('is visible to the requester, not to the approvers', async () => {
    const { runId, approval } = await waitFor('Refund A-1043');
    expect(await desk.send(`runs/${runId}/resume`, {})).toMatchObject({
      status: 202,
      body: { runId, status: 'suspended', approvals: [{ id: approval.id }] },
    });
    expect(await desk.send(`runs/${runId}/resume`, {}, { user: 'grace' })).toMatchObject({ status: 404 });
    await desk.decide(approval);
    const content = 'I refunded €80 of order A-1043.';
    expect(await desk.ended(runId)).toEqual({ runId, status: 'completed', approvals: [], content });
    expect(await desk.read(`runs/${runId}`, { user: 'grace' })).toMatchObject({ statusCode: 404 });
    const shown = await desk.as('grace').runs.get(runId);
    expect(shown).toMatchObject({ id: runId, status: 'completed', requester: 'customer' });
    expect(JSON.stringify([shown, await desk.as('grace').runs.events(runId)])).not.toContain('I refunded');
  });
});

describe('an approval without a decision', () => {
  useOwnDesks();

  it('expires: the customer receives the expiry, and a later approval is refused', async () => {
    await desk.app.close();
    process.env.APPROVAL_EXPIRES_IN_MS = '300';
    desk = await openDesk(newDatabase(), new OfflineSupportModel());
    delete process.env.APPROVAL_EXPIRES_IN_MS;
    const { runId, approval } = await waitFor('Refund A-1043');
    expect((await desk.ended(runId)).content).toBe(
      'I was not allowed to refund order A-1043: it was not approved in time.',
    );
    expect(await desk.decide(approval)).toMatchObject({ status: 410, body: { problem: 'gone' } });
    expect(await desk.order('A-1043')).toMatchObject(paid);
  });
});

describe('a refund whose process was killed before it could record the refund', () => {
  useOwnDesks();

  it('is reconciled, and not made again', async () => {
    const { runId, approval } = await waitFor('Refund A-1043');
    const { idempotencyKey } = await desk.app.get(ApprovalService, { strict: false }).get(approval.id);
    const orders = desk.app.get(OrdersService, { strict: false });
    const refunded = await orders.refund({ tenant: 'acme', orderNumber: 'A-1043' }, 80, idempotencyKey);
    await desk.decide(approval);
    expect((await desk.ended(runId)).content).toBe('I refunded €80 of order A-1043.');
    expect(await desk.order('A-1043')).toEqual(refunded);
  });
});

describe('a refund without a chat', () => {
  useOwnDesks();

  const refund = (number: string, amount: number, user = 'ann') =>
    desk.send<ChatReply & { readonly problem?: string; readonly message?: string }>(
      `orders/${number}/refund`,
      { amount, tenant: 'acme' },
      { user },
    );

  it('runs at once if the policy approves it, and is rejected if it does not', async () => {
    expect(await refund('A-1042', 40)).toMatchObject({ status: 201, body: { number: 'A-1042', refunded: 40 } });
    expect(await refund('G-2001', 20)).toMatchObject({
      status: 403,
      body: { problem: 'call-rejected', message: 'The call of "refund" was rejected: acme has no order G-2001.' },
    });
  });

  it('waits for the same people as in the chat, and runs once', async () => {
    const { status, body } = await refund('A-1043', 80);
    expect({ status, body }).toMatchObject({
      status: 202,
      body: { status: 'suspended', approvals: [{ toolName: 'refund', message: 'Refunds above €50 need a manager.' }] },
    });
    expect(await desk.order('A-1043')).toMatchObject(paid);
    const [approval] = body.approvals;
    expect((await desk.decide(approval!, undefined, 'sam')).body.problem).toBe('not-eligible');
    expect((await desk.decide(approval!)).status).toBe(200);
    const resumed = await desk.send(`runs/${body.runId}/resume`, {}, { user: 'ann' });
    expect(resumed.body).toMatchObject({ status: 'completed', result: { number: 'A-1043', refunded: 80 } });
    expect(await desk.order('A-1043')).toMatchObject({ refunded: 80 });
  });
});
