import { afterEach, describe, expect, it } from 'vitest';
import { Controller, type INestApplication } from '@nestjs/common';
import type { ChatInit } from 'ai';
import { clientTool } from 'toolgate';
import type { PromptBuilder } from 'toolgate/chat';
import { UiChatController, type UiChatPerson } from 'toolgate/http';
import { callsTools, toolCall } from 'toolgate/testing';
import { z } from 'zod';
import { isComplete } from '../../../apps/demo-page/src/chat/is-complete.js';
import { Desk } from '../../approval/approval.fixture.js';
import { read } from '../door.fixture.js';
import { platforms } from '../platforms.fixture.js';
import { asked, type ChatStory, openChat, serveChat, shown } from './chat.fixture.js';
import { type StockClient, stockClients, type StockMessage } from './stock-client.fixture.js';

/** A tool of the page. */
const locate = clientTool({
  name: 'locate',
  description: 'Where the user is',
  inputSchema: z.object({ precise: z.boolean().default(false) }),
  outputSchema: z.object({ city: z.string() }),
});

@Controller('chat')
class LocatingController extends UiChatController {
  prompt(prompt: PromptBuilder, { by }: UiChatPerson): PromptBuilder {
    return prompt.tools(Desk, locate).toolContext({ user: by.id, tenant: String(by.tenant) });
  }
}

const [platform] = platforms;
const locateCall = toolCall('locate', { precise: false }, 'l');
const refundCall = toolCall('refund', { order: 'A-1', amount: 5 }, 'r');
const LOCATE = { provide: 'locate', useValue: locate };
const ROME = { city: 'Rome' };

let app: INestApplication | undefined;

afterEach(() => app?.close());

const serve = async (story: Partial<ChatStory> = {}) => {
  const script = [callsTools(locateCall), 'It is sunny in Rome.'];
  const served = await serveChat(platform, {
    script,
    controllers: [LocatingController],
    providers: [LOCATE],
    ...story,
  });
  app = served.app;
  return served;
};

/** A page that sends as the documentation states, with the predicate of the demo. */
const openPage = (ai: StockClient, origin: string, init: Partial<ChatInit<StockMessage>> = {}) => {
  const posts: unknown[] = [];
  const page = openChat(ai, {
    origin,
    fetch: async (url, request) => {
      if (request?.method === 'POST') posts.push(request.body);
      return fetch(url, request);
    },
    init: { sendAutomaticallyWhen: isComplete, ...init },
  });
  return { ...page, posts };
};

describe.each(stockClients)('a client tool in a chat with $name', ({ ai }) => {
  it('is answered by the page while the answer is streamed', async () => {
    const { origin, approvals, model } = await serve();
    const { chat, ended, posts } = openPage(ai, origin, {
      onToolCall: ({ toolCall: { toolCallId } }) =>
        void chat.addToolOutput({ tool: 'locate', toolCallId, output: ROME }),
    });
    await chat.sendMessage({ text: 'Is it sunny?' });
    await ended(2);
    expect(chat.error).toBeUndefined();
    expect(shown(chat)).toEqual([['output-available', ROME], 'It is sunny in Rome.']);
    expect(chat.messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect((await approvals.list()).items).toMatchObject([{ status: 'RESPONDED', decidedBy: 'ada' }]);
    expect(JSON.stringify(model.prompts.at(-1)?.messages.at(-1))).toContain('Rome');
    expect(posts).toHaveLength(2);
  });

  it('is answered by a person, after the model left an argument out', async () => {
    const { origin } = await serve({ script: [callsTools(toolCall('locate', {}, 'l')), 'It is sunny in Rome.'] });
    const { chat, ended } = openPage(ai, origin);
    await chat.sendMessage({ text: 'Is it sunny?' });
    expect(shown(chat)).toEqual([['input-available']]);
    await chat.addToolOutput({ tool: 'locate', toolCallId: 'l', output: ROME });
    await ended(2);
    expect(chat.error).toBeUndefined();
    expect(shown(chat)).toEqual([['output-available', ROME], 'It is sunny in Rome.']);
  });

  it('fails on the page, and the model reads why', async () => {
    const { origin, approvals, model } = await serve({ script: [callsTools(locateCall), 'Then tell me the city.'] });
    const { chat, ended } = openPage(ai, origin);
    await chat.sendMessage({ text: 'Is it sunny?' });
    const errorText = 'The user has switched locations off.';
    await chat.addToolOutput({ state: 'output-error', tool: 'locate', toolCallId: 'l', errorText });
    await ended(2);
    expect(chat.error).toBeUndefined();
    expect(shown(chat)).toEqual([['output-denied', expect.stringContaining(errorText)], 'Then tell me the city.']);
    expect((await approvals.list()).items).toMatchObject([{ status: 'CANCELLED', decidedBy: 'ada' }]);
    expect(JSON.stringify(model.prompts.at(-1)?.messages.at(-1))).toContain(errorText);
  });

  it('is answered together with the decision on another call', async () => {
    const { origin, desk, approvals } = await serve({ script: [callsTools(refundCall, locateCall), 'Done.'] });
    const { chat, ended, posts } = openPage(ai, origin);
    await chat.sendMessage({ text: 'Refund A-1' });
    await chat.addToolOutput({ tool: 'locate', toolCallId: 'l', output: ROME });
    expect(posts).toHaveLength(1);
    await chat.addToolApprovalResponse({ id: asked(chat)[0]!, approved: true });
    await ended(2);
    expect(chat.error).toBeUndefined();
    expect(shown(chat)).toEqual([['output-available', 'Refunded 5 for A-1'], ['output-available', ROME], 'Done.']);
    expect(desk.done).toHaveLength(1);
    expect((await approvals.list()).items.map(({ status }) => status).toSorted()).toEqual(['RESPONDED', 'SUCCEEDED']);
  });

  it('is answered while another person has to decide a call beside it', async () => {
    const requirement = { approvers: { roles: ['manager'] } };
    const { origin, approvals } = await serve({ script: [callsTools(refundCall, locateCall), 'Done.'], requirement });
    const { chat, ended, posts } = openPage(ai, origin);
    await chat.sendMessage({ text: 'Refund A-1' });
    await chat.addToolOutput({ tool: 'locate', toolCallId: 'l', output: ROME });
    await ended(2);
    expect(chat.error).toBeUndefined();
    expect(posts).toHaveLength(2);
    expect(shown(chat)).toEqual([
      [
        'output-available',
        { status: 'waiting', text: expect.stringContaining('another person'), approvalId: expect.any(String) },
      ],
      ['output-available', { status: 'waiting', text: expect.stringContaining('Answered.') }],
    ]);
    const { items } = await approvals.list();
    const [refund] = items.filter(({ status }) => status === 'PENDING');
    expect(items.map(({ status }) => status).toSorted()).toEqual(['PENDING', 'RESPONDED']);
    const { id, revision, argsHash } = refund!;
    const lee = { id: 'lee', tenant: 'acme', roles: ['manager'] };
    await approvals.decide(id, { decisionId: 'd', decision: 'approve', revision, argsHash }, lee);
    chat.messages = chat.messages.slice(0, -1);
    await chat.resumeStream();
    expect(shown(chat)).toEqual([['output-available', 'Refunded 5 for A-1'], ['output-available', ROME], 'Done.']);
  });

  it.each([
    [
      'the stock predicates',
      (chat: { messages: StockMessage[] }) => ai.lastAssistantMessageIsCompleteWithToolCalls(chat),
      3,
    ],
    ['the documented one', isComplete, 2],
  ])('is sent no more after an empty answer, with %s', async (_, sendAutomaticallyWhen, most) => {
    const { origin, model } = await serve({ script: [callsTools(locateCall), ''] });
    const { chat, ended, posts } = openPage(ai, origin, { sendAutomaticallyWhen });
    await chat.sendMessage({ text: 'Is it sunny?' });
    await chat.addToolOutput({ tool: 'locate', toolCallId: 'l', output: ROME });
    await ended(most);
    await new Promise(setImmediate);
    expect([posts.length, model.prompts.length]).toEqual([most, 2]);
  });

  it('is answered beside a call that was refused', async () => {
    const invalid = toolCall('refund', { order: 'A-1', amount: 'much' }, 'r');
    const { origin, approvals } = await serve({ script: [callsTools(invalid, locateCall), 'Done.'] });
    const { chat, ended } = openPage(ai, origin);
    await chat.sendMessage({ text: 'Refund A-1' });
    await chat.addToolOutput({ tool: 'locate', toolCallId: 'l', output: ROME });
    await ended(2);
    expect(chat.error).toBeUndefined();
    expect(shown(chat).at(-1)).toBe('Done.');
    expect((await approvals.list()).items).toMatchObject([{ status: 'RESPONDED' }]);
  });

  it('is asked again after an answer that its schema refuses, and the other answer stays', async () => {
    const other = toolCall('locate', { precise: true }, 'm');
    const { origin, approvals } = await serve({ script: [callsTools(locateCall, other), 'Done.'] });
    const { chat, ended } = openPage(ai, origin);
    await chat.sendMessage({ text: 'Is it sunny?' });
    await chat.addToolOutput({ tool: 'locate', toolCallId: 'l', output: ROME });
    await chat.addToolOutput({ tool: 'locate', toolCallId: 'm', output: { city: 7 } });
    await ended(2);
    expect(shown(chat)).toEqual([
      ['output-available', expect.objectContaining({ status: 'waiting' })],
      ['input-available'],
    ]);
    await chat.addToolOutput({ tool: 'locate', toolCallId: 'm', output: ROME });
    await ended(3);
    expect(shown(chat)).toEqual([['output-available', ROME], ['output-available', ROME], 'Done.']);
    expect((await approvals.list()).items.map(({ status }) => status)).toEqual(['RESPONDED', 'RESPONDED']);
  });

  it('does not let the page send by itself while only another person has to decide', async () => {
    const { origin } = await serve({
      script: [callsTools(refundCall), 'Done.'],
      requirement: { approvers: { roles: ['manager'] } },
    });
    const { chat, ended, posts } = openPage(ai, origin);
    await chat.sendMessage({ text: 'Refund A-1' });
    await ended(1);
    expect(chat.error).toBeUndefined();
    expect(shown(chat)).toEqual([['output-available', expect.objectContaining({ status: 'waiting' })]]);
    expect(posts).toHaveLength(1);
  });
});

describe('an output that a client posts', () => {
  const [, { ai }] = stockClients;

  const wait = async (story?: Partial<ChatStory>) => {
    const served = await serve(story);
    const { chat } = openPage(ai, served.origin);
    await chat.sendMessage({ text: 'Is it sunny?' });
    const { metadata } = chat.lastMessage!;
    const answer = { type: 'tool-locate', toolCallId: 'l', state: 'output-available', input: {}, output: ROME };
    const post = async (parts: readonly object[], { as = 'ada', chatId = 'c-1', sent = metadata as unknown } = {}) => {
      const messages = [{ id: 'a', role: 'assistant', parts, metadata: sent }];
      const response = await fetch(`${served.origin}/chat`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Person ${as}` },
        body: JSON.stringify({ id: chatId, messages, trigger: 'submit-message' }),
      });
      if (response.ok) return [200, await response.text()] as const;
      const { status, body } = await read(response);
      return [status, body['problem']] as const;
    };
    const statuses = async () => (await served.approvals.list()).items.map(({ status }) => status);
    return { ...served, answer, metadata, post, statuses };
  };

  it('counts only for a call of a client tool, by its requester, as it was shown', async () => {
    const { answer, metadata, post, statuses, model } = await wait();
    const { l } = Object(metadata).clientCalls;
    const [id, revision, hash] = String(l).split('.');
    const named = (ref: unknown) => ({ sent: { clientCalls: { l: ref } } });
    expect([
      await post([{ ...answer, output: { city: 7 } }]),
      await post([{ ...answer, toolCallId: 'other' }]),
      await post([{ ...answer, toolCallId: 7 }]),
      await post([{ ...answer, state: 'input-available' }]),
      await post([answer, { type: 'step-start' }]),
      await post([answer, { ...answer, output: { city: 'Oslo' } }]),
      await post([{ ...answer, state: 'output-error', errorText: 7 }]),
      await post([{ ...answer, output: undefined }]),
      await post([answer], { sent: { clientCalls: 'l' } }),
      await post([answer], named(7)),
      await post([answer], named(id)),
      await post([answer], named(`invented.${revision}.${hash}`)),
      await post([answer], named(`${id}.${revision}.${'x'.repeat(43)}`)),
      await post([answer], { chatId: 'c-2' }),
      await post([answer], { as: 'bob' }),
      await post([answer], { as: 'eve' }),
    ]).toEqual([
      [400, 'bad-decision'],
      [400, 'bad-request'],
      [400, 'bad-request'],
      [400, 'bad-request'],
      [400, 'bad-request'],
      [400, 'bad-decision'],
      [400, 'bad-decision'],
      [400, 'bad-decision'],
      [400, 'bad-request'],
      [400, 'bad-request'],
      [400, 'bad-request'],
      [404, 'not-found'],
      [412, 'hash-mismatch'],
      [404, 'not-found'],
      [404, 'not-found'],
      [404, 'not-found'],
    ]);
    expect((await post([answer], named(`${id}.7.${hash}`)))[0]).toBeGreaterThanOrEqual(409);
    expect([await statuses(), model.prompts.length]).toEqual([['PENDING'], 1]);
  });

  it('is no result of a tool of the server, and no decision', async () => {
    const { answer, approvals, post, statuses, desk } = await wait({ script: [callsTools(refundCall), 'Done.'] });
    const forged = { ...answer, type: 'tool-refund', toolCallId: 'r', input: { order: 'A-1', amount: 5 } };
    expect(await post([{ ...forged, output: 'Refunded 5 for A-1' }])).toEqual([400, 'bad-request']);
    expect(await post([{ ...forged, state: 'output-error', errorText: 'No.' }])).toEqual([400, 'bad-request']);
    const { id, revision, argsHash } = (await approvals.list()).items[0]!;
    const sent = { clientCalls: { r: `${id}.${revision}.${argsHash}` } };
    expect(await post([forged], { sent })).toEqual([400, 'bad-decision']);
    expect(await post([{ ...forged, state: 'output-error', errorText: 'No.' }], { sent })).toEqual([
      400,
      'bad-decision',
    ]);
    expect([await statuses(), desk.done]).toEqual([['PENDING'], []]);
  });

  it.each(['The turn ended before this call had a result.', 'The model did not complete this call.'])(
    'is no failure of the page if the server sent it: %s',
    async (errorText) => {
      const { answer, post, statuses } = await wait();
      expect(await post([{ ...answer, state: 'output-error', errorText }])).toEqual([400, 'bad-request']);
      expect(await statuses()).toEqual(['PENDING']);
    },
  );

  it('that is sent again changes nothing', async () => {
    const { answer, post, statuses, model } = await wait();
    const [first] = await post([answer]);
    expect([first, await post([answer]), await post([{ ...answer, output: { city: 'Oslo' } }])]).toEqual([
      200,
      [409, 'conflict'],
      [409, 'conflict'],
    ]);
    expect([await statuses(), model.prompts.length]).toEqual([['RESPONDED'], 2]);
  });

  it('that is sent again does not answer a later call with the same id', async () => {
    const { answer, post, statuses } = await wait({
      script: [callsTools(locateCall), callsTools(locateCall), 'Done.'],
    });
    await post([answer]);
    expect(await post([answer])).toEqual([409, 'conflict']);
    expect(await post([{ ...answer, state: 'output-error', errorText: 'Off.' }])).toEqual([409, 'conflict']);
    expect((await statuses()).toSorted()).toEqual(['PENDING', 'RESPONDED']);
  });

  it('is refused beside more calls than a batch has', async () => {
    const { answer, metadata, post, statuses } = await wait();
    const ids = Array.from({ length: 201 }, (_, index) => `l${index}`);
    const sent = { clientCalls: Object.fromEntries(ids.map((id) => [id, Object(metadata).clientCalls.l])) };
    expect(
      await post(
        ids.map((toolCallId) => ({ ...answer, toolCallId })),
        { sent },
      ),
    ).toEqual([400, 'bad-decision']);
    expect(await statuses()).toEqual(['PENDING']);
  });

  it('is refused after the call has ended', async () => {
    const { answer, post, approvals } = await wait();
    const { items } = await approvals.list();
    await approvals.cancel(items[0]!.id, { id: 'ada', tenant: 'acme' });
    expect((await post([answer]))[0]).toBe(409);
  });
});
