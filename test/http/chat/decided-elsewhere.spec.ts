import { afterEach, describe, expect, it } from 'vitest';
import { InProcessChangeFeed } from '#approval';
import { ApprovalChangeFeed, type Approver, InMemoryApprovalStore, type ListedApproval } from 'toolgate/approval';
import { assistantMessage, ENTITY_KIND } from 'toolgate/model';
import { callsTools, toolCall } from 'toolgate/testing';
import { until } from '../../approval/waiting.fixture.js';
import { deferred } from '../../story.fixture.js';
import { decision } from '../door.fixture.js';
import { platforms } from '../platforms.fixture.js';
import { asked, type ChatStory, clientsOn, openChat, serveChat, shown } from './chat.fixture.js';
import { stockClients } from './stock-client.fixture.js';

const refund = (amount: number, id: string) => toolCall('refund', { order: 'A-1', amount }, id);

const ANN: Approver = { id: 'ann', tenant: 'acme' };

const DONE = [['output-available', 'Refunded 5 for A-1'], 'Done.'];

interface Reader {
  readonly as?: string;
  readonly signal?: AbortSignal;
}

const readChanges = (origin: string, { as = 'ada', signal }: Reader = {}): Promise<Response> =>
  fetch(`${origin}/chat/c-1/changes`, { headers: { authorization: `Person ${as}` }, ...(signal && { signal }) });

const readStream = (origin: string): Promise<Response> =>
  fetch(`${origin}/chat/c-1/stream`, { headers: { authorization: 'Person ada' } });

type Chat = ReturnType<typeof openChat>['chat'];

/** Opens the stream of a chat's changes, and reads the turn again after its event, as the page of `use-chat.md` does. */
const follow = async (chat: Chat, origin: string) => {
  const last = chat.messages.at(-1)!;
  expect([chat.status, last.metadata]).toMatchObject(['ready', { waits: true }]);
  const changes = await readChanges(origin);
  return {
    /** Resolves after the turn was read again. */
    changed: async (): Promise<void> => {
      expect(await changes.text()).toContain('data: {}');
      chat.messages = chat.messages.slice(0, -1);
      await chat.resumeStream({ headers: { 'x-chat-message': last.id } });
    },
  };
};

describe.each(platforms)('a chat on $name whose call is decided elsewhere', (platform) => {
  const apps: { close(): Promise<unknown> }[] = [];
  const serve = async (story: ChatStory) => {
    const served = await serveChat(platform, story);
    apps.push(served.app);
    const { approvals } = served;
    const pending = async (): Promise<readonly ListedApproval[]> =>
      (await approvals.list({ status: 'PENDING', order: 'oldest' })).items;
    const decide = async (given: object = {}): Promise<void> => {
      const [approval] = await pending();
      await approvals.decide(approval!.id, decision(approval!, given) as never, ANN);
    };
    return { ...served, pending, decide };
  };

  afterEach(async () => {
    await Promise.all(apps.splice(0).map((app) => app.close()));
  });

  describe.each(clientsOn(platform))('in the client of $name', ({ ai }) => {
    const EDITABLE: ChatStory = {
      script: [callsTools(refund(5, 'r')), 'Done.'],
      requirement: { allowEdit: true, approvers: { quorum: 2 } },
    };

    const open = async (story: ChatStory) => {
      const served = await serve(story);
      const opened = openChat(ai, served);
      await opened.chat.sendMessage({ text: 'Refund A-1' });
      return { ...served, ...opened };
    };

    it.each([
      ['the stream that reads it', false],
      ['a worker', true],
    ])('continues in the same message when the turn is resumed by %s', async (_, worker) => {
      const script = [callsTools('I refund it.', refund(5, 'r')), 'Done.'];
      const { chat, origin, decide, desk } = await open({ script, approval: { worker } });
      const { id } = chat.messages.at(-1)!;
      const { changed } = await follow(chat, origin);
      await decide();
      await changed();
      expect(chat.error).toBeUndefined();
      expect(shown(chat)).toEqual(['I refund it.', ...DONE]);
      expect(chat.messages.at(-1)).toMatchObject({ id, metadata: { waits: false } });
      expect(desk.done).toHaveLength(1);
    });

    it('shows the whole answer of a turn that has ended before the chat looked', async () => {
      const answer = assistantMessage([
        { type: 'reasoning', text: 'It is refunded.' },
        { type: 'text', text: 'Done.' },
        { type: 'file', mediaType: 'image/png', source: { type: 'data', base64: 'AA==' } },
        { type: 'custom', kind: ENTITY_KIND, data: { refunded: 5 } },
      ]);
      const script = [callsTools('I refund it.', refund(5, 'r')), answer];
      const { chat, origin, decide, pending, approvals } = await open({ script });
      const [{ runId } = { runId: '' }] = await pending();
      await decide();
      await approvals.runs.resume(runId);
      await (await follow(chat, origin)).changed();
      expect(shown(chat)).toEqual(['I refund it.', ...DONE]);
      const types = chat.messages.at(-1)?.parts.map(({ type }) => type) ?? [];
      expect(types.slice(-4)).toEqual(['reasoning', 'text', 'file', 'data-entity']);
    });

    it('shows one decision of two, and sends the other', async () => {
      const script = [callsTools(refund(5, 'r1'), refund(6, 'r2')), 'Done.'];
      const { chat, ended, origin, decide, desk } = await open({ script });
      expect(asked(chat)).toHaveLength(2);
      const { changed } = await follow(chat, origin);
      await decide({ decision: 'reject', reason: 'Too early.' });
      await changed();
      expect(asked(chat)).toHaveLength(1);
      expect(chat.messages.at(-1)).toMatchObject({ metadata: { waits: true } });
      await chat.addToolApprovalResponse({ id: asked(chat)[0]!, approved: true });
      await ended(3);
      expect(shown(chat)).toEqual([
        ['output-denied', expect.stringContaining('Too early.')],
        ['output-available', 'Refunded 6 for A-1'],
        'Done.',
      ]);
      expect(desk.done).toHaveLength(1);
    });

    it('shows the arguments of an edit, and the decision is on these', async () => {
      const { chat, ended, origin, decide, desk } = await open(EDITABLE);
      const { changed } = await follow(chat, origin);
      await decide({ editedArguments: { order: 'A-1', amount: 3 } });
      await changed();
      await chat.addToolApprovalResponse({ id: asked(chat)[0]!, approved: true });
      await ended(3);
      expect(desk.done).toEqual([expect.stringContaining('refund A-1 3')]);
    });

    it('takes the decision on an edit from a person who has decided before the edit', async () => {
      const { chat, ended, origin, decide, desk } = await open(EDITABLE);
      await chat.addToolApprovalResponse({ id: asked(chat)[0]!, approved: true });
      await ended(2);
      const { changed } = await follow(chat, origin);
      await decide({ editedArguments: { order: 'A-1', amount: 3 } });
      await changed();
      await chat.addToolApprovalResponse({ id: asked(chat)[0]!, approved: true });
      await ended(4);
      expect(desk.done).toEqual([expect.stringContaining('refund A-1 3')]);
    });

    it('states why a turn that was canceled elsewhere has no answer', async () => {
      const { chat, origin, approvals, pending } = await open({ script: [callsTools(refund(5, 'r'))] });
      const { changed } = await follow(chat, origin);
      const [{ runId } = { runId: '' }] = await pending();
      await approvals.runs.cancel(runId, { id: 'ada', tenant: 'acme' });
      await changed();
      expect([chat.status, chat.error?.message]).toEqual(['error', expect.stringContaining('has been canceled')]);
    });
  });

  it('sends no event for the calls of another chat, and ends with its reader', async () => {
    const { origin, decide, approvals, pending } = await serve({
      script: [callsTools(refund(5, 'r')), callsTools(refund(6, 'r')), 'Done.'],
    });
    const [{ ai }] = stockClients;
    await openChat(ai, { origin, id: 'c-2' }).chat.sendMessage({ text: 'Refund A-1' });
    const { chat } = openChat(ai, { origin });
    await chat.sendMessage({ text: 'Refund A-1' });
    const left = new AbortController();
    const reader = (await readChanges(origin, { signal: left.signal })).body!.getReader();
    const happened = [Buffer.from((await reader.read()).value!).toString()];
    const event = reader.read().then(({ value }) => happened.push(Buffer.from(value!).toString()));
    const [other] = await pending();
    await decide();
    await approvals.runs.resume(other!.runId);
    // An event that was sent by now has arrived after another request.
    await (await readStream(origin)).text();
    happened.push('decided');
    await decide({ decisionId: 'd2' });
    await event;
    expect(happened).toEqual([': heartbeat\n\n', 'decided', 'data: {}\n\n']);
    left.abort();
  });

  it('reads no approval of another turn, however many pages wait', async () => {
    const reads: string[] = [];
    class Counted extends InMemoryApprovalStore {
      override approval(id: string) {
        reads.push(id);
        return super.approval(id);
      }
    }
    const script = [callsTools(refund(5, 'r')), callsTools(refund(6, 'r'))];
    const { origin, approvals, pending } = await serve({ script, approval: { store: new Counted() } });
    const [{ ai }] = stockClients;
    await openChat(ai, { origin, id: 'c-2' }).chat.sendMessage({ text: 'Refund A-1' });
    await openChat(ai, { origin }).chat.sendMessage({ text: 'Refund A-1' });
    const pages = await Promise.all(
      [1, 2, 3].map(async () => {
        const reader = (await readChanges(origin)).body!.getReader();
        await reader.read();
        return reader;
      }),
    );
    const [other, own] = await pending();
    reads.length = 0;
    for (const waiting of [other, own]) await approvals.decide(waiting!.id, decision(waiting!) as never, ANN);
    for (const page of pages) expect(Buffer.from((await page.read()).value!).toString()).toBe('data: {}\n\n');
    expect(reads).toEqual([other!.id, own!.id]);
  });

  it('sends an event after changes were lost, because that of the turn may be among them', async () => {
    const feed = new InProcessChangeFeed();
    const providers = [{ provide: ApprovalChangeFeed, useValue: feed }];
    const { origin } = await serve({ script: [callsTools(refund(5, 'r'))], providers });
    const [{ ai }] = stockClients;
    await openChat(ai, { origin }).chat.sendMessage({ text: 'Refund A-1' });
    const changes = await readChanges(origin);
    await until(() => feed.isListening());
    feed.publish({ kind: 'reset' });
    expect(await changes.text()).toBe(': heartbeat\n\ndata: {}\n\n');
  });

  it('sends no event because the application stops', async () => {
    const { app, origin } = await serve({ script: [callsTools(refund(5, 'r'))] });
    const [{ ai }] = stockClients;
    await openChat(ai, { origin }).chat.sendMessage({ text: 'Refund A-1' });
    const changes = (await readChanges(origin)).text();
    await app.close();
    expect(await changes).toBe(': heartbeat\n\n');
  });

  it('sends comments while another instance runs the call, and then the parts from their beginning', async () => {
    const approval = { store: new InMemoryApprovalStore() };
    const other = await serve({ script: ['Done.'], approval });
    const here = await serve({
      script: [callsTools(refund(5, 'r'))],
      approval,
      http: { changes: { heartbeatMs: 5 } },
    });
    const [started, gate] = [deferred(), deferred()];
    const run = async () => (started.resolve(), await gate.promise, 'Refunded 5 for A-1');
    Object.assign(other.desk, { refund: run });
    const [{ ai }] = stockClients;
    const { chat } = openChat(ai, here);
    await chat.sendMessage({ text: 'Refund A-1' });
    const [{ runId } = { runId: '' }] = await here.pending();
    await here.decide();
    const resumed = other.approvals.runs.resume(runId);
    await started.promise;
    let text = '';
    for await (const bytes of (await readStream(here.origin)).body!) {
      text += Buffer.from(bytes as Uint8Array).toString();
      if (text.includes(': heartbeat')) gate.resolve();
    }
    await resumed;
    // The call, which precedes the wait, is sent once and before its result.
    expect([...text.matchAll(/"type":"(start|tool-[\w-]+|text-delta|finish)"/g)].map(([, type]) => type)).toEqual([
      'start',
      'tool-input-available',
      'tool-output-available',
      'text-delta',
      'finish',
    ]);
  });

  it('is not hidden by a call of another system that names its conversation', async () => {
    const { origin, approvals, pending } = await serve({ script: [callsTools(refund(5, 'r'))] });
    const [{ ai }] = stockClients;
    await openChat(ai, { origin }).chat.sendMessage({ text: 'Refund A-1' });
    const [{ runId, conversation } = { runId: '' }] = await pending();
    const requester = { id: 'ada', tenant: 'acme' };
    const about = { requester, requirement: {}, arguments: {}, requestId: 'x', ...(conversation && { conversation }) };
    const other = await approvals.request({ tool: 'pay', ...about });
    expect(await (await readStream(origin)).text()).toContain(runId);
    await fetch(`${origin}/chat/c-1`, { method: 'DELETE', headers: { authorization: 'Person ada' } });
    expect(await approvals.runs.get(runId)).toMatchObject({ status: 'cancelled' });
    expect(await approvals.runs.get(other.runId)).toMatchObject({ status: 'suspended' });
  });

  it('sends another person one event at once, as for a chat that does not exist', async () => {
    const { origin } = await serve({ script: [callsTools(refund(5, 'r'))] });
    const [{ ai }] = stockClients;
    await openChat(ai, { origin }).chat.sendMessage({ text: 'Refund A-1' });
    for (const as of ['ann', 'eve']) expect(await (await readChanges(origin, { as })).text()).toContain('data: {}');
    expect((await fetch(`${origin}/chat/c-1/changes`)).status).toBe(401);
  });

  it('repeats no turn of another person or chat to a client that names its message', async () => {
    const { origin, decide, approvals, pending } = await serve({ script: [callsTools(refund(5, 'r')), 'Done.'] });
    const [{ ai }] = stockClients;
    await openChat(ai, { origin }).chat.sendMessage({ text: 'Refund A-1' });
    const [{ runId } = { runId: '' }] = await pending();
    await decide();
    await approvals.runs.resume(runId);
    const read = (as: string, chat: string, id = runId) =>
      fetch(`${origin}/chat/${chat}/stream`, { headers: { authorization: `Person ${as}`, 'x-chat-message': id } });
    expect(await (await read('ada', 'c-1')).text()).toContain('Done.');
    const others = [read('ann', 'c-1'), read('eve', 'c-1'), read('ada', 'c-2'), read('ada', 'c-1', 'no-run')];
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([204, 204, 204, 204]);
  });
});
