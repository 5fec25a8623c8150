import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ChatClient } from 'toolgate';
import { InMemoryTurnLog, type OpenedTurn, TurnLog, type TurnLogWriter } from 'toolgate/chat';
import type { StreamPart } from 'toolgate/model';
import { SqlModule } from 'toolgate/sql';
import { callsTools, toolCall } from 'toolgate/testing';
import { deferred } from '../../story.fixture.js';
import { platforms } from '../platforms.fixture.js';
import { droppingNetwork, holdAt, pace } from '../slow-turns.fixture.js';
import { asked, type ChatStory, clientsOn, openChat, serveChat, shown } from './chat.fixture.js';
import { stockClients } from './stock-client.fixture.js';

const TEXT = 'The order A-1 was delivered on Tuesday.';

const find = () => toolCall('find', { order: 'A-1' }, 'f');
const refund = () => toolCall('refund', { order: 'A-1', amount: 5 }, 'r');

const textsOf = (chat: Parameters<typeof shown>[0]): readonly unknown[] =>
  shown(chat).filter((part) => typeof part === 'string');

/** A log that saves no part. */
class FullTurnLog extends InMemoryTurnLog {
  override open(run: string, turn: OpenedTurn): TurnLogWriter {
    const append = (): never => {
      throw new Error('The disk is full.');
    };
    return { ...super.open(run, turn), append };
  }
}

/** Waits until a chat shows the beginning of an answer. */
const begun = (chat: Parameters<typeof shown>[0]): Promise<void> =>
  vi.waitFor(() => expect(chat.messages.at(-1)?.role).toBe('assistant'));

describe.each(platforms)('a chat on $name', (platform) => {
  const apps: { close(): Promise<unknown> }[] = [];
  const serve = async (story: ChatStory) => {
    const served = await serveChat(platform, story);
    apps.push(served.app);
    return served;
  };

  afterEach(async () => {
    await Promise.all(apps.splice(0).map((app) => app.close()));
  });

  describe.each(clientsOn(platform))('in the client of $name', ({ ai }) => {
    it('continues a word after a reload, and two tabs show the same message', async () => {
      const { model, reached, open } = holdAt(3);
      const served = await serve({ script: [TEXT], model });
      const before = openChat(ai, served);
      const sent = before.chat.sendMessage({ text: 'Where is A-1?' });
      await reached;
      await vi.waitFor(() => expect(textsOf(before.chat)).toEqual([TEXT.slice(0, 12)]));
      await before.chat.stop();
      await sent;
      const after = openChat(ai, { ...served, init: { messages: before.chat.messages.slice(0, 1) } });
      const tab = openChat(ai, { ...served, init: { messages: before.chat.messages.slice(0, 1) } });
      const read = [after.chat.resumeStream(), tab.chat.resumeStream()];
      await Promise.all([begun(after.chat), begun(tab.chat)]);
      open();
      await Promise.all(read);
      expect(textsOf(after.chat)).toEqual([TEXT]);
      expect(tab.chat.messages).toEqual(after.chat.messages);
      expect(after.chat.messages.at(-1)?.id).toBe(before.chat.messages.at(-1)?.id);
      expect(served.model.aborted).toBe(0);
    });

    it('shows a tool that runs, and its result, after a reload', async () => {
      const [started, gate] = [deferred(), deferred()];
      const served = await serve({ script: [callsTools(find()), TEXT] });
      Object.assign(served.desk, {
        find: async () => {
          started.resolve();
          await gate.promise;
          return 'A-1 is there';
        },
      });
      const before = openChat(ai, served);
      const sent = before.chat.sendMessage({ text: 'Where is A-1?' });
      await started.promise;
      await before.chat.stop();
      await sent;
      const { chat } = openChat(ai, { ...served, init: { messages: before.chat.messages.slice(0, 1) } });
      const read = chat.resumeStream();
      await begun(chat);
      expect(shown(chat)).toEqual([['input-available']]);
      gate.resolve();
      await read;
      expect(shown(chat)).toEqual([['output-available', 'A-1 is there'], TEXT]);
    });

    it('loses nothing on a network that drops each connection', async () => {
      const { model, allow } = pace();
      const network = droppingNetwork();
      const served = await serve({ script: [callsTools(find()), TEXT], model });
      const { chat } = openChat(ai, { ...served, fetch: network.fetch });
      allow(1);
      let read = chat.sendMessage({ text: 'Where is A-1?' });
      for (const parts of [2, 1, 4, Infinity]) {
        await begun(chat);
        network.drop();
        await read;
        expect(chat.status).toBe('error');
        // The stream repeats the turn from its start.
        chat.messages = chat.messages.slice(0, 1);
        read = chat.resumeStream();
        await begun(chat);
        allow(parts);
      }
      await read;
      expect(chat.status).toBe('ready');
      expect(shown(chat)).toEqual([['output-available', 'A-1 is there'], TEXT]);
    });

    it('ends a turn for every tab when its person aborts it', async () => {
      const { model, reached, open } = holdAt(3);
      const served = await serve({ script: [TEXT, 'Hello.'], model });
      const { chat } = openChat(ai, served);
      const sent = chat.sendMessage({ text: 'Where is A-1?' });
      await reached;
      expect(await remove(served.origin, 'ann')).toBe(204);
      expect(served.model.aborted).toBe(0);
      expect(await remove(served.origin, 'ada')).toBe(204);
      await sent;
      expect(chat.status).toBe('ready');
      expect(served.model.aborted).toBe(1);
      open();
      await chat.sendMessage({ text: 'Hello?' });
      expect(textsOf(chat)).toEqual(['Hello.']);
    });
  });

  it.each([
    ['before its first part', 0, undefined, '[DONE]'],
    ['between its parts', 1, undefined, '[DONE]'],
    ['before it fails', 0, () => Promise.reject(new Error('key sk-123')), 'The server could not answer.'],
  ])('sends comments while the model thinks %s', async (_, part, then, end) => {
    const { model, reached, open } = holdAt(part);
    const beforePart: typeof model.beforePart = (...place) =>
      (model.beforePart!(...place) as Promise<void> | undefined)?.then(then);
    const { origin } = await serve({ script: [TEXT], model: { beforePart }, http: { changes: { heartbeatMs: 5 } } });
    const headers = { authorization: 'Person ada', 'content-type': 'application/json' };
    const message = { id: 'm', role: 'user', parts: [{ type: 'text', text: 'Where is A-1?' }] };
    const body = JSON.stringify({ id: 'c-1', messages: [message], trigger: 'submit-message' });
    const { body: answer } = await fetch(`${origin}/chat`, { method: 'POST', headers, body });
    await reached;
    let text = '';
    for await (const bytes of answer!) {
      text += Buffer.from(bytes as Uint8Array).toString();
      if (text.includes(': heartbeat')) open();
    }
    expect(text).toContain(end);
    expect(text).not.toContain('sk-123');
  });

  it.each([
    ['after', 3],
    ['before', 0],
  ])('sends the whole answer of a turn whose application stops %s the first words', async (_, part) => {
    const { model, reached, open } = holdAt(part);
    const stopping = { provide: 'stopping', useValue: { onModuleDestroy: () => open() } };
    const served = await serve({ script: [TEXT], model, providers: [stopping] });
    const { chat } = openChat(stockClients[1].ai, served);
    const sent = chat.sendMessage({ text: 'Where is A-1?' });
    await reached;
    await Promise.all([served.app.close(), sent]);
    expect(textsOf(chat)).toEqual([TEXT]);
    expect([chat.status, served.model.aborted]).toEqual(['ready', 0]);
  });

  it('sends the whole answer of a turn that was resumed in an application that stops', async () => {
    const [begins, gate] = [deferred(), deferred()];
    const beforePart = ({ type }: StreamPart) => {
      if (type !== 'text-delta') return undefined;
      begins.resolve();
      return gate.promise;
    };
    const stopping = { provide: 'stopping', useValue: { beforeApplicationShutdown: () => gate.resolve() } };
    const script = [callsTools(refund()), TEXT];
    const served = await serve({ script, model: { beforePart }, providers: [stopping] });
    const { chat } = openChat(stockClients[1].ai, served);
    await chat.sendMessage({ text: 'Refund A-1' });
    await chat.addToolApprovalResponse({ id: asked(chat)[0]!, approved: true });
    await begins.promise;
    await served.app.close();
    await vi.waitFor(() => expect(['ready', 'error']).toContain(chat.status));
    expect([chat.status, textsOf(chat)]).toEqual(['ready', [TEXT]]);
    expect(served.desk.done).toHaveLength(1);
  });

  it.each([
    ['after', TEXT.slice(0, 12)],
    ['before', undefined],
  ])(
    'ends the stream of a turn of another instance with an error if its own stops %s the first words',
    async (_, text) => {
      const served = await serve({ script: [] });
      const owner = { tenant: 'acme', conversation: 'ada/c-1', requester: 'ada' };
      const turn = await served.app.get(TurnLog).open('elsewhere', { ...owner, attempt: 0, onAbort: () => {} });
      if (text !== undefined) await turn.append([{ type: 'text-delta', id: '0', delta: text, round: 0 }]);
      const { readers } = served.app.get(ChatClient).runtime.live;
      const { chat } = openChat(stockClients[1].ai, served);
      const read = chat.resumeStream();
      await vi.waitFor(() => expect(readers.size).toBe(1));
      if (text !== undefined) await begun(chat);
      await served.app.close();
      await read;
      expect(textsOf(chat)).toEqual(text === undefined ? [] : [text]);
      expect([chat.status, chat.error?.message]).toEqual([
        'error',
        'The server shuts down before the end of the answer. Read the turn again.',
      ]);
    },
  );

  it('states that the parts of an answer were lost, although its turn continues', async () => {
    const served = await serve({ script: [TEXT], providers: [{ provide: TurnLog, useValue: new FullTurnLog() }] });
    const { chat } = openChat(stockClients[1].ai, served);
    await chat.sendMessage({ text: 'Where is A-1?' });
    expect(chat.status).toBe('error');
    expect(JSON.parse(chat.error!.message)).toMatchObject({ status: 410, problem: 'gone' });
    expect(served.model.aborted).toBe(0);
    expect(served.logs).toEqual([
      expect.stringMatching(/^warn: The parts of a live turn cannot be saved.*disk is full/),
    ]);
  });

  it('refuses to end a turn while another connection locks the file, and ends it afterwards', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolgate-chat-'));
    const sqlite = { file: join(folder, 'chat.db'), exclusive: false, busyTimeoutMs: 20 };
    const imports = [SqlModule.forRoot({ sqlite, liveTurns: true })];
    const served = await serve({ script: [callsTools(refund())], imports, approval: { store: undefined } });
    await openChat(stockClients[1].ai, served).chat.sendMessage({ text: 'Refund A-1' });
    const other = new Database(sqlite.file);
    other.exec('begin immediate');
    const answers = [await remove(served.origin, 'ada')];
    other.exec('commit');
    other.close();
    answers.push(await remove(served.origin, 'ada'));
    const { items } = await served.approvals.list();
    await served.app.close();
    rmSync(folder, { recursive: true });
    expect(answers).toEqual([503, 204]);
    expect(items).toMatchObject([{ status: 'CANCELLED' }]);
  });

  it('keeps no reader that leaves before the first part', async () => {
    const { model, reached, open } = holdAt(0);
    const served = await serve({ script: [TEXT], model });
    const client = served.app.get(ChatClient);
    const { readers } = client.runtime.live;
    const turn = { tenant: 'acme', conversation: 'ada/c-1' };
    const { chat } = openChat(stockClients[1].ai, served);
    const sent = chat.sendMessage({ text: 'Where is A-1?' });
    await reached;
    await vi.waitFor(() => expect(readers.size).toBe(1));
    await chat.stop();
    await sent;
    await vi.waitFor(() => expect(readers.size).toBe(0));
    expect(await client.active(turn)).toBeDefined();
    open();
    await vi.waitFor(async () => expect(await client.active(turn)).toBeUndefined());
    expect(served.model.aborted).toBe(0);
  });

  it('cancels a turn that waits when its person aborts it', async () => {
    const served = await serve({ script: [callsTools(refund()), 'Hello.'] });
    const { chat } = openChat(stockClients[1].ai, served);
    await chat.sendMessage({ text: 'Refund A-1' });
    expect(asked(chat)).toHaveLength(1);
    expect(await remove(served.origin, 'ann')).toBe(204);
    expect((await served.approvals.list({ status: 'PENDING' })).items).toHaveLength(1);
    expect(await remove(served.origin, 'ada')).toBe(204);
    expect((await served.approvals.list({ status: 'PENDING' })).items).toHaveLength(0);
    await chat.sendMessage({ text: 'Hello?' });
    expect(textsOf(chat)).toEqual(['Hello.']);
    expect(served.desk.done).toEqual([]);
  });

  it('shows no other person the turn that runs', async () => {
    const { model, reached, open } = holdAt(3);
    const served = await serve({ script: [TEXT], model });
    const { chat } = openChat(stockClients[1].ai, served);
    const sent = chat.sendMessage({ text: 'Where is A-1?' });
    await reached;
    for (const as of ['ann', 'eve']) {
      const headers = { authorization: `Person ${as}` };
      expect((await fetch(`${served.origin}/chat/c-1/stream`, { headers })).status).toBe(204);
    }
    open();
    await sent;
    expect(textsOf(chat)).toEqual([TEXT]);
  });
});

const remove = async (origin: string, as: string): Promise<number> => {
  const headers = { authorization: `Person ${as}` };
  return (await fetch(`${origin}/chat/c-1`, { method: 'DELETE', headers })).status;
};
