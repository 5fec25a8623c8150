import { afterEach, describe, expect, it } from 'vitest';
import type { INestApplication } from '@nestjs/common';
import { callsTools, toolCall } from 'toolgate/testing';
import { read } from '../door.fixture.js';
import { Exchanges } from '../exchanges.fixture.js';
import { platforms } from '../platforms.fixture.js';
import { asked, callsIn, type ChatStory, openChat, serveChat, shown } from './chat.fixture.js';
import { stockClients } from './stock-client.fixture.js';

const script = [callsTools(toolCall('exchange', { order: 'A-1' }, 'x')), 'It is on its way.'];
const [platform] = platforms;

let app: INestApplication | undefined;

afterEach(() => app?.close());

const serve = async (story: Partial<ChatStory> = {}) => {
  const served = await serveChat(platform, { script, ...story });
  app = served.app;
  return { ...served, exchanges: served.app.get(Exchanges) };
};

describe.each(stockClients)('the question of a tool in a chat with $name', ({ ai }) => {
  it('is shown with its schema, and answered by the stock client', async () => {
    const { origin, exchanges } = await serve();
    const { chat, ended } = openChat(ai, { origin });
    await chat.sendMessage({ text: 'A-1 is too small' });
    expect(callsIn(chat)).toMatchObject([
      {
        state: 'approval-requested',
        approval: {
          descriptor: {
            question: { message: 'Which size for A-1?', schema: { properties: { size: { enum: ['S', 'M', 'L'] } } } },
          },
        },
      },
    ]);
    const [id] = asked(chat);
    const answers = { [id!]: { size: 'M' } };
    await chat.addToolApprovalResponse({ id: id!, approved: true, options: { body: { answers } } });
    await ended(2);
    expect(chat.error).toBeUndefined();
    expect(shown(chat)).toEqual([['output-available', 'Exchanged A-1 for M'], 'It is on its way.']);
    expect(exchanges.done).toEqual(['exchange A-1 M']);
  });

  it('is declined by the stock client', async () => {
    const { origin, exchanges } = await serve();
    const { chat, ended } = openChat(ai, { origin });
    await chat.sendMessage({ text: 'A-1 is too small' });
    await chat.addToolApprovalResponse({ id: asked(chat)[0]!, approved: false });
    await ended(2);
    expect(shown(chat)).toEqual([['output-denied', expect.any(String)], 'It is on its way.']);
    expect(exchanges.done).toEqual([]);
  });
});

describe('an answer that a client posts', () => {
  const [, { ai }] = stockClients;

  const wait = async () => {
    const served = await serve();
    const { chat } = openChat(ai, { origin: served.origin });
    await chat.sendMessage({ text: 'A-1 is too small' });
    const [id] = asked(chat);
    const post = async (sent: object, { as = 'ada', approval = {}, part = {} } = {}) => {
      const parts = [
        {
          type: 'tool-exchange',
          toolCallId: 'x',
          state: 'approval-responded',
          input: { order: 'A-1' },
          approval: { id, approved: true, ...approval },
          ...part,
        },
      ];
      const messages = [{ id: 'a', role: 'assistant', parts }];
      const response = await fetch(`${served.origin}/chat`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Person ${as}` },
        body: JSON.stringify({ id: 'c-1', messages, trigger: 'submit-message', ...sent }),
      });
      const { status, body } = await read(response);
      return [status, body['problem']];
    };
    return { ...served, id: id!, post };
  };

  it('counts only for the question, by the person of the chat, on the revision that was shown', async () => {
    const { id, post, exchanges, model, approvals } = await wait();
    const M = { size: 'M' };
    const answers = { [id]: M };
    const refused = [
      await post({}),
      await post({ answers: { [id]: { size: 'XXL' } } }),
      await post({ answers: 'M' }),
      await post({ answers: { ...answers, other: M } }),
      await post({ answers }, { approval: { approved: false } }),
      await post({ answers: { [id]: M } }, { as: 'bob' }),
      await post({ answers: { [id]: M } }, { as: 'eve' }),
      await post({ answers, editedArguments: { [id]: { order: 'A-2' } } }),
      await post({ answers: { [id.split('.')[0]!]: M } }, { approval: { id: id.split('.')[0] } }),
      // An answer inside the message is the client's own copy.
      await post({}, { approval: { answer: M }, part: { answer: M, output: 'Exchanged' } }),
    ];
    expect(refused).toEqual([
      [400, 'bad-decision'],
      [400, 'bad-decision'],
      [400, 'bad-decision'],
      [400, 'bad-decision'],
      [400, 'bad-decision'],
      [404, 'not-found'],
      [404, 'not-found'],
      [422, 'bad-edit'],
      [428, 'precondition-missing'],
      [400, 'bad-decision'],
    ]);
    expect([exchanges.done, model.prompts.length]).toEqual([[], 1]);
    expect((await approvals.list()).items).toMatchObject([{ status: 'PENDING' }]);
  });
});
