import { afterEach, describe, expect, it, vi } from 'vitest';
import type { INestApplication } from '@nestjs/common';
import { callsTools, toolCall } from 'toolgate/testing';
import { platforms } from '../platforms.fixture.js';
import { holdAt } from '../slow-turns.fixture.js';
import { asked, callsIn, type ChatStory, clientsOn, openChat, serveChat, shown } from './chat.fixture.js';

const refund = (amount: number, id = 'r') => toolCall('refund', { order: 'A-1', amount }, id);
const find = (id = 'f') => toolCall('find', { order: 'A-1' }, id);

let app: INestApplication | undefined;

afterEach(() => app?.close());

describe.each(platforms)('on $name', (platform) => {
  const serve = async (story: ChatStory) => {
    const served = await serveChat(platform, story);
    app = served.app;
    return served;
  };

  describe.each(clientsOn(platform))('a chat of $name', ({ ai }) => {
    it('streams an answer with its calls', async () => {
      const { origin } = await serve({ script: [callsTools(find()), 'It is there.'] });
      const { chat } = openChat(ai, { origin });
      await chat.sendMessage({ text: 'Where is A-1?' });
      expect(chat.error).toBeUndefined();
      expect(shown(chat)).toEqual([['output-available', 'A-1 is there'], 'It is there.']);
      expect(chat.messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
    });

    it('runs a call after its approval, in the same message', async () => {
      const { origin, desk } = await serve({ script: [callsTools(refund(5)), 'Done.'] });
      const { chat, ended } = openChat(ai, { origin });
      await chat.sendMessage({ text: 'Refund A-1' });
      expect(shown(chat)).toEqual([['approval-requested']]);
      const id = chat.lastMessage?.id;
      await chat.addToolApprovalResponse({ id: asked(chat)[0]!, approved: true });
      await ended(2);
      expect(chat.error).toBeUndefined();
      expect(shown(chat)).toEqual([['output-available', 'Refunded 5 for A-1'], 'Done.']);
      expect(chat.lastMessage?.id).toBe(id);
      expect(chat.messages).toHaveLength(2);
      expect(desk.done).toHaveLength(1);
    });

    it('does not run a rejected call, and the model reads the reason', async () => {
      const { origin, desk, model } = await serve({ script: [callsTools(refund(5)), 'Then not.'] });
      const { chat, ended } = openChat(ai, { origin });
      await chat.sendMessage({ text: 'Refund A-1' });
      await chat.addToolApprovalResponse({ id: asked(chat)[0]!, approved: false, reason: 'Too early.' });
      await ended(2);
      expect(shown(chat)).toEqual([['output-denied', expect.stringContaining('Too early.')], 'Then not.']);
      expect(desk.done).toEqual([]);
      expect(JSON.stringify(model.prompts.at(-1)?.messages.at(-1))).toContain('Too early.');
    });

    it('runs a call with the arguments that the person edited', async () => {
      const { origin, desk } = await serve({
        script: [callsTools(refund(5)), 'Done.'],
        requirement: { allowEdit: true },
      });
      const { chat, ended } = openChat(ai, { origin });
      await chat.sendMessage({ text: 'Refund A-1' });
      const [id] = asked(chat);
      const editedArguments = { [id!]: { order: 'A-1', amount: 3 } };
      await chat.addToolApprovalResponse({ id: id!, approved: true, options: { body: { editedArguments } } });
      await ended(2);
      expect(chat.error).toBeUndefined();
      expect(shown(chat)).toEqual([['output-available', expect.stringContaining('Refunded 3 for A-1')], 'Done.']);
      expect(desk.done).toEqual([expect.stringContaining('refund A-1 3')]);
    });

    it('runs each call with the arguments that the person edited, whichever is decided last', async () => {
      const { origin, desk } = await serve({
        script: [callsTools(refund(5, 'r1'), refund(6, 'r2')), 'Done.'],
        requirement: { allowEdit: true },
      });
      const editedArguments: Record<string, object> = {};
      const transport = new ai.DefaultChatTransport({
        api: `${origin}/chat`,
        headers: { authorization: 'Person ada' },
        prepareSendMessagesRequest: ({ id, messages, trigger, messageId }) => ({
          body: { id, messages, trigger, messageId, editedArguments },
        }),
      });
      const { chat, ended } = openChat(ai, { origin, init: { transport } });
      await chat.sendMessage({ text: 'Refund A-1 twice' });
      const [first, second] = asked(chat);
      editedArguments[first!] = { order: 'A-1', amount: 3 };
      await chat.addToolApprovalResponse({ id: first!, approved: true });
      await chat.addToolApprovalResponse({ id: second!, approved: true });
      await ended(2);
      expect(chat.error).toBeUndefined();
      expect(desk.done).toEqual([expect.stringContaining('refund A-1 3'), expect.stringContaining('refund A-1 6')]);
    });

    it('decides a batch of waiting and other calls', async () => {
      const { origin, desk } = await serve({
        script: [callsTools(find(), refund(5, 'r1'), refund(6, 'r2')), 'Done.'],
      });
      const { chat, ended } = openChat(ai, { origin });
      await chat.sendMessage({ text: 'Refund A-1 twice' });
      expect(desk.done).toEqual([]);
      const [first, second] = asked(chat);
      await chat.addToolApprovalResponse({ id: first!, approved: true });
      expect(desk.done).toEqual([]);
      await chat.addToolApprovalResponse({ id: second!, approved: false });
      await ended(2);
      expect(shown(chat)).toEqual([
        ['output-available', 'A-1 is there'],
        ['output-available', 'Refunded 5 for A-1'],
        ['output-denied', expect.any(String)],
        'Done.',
      ]);
      expect(desk.done).toHaveLength(2);
    });

    it('waits twice in one turn', async () => {
      const { origin, desk } = await serve({ script: [callsTools(refund(5)), callsTools(refund(6)), 'Done.'] });
      const { chat, ended } = openChat(ai, { origin });
      await chat.sendMessage({ text: 'Refund A-1' });
      await chat.addToolApprovalResponse({ id: asked(chat)[0]!, approved: true });
      await ended(2);
      expect(shown(chat)).toEqual([['output-available', 'Refunded 5 for A-1'], ['approval-requested']]);
      await chat.addToolApprovalResponse({ id: asked(chat)[0]!, approved: true });
      await ended(3);
      expect(chat.error).toBeUndefined();
      expect(shown(chat)).toEqual([
        ['output-available', 'Refunded 5 for A-1'],
        ['output-available', 'Refunded 6 for A-1'],
        'Done.',
      ]);
      expect(desk.done).toHaveLength(2);
      expect(chat.messages).toHaveLength(2);
    });

    it('shows a call that another person decides, and its result after a reload', async () => {
      const { origin, approvals } = await serve({
        script: [callsTools(refund(5)), 'Done.'],
        requirement: { fourEyes: true },
      });
      const { chat } = openChat(ai, { origin });
      await chat.sendMessage({ text: 'Refund A-1' });
      expect(shown(chat)).toEqual([
        [
          'output-available',
          { status: 'waiting', text: 'Waits for the decision of another person.', approvalId: expect.any(String) },
        ],
      ]);
      const { id, revision, argsHash } = (await approvals.list()).items[0]!;
      await chat.resumeStream();
      expect(shown(chat)).toHaveLength(1);
      await approvals.decide(
        id,
        { decisionId: 'd1', decision: 'approve', revision, argsHash },
        { id: 'ann', tenant: 'acme' },
      );
      await chat.resumeStream();
      expect(chat.error).toBeUndefined();
      expect(shown(chat)).toEqual([['output-available', 'Refunded 5 for A-1'], 'Done.']);
      expect(chat.messages).toHaveLength(2);
    });

    it('shows the result of each call if it is loaded while a worker continues the turn', async () => {
      const { model, reached, open } = holdAt(17);
      const script = [callsTools(refund(5)), callsTools(find()), 'Refunded, and found.'];
      const { origin, approvals } = await serve({ script, model, approval: { worker: true } });
      const before = openChat(ai, { origin }).chat;
      await before.sendMessage({ text: 'Refund A-1' });
      const { id, revision, argsHash } = (await approvals.list()).items[0]!;
      const by = { id: 'ann', tenant: 'acme' };
      await approvals.decide(id, { decisionId: 'd1', decision: 'approve', revision, argsHash }, by);
      await reached;
      const { chat } = openChat(ai, { origin, init: { messages: before.messages.slice(0, 1) } });
      const read = chat.resumeStream();
      await vi.waitFor(() => expect(callsIn(chat)).toHaveLength(2));
      open();
      await read;
      expect(shown(chat)).toEqual([
        ['output-available', 'Refunded 5 for A-1'],
        ['output-available', 'A-1 is there'],
        'Refunded, and found.',
      ]);
    });

    it('shows what waits after a reload, and decides it there', async () => {
      const { origin } = await serve({ script: [callsTools(find(), refund(5)), 'Done.'] });
      const before = openChat(ai, { origin }).chat;
      await before.sendMessage({ text: 'Refund A-1' });
      const { chat, ended } = openChat(ai, { origin, init: { messages: before.messages.slice(0, 1) } });
      await chat.resumeStream();
      expect(chat.messages.slice(1)).toEqual(before.messages.slice(1));
      await chat.addToolApprovalResponse({ id: asked(chat)[0]!, approved: true });
      await ended(2);
      expect(shown(chat).slice(-2)).toEqual([['output-available', 'Refunded 5 for A-1'], 'Done.']);
      await chat.resumeStream();
      expect(chat.status).toBe('ready');
      expect(chat.messages).toHaveLength(2);
    });

    it('shows the result of a tool that the provider ran after a reload, before and after the decision', async () => {
      const searched = [
        { type: 'tool-call', toolCallId: 's', toolName: 'web_search', input: '{}', providerExecuted: true },
        {
          type: 'tool-result',
          toolCallId: 's',
          toolName: 'web_search',
          output: { type: 'json', value: { found: 1 } },
          outcome: { type: 'success' },
          providerExecuted: true,
        },
      ] as const;
      const { origin } = await serve({ script: [callsTools(...searched, refund(5)), 'Done.'] });
      const before = openChat(ai, { origin }).chat;
      await before.sendMessage({ text: 'Refund A-1' });
      const { chat, ended } = openChat(ai, { origin, init: { messages: before.messages.slice(0, 1) } });
      await chat.resumeStream();
      expect(shown(chat)).toEqual([['output-available', { found: 1 }], ['approval-requested']]);
      expect(chat.messages.slice(1)).toEqual(before.messages.slice(1));
      await chat.addToolApprovalResponse({ id: asked(chat)[0]!, approved: true });
      await ended(2);
      expect(shown(chat)).toEqual([
        ['output-available', { found: 1 }],
        ['output-available', 'Refunded 5 for A-1'],
        'Done.',
      ]);
    });

    it('answers a message with the conflict while a call waits', async () => {
      const { origin, model, logs } = await serve({ script: [callsTools(refund(5)), 'Done.'] });
      const { chat } = openChat(ai, { origin });
      await chat.sendMessage({ text: 'Refund A-1' });
      await chat.sendMessage({ text: 'And now?' });
      expect(chat.error?.message).toContain('waits for a decision on');
      expect(model.prompts).toHaveLength(1);
      // A message of a customer is no failure of the server.
      expect(logs).toEqual([expect.stringContaining('warn: A live turn was refused: ApprovalConflictException')]);
    });

    it('starts a new turn while a call waits, if messages supersede', async () => {
      const { origin, desk } = await serve({
        script: [callsTools(refund(5)), 'Hello.'],
        approval: { onMessage: 'supersede' },
      });
      const { chat } = openChat(ai, { origin });
      await chat.sendMessage({ text: 'Refund A-1' });
      await chat.sendMessage({ text: 'Never mind' });
      expect(shown(chat)).toEqual(['Hello.']);
      expect(desk.done).toEqual([]);
    });
  });
});
