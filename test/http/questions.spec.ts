import { afterEach, describe, expect, it } from 'vitest';
import type { INestApplication } from '@nestjs/common';
import { ChatClient } from 'toolgate';
import { approvalsClient } from 'toolgate/http/client';
import { callsTools, toolCall } from 'toolgate/testing';
import { type DoorStory, read, serveDoor } from './door.fixture.js';
import { Exchanges } from './exchanges.fixture.js';
import { platforms } from './platforms.fixture.js';

let app: INestApplication | undefined;

afterEach(() => app?.close());

describe.each(platforms)('the question of a tool at the door on $name', (platform) => {
  const wait = async (story: DoorStory = {}) => {
    const served = await serveDoor(platform, { ...story, providers: [Exchanges] });
    app = served.app;
    const chat = served.app.get(ChatClient);
    served.script.push(callsTools(toolCall('exchange', { order: 'A-1' })), 'Done.');
    const turn = await chat.prompt('Too small').tools(Exchanges).toolContext({ tenant: 'acme' }).call().outcome();
    if (turn.status !== 'suspended') throw new Error('The turn did not wait for a person.');
    const { id, revision, argsHash } = turn.approvals[0]!;
    const decision = { decisionId: 'd-1', decision: 'approve', revision, argsHash } as const;
    const send = async (change: object, as = 'ada') => {
      const { status, body } = await read(
        await served.ask(`approvals/${id}/decisions`, { as, body: { ...decision, ...change } }),
      );
      return [status, body['problem']];
    };
    return { ...served, id, decision, send, chat, runId: turn.runId, exchanges: served.app.get(Exchanges) };
  };

  it('is shown with the schema of its answer, and answered with the typed client', async () => {
    const { origin, id, decision, chat, runId, exchanges, ask } = await wait();
    const client = approvalsClient({
      baseUrl: `${origin}/approvals`,
      headers: () => ({ authorization: 'Person ada' }),
    });
    const shown = await client.get(id);
    expect(shown).toMatchObject({
      answeredBy: 'requester',
      question: { message: 'Which size for A-1?' },
      answerSchema: { properties: { size: { enum: ['S', 'M', 'L'] } } },
      canDecide: true,
    });
    expect((await client.list()).items).toMatchObject([{ question: { message: 'Which size for A-1?' } }]);
    expect(await client.decide(id, { ...decision, answer: { size: 'M' } })).toMatchObject({
      status: 'APPROVED',
      answer: { size: 'M' },
      answerHash: expect.any(String),
    });
    await chat.resume(runId).call().content();
    expect(exchanges.done).toEqual(['exchange A-1 M']);
    const { body } = await read(await ask(`approvals/${id}/history`, { as: 'ada' }));
    expect(body['items']).toContainEqual(
      expect.objectContaining({ type: 'QUESTION_ANSWERED', by: 'ada', data: { answerHash: expect.any(String) } }),
    );
  });

  it('refuses every other answer, and nothing runs', async () => {
    const { send, ask, id, decision, exchanges } = await wait();
    const answer = { size: 'M' };
    expect([
      await send({ answer }, 'ann'),
      await send({ answer }, 'eve'),
      await send({ answer }, 'root'),
      await send({ answer: { size: 'XXL' } }),
      await send({}),
      await send({ answer, revision: undefined }),
      await send({ answer, revision: 2 }),
      await send({ answer, decision: 'reject' }),
      await send({ decision: 'respond', response: 'Exchanged' }),
    ]).toEqual([
      [403, 'not-eligible'],
      [404, 'not-found'],
      [403, 'not-eligible'],
      [400, 'bad-decision'],
      [400, 'bad-decision'],
      [428, 'precondition-missing'],
      [409, 'conflict'],
      [400, 'bad-decision'],
      [400, 'bad-decision'],
    ]);
    const bulk = await read(
      await ask('approvals/decisions', { as: 'ada', body: { decisions: [{ id, ...decision, answer }] } }),
    );
    expect(bulk.status).toBe(400);
    expect(exchanges.done).toEqual([]);
  });
});
