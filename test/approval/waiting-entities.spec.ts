import { expect, it } from 'vitest';
import { IsInt, IsString, Max } from 'class-validator';
import { ChatClient, StructuredOutputException, ToolParam } from 'toolgate';
import { ENTITY_KIND } from 'toolgate/model';
import { type ScriptedAnswer, callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { readAll, rejectionOf } from '../chat/chat.fixture.js';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { onEveryStore, type OpenStore, waits } from './waiting.fixture.js';

class Receipt {
  @IsString()
  order!: string;

  @IsInt()
  @Max(100)
  amount!: number;
}

class Section {
  @IsString()
  title!: string;

  @ToolParam({ type: () => [Section], required: false })
  sections?: Section[];
}

const SCHEMA = { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] } as const;
const refund = callsTools(toolCall('refund', { order: 'A-1', amount: 70 }));
const GRACE = { id: 'grace' };
const GOOD = '{"order": "A-1", "amount": 70}';

const start = async (open: OpenStore, script: readonly ScriptedAnswer[], supportsStructuredOutput = false) => {
  const model = new ScriptedChatModel(script, { supportsStructuredOutput });
  const booted = await bootDesk(model, { store: await open(), client: { tools: [Desk] } });
  const chat = booted.app.get(ChatClient);
  const decide = async () => {
    const { items } = await booted.approvals.list({ status: 'PENDING' });
    for (const item of items) await booted.approvals.decide(item.id, yes(item), GRACE);
  };
  /** Requests an entity, suspends the turn, and approves everything. */
  const suspend = async (source: never, options = {}) => {
    const call = chat.prompt('Refund A-1').call();
    await rejectionOf(call.entity(source, options));
    const { runId } = await waits(call);
    await decide();
    return runId;
  };
  return { ...booted, model, chat, suspend, decide };
};

onEveryStore('an entity of a turn that waits', (open) => {
  it.each([
    ['in words', false],
    ['natively', true],
  ])('is read as an instance by the caller that resumes the turn, requested %s', async (_, isNative) => {
    const { app, chat, suspend, desk } = await start(open, [refund, '{"order": "A-1"}', GOOD], isNative);
    const runId = await suspend(Receipt as never);
    const receipt = await chat.resume(runId).call().entity(Receipt);
    expect(receipt).toBeInstanceOf(Receipt);
    expect(receipt).toEqual({ order: 'A-1', amount: 70 });
    expect(await chat.resume(runId).call().entity(Receipt)).toEqual(receipt);
    expect(desk.done).toHaveLength(1);
    await app.close();
  });

  it('is requested with its stored schema if a worker resumes the turn, until it is valid', async () => {
    const script = [refund, 'It is done.', '{"order": "A-1", "amount": 200}', GOOD];
    const { app, chat, suspend, model, approvals } = await start(open, script);
    const runId = await suspend(Receipt as never, { description: 'A receipt', repeatAttempts: 2 });
    await approvals.runs.resume(runId);
    expect(await chat.resume(runId).call().content()).toBe(GOOD);
    const words = model.prompts.map(({ messages }) => JSON.stringify(messages[0]));
    for (const text of words) expect(text).toContain('It must fit this JSON Schema');
    expect(words[1]).toContain('It is: A receipt');
    expect(words[2]).toContain('The answer given before was not valid');
    expect(await chat.resume(runId).call().entity(Receipt)).toBeInstanceOf(Receipt);
    await app.close();
  });

  it.each<[string, unknown, string, unknown]>([
    ['JSON Schema', SCHEMA, '{"order": "A-1"}', { order: 'A-1' }],
    ['a list of a class', [Receipt], `[${GOOD}]`, [{ order: 'A-1', amount: 70 }]],
    ['a list of JSON Schema', [SCHEMA], '[{"order": "A-1"}]', [{ order: 'A-1' }]],
    ['a class of text', String, '"A-1"', 'A-1'],
  ])('may be %s, called and streamed', async (_, source, answer, expected) => {
    const { app, chat, suspend, decide } = await start(open, [refund, answer, refund, answer]);
    expect(
      await chat
        .resume(await suspend(source as never))
        .call()
        .entity(source as never),
    ).toEqual(expected);
    const stream = chat.prompt('Refund A-1').stream();
    await rejectionOf(readAll(stream.entity(source as never) as never));
    const { runId } = await waits(stream);
    await decide();
    expect(
      await chat
        .resume(runId)
        .call()
        .entity(source as never),
    ).toEqual(expected);
    await app.close();
  });

  it.each<[string, unknown, string, unknown]>([
    ['a list of a class', [Receipt], `[${GOOD}]`, [{ order: 'A-1', amount: 70 }]],
    ['a wrapped list', [Receipt], `{"value": [${GOOD}]}`, [{ order: 'A-1', amount: 70 }]],
    ['a list of a class that contains itself', [Section], '[{"title": "A"}]', [{ title: 'A' }]],
    ['a text', String, '"A-1"', 'A-1'],
    ['a wrapped text', String, '{"value": "A-1"}', 'A-1'],
    ['an object', Receipt, GOOD, { order: 'A-1', amount: 70 }],
  ])('is a part of the answer of the resumed turn, as of any other turn: %s', async (_, source, answer, expected) => {
    const { app, chat, model, decide } = await start(open, [refund, refund, answer, answer], true);
    const prompt = chat.prompt('Refund A-1').entity(source as never);
    const { runId } = await waits(prompt.call());
    await decide();
    // The turn waits twice: each wait stores the entity.
    await waits(chat.resume(runId).call());
    await decide();
    const resumed = await readAll(chat.resume(runId).stream());
    const direct = await readAll(prompt.stream());
    for (const parts of [resumed, direct])
      expect(parts.filter(({ type }) => type === 'custom')).toMatchObject([{ kind: ENTITY_KIND, data: expected }]);
    const [first, ...others] = model.prompts.map(({ options }) => options?.responseFormat);
    for (const format of others) expect(format).toEqual(first);
    await app.close();
  });

  it('waits twice, and fails if no answer is valid', async () => {
    const { app, chat, suspend, decide } = await start(open, [refund, refund, 'no', 'never']);
    const runId = await suspend(SCHEMA as never, { repeatAttempts: 1 });
    await waits(chat.resume(runId).call());
    await decide();
    const error = (await rejectionOf(chat.resume(runId).call().content())) as Error;
    expect(error.cause).toBeInstanceOf(StructuredOutputException);
    await app.close();
  });
});
