import { afterEach, describe, expect, it, vi } from 'vitest';
import type { INestApplication } from '@nestjs/common';
import { ApprovalService, ChatClient } from 'toolgate';
import { TurnLog } from 'toolgate/chat';
import { callsTools, toolCall } from 'toolgate/testing';
import { deferred } from '../../story.fixture.js';
import type { DoorStory } from '../door.fixture.js';
import { platforms } from '../platforms.fixture.js';
import { droppingNetwork, holdAt, pace } from '../slow-turns.fixture.js';
import { serveAgent } from './ag-ui.fixture.js';

const TEXT = 'The order A-1 was delivered on Tuesday.';
const find = toolCall('find', { order: 'A-1' }, 'f');
const refund = toolCall('refund', { order: 'A-1', amount: 5 }, 'r');

/** How another instance opens a turn of the thread. */
const ELSEWHERE = { tenant: 'acme', conversation: 'ada/thread-1', requester: 'ada', attempt: 0, onAbort: () => {} };

type Page = ReturnType<Awaited<ReturnType<typeof serveAgent>>['open']>;

const FOUND = [`call: find {"order":"A-1"}`, 'tool: A-1 is there', `assistant: ${TEXT}`];

/** Leaves a page while it receives a run, as a page that is closed does. */
const leave = async (page: Page, running: Promise<unknown>): Promise<void> => {
  page.agent.abortRun();
  await running;
};

const begun = (page: Page): Promise<void> => vi.waitFor(() => expect(page.story().length).toBeGreaterThan(0));

describe.each(platforms)('a turn of AG-UI that its client leaves, on $name', (platform) => {
  let app: INestApplication | undefined;

  const serve = async (story: DoorStory = {}) => {
    const served = await serveAgent(platform, story);
    app = served.app;
    return { ...served, page: served.open() };
  };

  afterEach(() => app?.close());

  it('continues, and a page that is loaded again reads it from its start, as a second page does', async () => {
    const { model: pacing, reached, open: go } = holdAt(3);
    const { page, open, script, model } = await serve({ model: pacing });
    script.push(TEXT);
    const running = page.ask('Where is A-1?');
    await reached;
    await vi.waitFor(() => expect(page.texts()).toEqual([TEXT.slice(0, 12)]));
    await leave(page, running);
    const [reloaded, tab] = [open(), open()];
    const read = [reloaded.run(), tab.run()];
    await Promise.all([begun(reloaded), begun(tab)]);
    go();
    await Promise.all(read);
    expect(reloaded.texts()).toEqual([TEXT]);
    expect(tab.messages).toEqual(reloaded.messages);
    expect(reloaded.messages.at(-1)?.id).toBe(page.messages.at(-1)?.id);
    expect(reloaded.end()).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'success' } });
    expect(model.aborted).toBe(0);
  });

  it('sends the whole answer while its application stops', async () => {
    const { model, reached, open: go } = holdAt(3);
    const { page, app, script } = await serve({ model });
    script.push(TEXT);
    const running = page.ask('Where is A-1?');
    await reached;
    const closed = app.close();
    await new Promise(setImmediate);
    go();
    await Promise.all([running, closed]);
    expect(page.texts()).toEqual([TEXT]);
    expect(page.end()).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'success' } });
  });

  it('does not keep its instance from closing while another instance runs the turn', async () => {
    const { page, app } = await serve({ application: { forceCloseConnections: false } });
    const log = await app.get(TurnLog).open('elsewhere', ELSEWHERE);
    await log.append([{ type: 'text-delta', id: 't', delta: 'The order', round: 0 }]);
    const read = page.run();
    await begun(page);
    await app.close();
    await read;
    expect(page.texts()).toEqual(['The order']);
    expect(page.end()).toMatchObject({ type: 'RUN_ERROR', code: 'unavailable' });
  });

  it('ends with an error also a stream of such a turn that opens while the application stops', async () => {
    const { page, app } = await serve();
    await app.get(TurnLog).open('elsewhere', ELSEWHERE);
    // The other streams have ended, and the server still answers.
    app.get(ChatClient).runtime.live.onStop(async () => void (await page.run()));
    await app.close();
    expect(page.end()).toMatchObject({ type: 'RUN_ERROR', code: 'unavailable' });
  });

  it('shows a tool that runs, and its result', async () => {
    const { page, open, script, desk } = await serve();
    const [started, gate] = [deferred(), deferred()];
    Object.assign(desk, {
      find: async () => {
        started.resolve();
        await gate.promise;
        return 'A-1 is there';
      },
    });
    script.push(callsTools(find), TEXT);
    const running = page.ask('Where is A-1?');
    await started.promise;
    await leave(page, running);
    const reloaded = open();
    const read = reloaded.run();
    await begun(reloaded);
    expect(reloaded.story()).toEqual(FOUND.slice(0, 1));
    gate.resolve();
    await read;
    expect(reloaded.story()).toEqual(FOUND);
  });

  it('loses nothing and repeats nothing on a network that drops each connection', async () => {
    const { model, allow } = pace();
    const { open, script } = await serve({ model });
    const network = droppingNetwork();
    const page = open('ada', 'thread-1', 'agent', network.fetch);
    script.push(callsTools(find), TEXT);
    allow(1);
    let running = page.ask('Where is A-1?').catch(() => []);
    for (const parts of [1, 2, 1, 3, Infinity]) {
      await begun(page);
      await vi.waitFor(() => expect(page.events.at(-1)?.type).toMatch(/_(?:ARGS|CONTENT|RESULT|END|STARTED)$/));
      network.end();
      await running;
      running = page.run().catch(() => []);
      await vi.waitFor(() => expect(page.events.length).toBeGreaterThan(0));
      allow(parts);
    }
    await running;
    expect(page.story().slice(1)).toEqual(FOUND);
  });

  it('is completed from its log for a page that has missed its end', async () => {
    const { model: pacing, reached, open: go } = holdAt(3);
    const { page, script, app: served } = await serve({ model: pacing });
    script.push(TEXT);
    const running = page.ask('Where is A-1?');
    await reached;
    await vi.waitFor(() => expect(page.texts()).toEqual([TEXT.slice(0, 12)]));
    await leave(page, running);
    go();
    await vi.waitFor(async () =>
      expect(await served.get(ChatClient).active({ tenant: 'acme', conversation: 'ada/thread-1' })).toBeUndefined(),
    );
    await page.run();
    expect(page.texts()).toEqual([TEXT]);
  });

  it('that has reached a waiting call shows its interrupt to a page that has read a part of it', async () => {
    const { model: pacing, reached, open: go } = holdAt(2);
    const { page, open, script, desk } = await serve({ model: pacing });
    script.push(callsTools(refund), 'Refunded.');
    const running = page.ask('Refund A-1');
    await reached;
    await vi.waitFor(() => expect(page.story()).toHaveLength(2));
    await leave(page, running);
    go();
    await vi.waitFor(async () => {
      await page.run();
      expect(page.interrupts).toHaveLength(1);
    });
    const reloaded = open();
    await reloaded.run();
    expect(reloaded.interrupts).toEqual(page.interrupts);
    await page.answer({ approved: true });
    expect(desk.done).toHaveLength(1);
    expect(page.story()).toEqual([
      'user: Refund A-1',
      'call: refund {"order":"A-1","amount":5}',
      'tool: Refunded 5 for A-1',
      'assistant: Refunded.',
    ]);
  });

  it.each([
    ['answered', 'success'],
    ['aborted', 'cancelled'],
  ])('that waited and was %s shows no interrupt to a page that has stored its messages', async (end, type) => {
    const { page, open, script, ask } = await serve();
    script.push(callsTools(refund), 'Refunded.');
    await page.ask('Refund A-1');
    const before = open();
    before.agent.setMessages([...page.messages]);
    if (end === 'answered') await page.answer({ approved: true });
    else expect((await ask('agent/thread-1', { as: 'ada', method: 'DELETE' })).status).toBe(204);
    const after = open();
    after.agent.setMessages([...page.messages]);
    for (const stored of [before, after]) {
      await stored.run();
      expect(stored.end()).toMatchObject({ type: 'RUN_FINISHED', outcome: { type } });
      expect(stored.story()).toEqual(page.story());
    }
  });

  it('is followed by a further message as soon as its run has ended, also if its log is still open', async () => {
    const { page, script, app } = await serve();
    script.push(callsTools(refund), TEXT, 'Hello.');
    await page.ask('Refund A-1');
    const [{ id = '' } = {}] = page.interrupts;
    const [approval = ''] = id.split('.');
    const { runId } = await app.get(ApprovalService).get(approval);
    await page.answer({ approved: true });
    // Another instance, which has resumed the turn, closes its log a moment later.
    await app.get(TurnLog).open(runId, { ...ELSEWHERE, attempt: 9 });
    await page.ask('Hello?');
    expect(page.texts()).toEqual([TEXT, 'Hello.']);
  });

  it('refuses a further message of its thread, and ends for every page when its person aborts it', async () => {
    const { model: pacing, reached, open: go } = holdAt(3);
    const { page, open, script, model, ask } = await serve({ model: pacing });
    script.push(TEXT, 'Hello.');
    const running = page.ask('Where is A-1?');
    await reached;
    const tab = open();
    await tab.ask('Hello?');
    expect(tab.end()).toMatchObject({ type: 'RUN_ERROR', code: 'conflict' });
    expect((await ask('agent/thread-1', { as: 'ann', method: 'DELETE' })).status).toBe(204);
    expect((await ask('agent/thread-1', { as: '', method: 'DELETE' })).status).toBe(401);
    expect(model.aborted).toBe(0);
    expect((await ask('agent/thread-1', { as: 'ada', method: 'DELETE' })).status).toBe(204);
    await running;
    expect(page.end()).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'cancelled' } });
    expect(model.aborted).toBe(1);
    go();
    await tab.ask('Hello?');
    expect(tab.texts()).toEqual(['Hello.']);
  });
});
