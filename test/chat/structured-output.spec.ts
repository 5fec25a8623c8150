import 'reflect-metadata';
import { Injectable } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { IsInt, IsString, Min } from 'class-validator';
import {
  ChatClient,
  ChatClientException,
  ChatMemory,
  ChatTurnException,
  StructuredOutputException,
  StructuredOutputValidationAdvisor,
  Tool,
} from 'toolgate';
import { HIGHEST_PRECEDENCE } from 'toolgate/chat';
import { assistantMessage, filePart, type JsonObject, textOf, type Usage } from 'toolgate/model';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { lastValueFrom } from 'rxjs';
import { z } from 'zod';
import { boot, failureOf } from '../story.fixture.js';
import { advisor, readAll, rejectionOf, textOfParts, tool } from './chat.fixture.js';

class Film {
  @IsString() title!: string;
  @IsInt() @Min(1888) year!: number;

  age(now: number): number {
    return now - this.year;
  }
}

const ALIEN = '{"title": "Alien", "year": 1979}';
const TOO_OLD = '{"title": "Alien", "year": 1200}';

const clientOf = (script: readonly ScriptedAnswer[], options = {}) => {
  const model = new ScriptedChatModel(script, options);
  return { model, chat: ChatClient.create(model) };
};
const textsOf = ({ prompts }: ScriptedChatModel): readonly string[] =>
  prompts.map(({ messages }) => messages.map(textOf).join('\n---\n'));
const unfitOf = async (work: Promise<unknown>): Promise<StructuredOutputException> => {
  const error = await rejectionOf(failureOf(work));
  expect(error).toBeInstanceOf(StructuredOutputException);
  return error as StructuredOutputException;
};

describe('an entity', () => {
  it('is an instance of the class, whose schema is in the prompt', async () => {
    const { chat, model } = clientOf([ALIEN]);
    const film = await chat.prompt('Name a film').call().entity(Film);
    expect(film).toBeInstanceOf(Film);
    expect(film.age(1980)).toBe(1);
    const [text] = textsOf(model);
    expect(text).toMatch(/^Name a film\nAnswer with JSON only/u);
    expect(text).toContain('"year":{"type":"integer","minimum":1888}');
    expect(model.prompts[0]?.options?.responseFormat).toBeUndefined();
  });

  it('is the output of a schema that transforms it', async () => {
    const { chat } = clientOf(['{"at": "2026-01-31T09:30:00Z"}']);
    const schema = z.object({ at: z.iso.datetime().transform((text) => new Date(text)) });
    const { at } = await chat.prompt('When?').call().entity(schema);
    expect(at.getUTCHours()).toBe(9);
  });

  it('is plain JSON if the schema is a raw JSON Schema', async () => {
    const { chat } = clientOf(['{"city": "Bern", "mood": "good"}']);
    const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
    const place: JsonObject = await chat.prompt('Where?').call().entity(schema);
    expect(place).toEqual({ city: 'Bern' });
  });

  it('may be a list, bare or wrapped in the requested object', async () => {
    const { chat, model } = clientOf([`[${ALIEN}]`, `{"value": [${ALIEN}, ${ALIEN}]}`, '[]']);
    const ask = () => chat.prompt('Name films').call().entity([Film]);
    const films = [await ask(), await ask(), await ask()];
    expect(films.map(({ length }) => length)).toEqual([1, 2, 0]);
    expect(films[1]![1]!.age(1980)).toBe(1);
    expect(textsOf(model)[0]).toContain('"required":["value"]');
  });

  it('may be a text, a number, a boolean, an enum value or a map', async () => {
    const { chat } = clientOf(['{"value": "Alien"}', '1979', '```json\ntrue\n```', '"good"', '{"a": 1, "b": 2}']);
    const ask = () => chat.prompt('Tell me').call();
    const title: string = await ask().entity(String);
    const year: number = await ask().entity(Number);
    const isGood: boolean = await ask().entity(Boolean);
    const mood: 'good' | 'bad' = await ask().entity(z.enum(['good', 'bad']));
    const counts: Record<string, number> = await ask().entity(z.record(z.string(), z.number()));
    expect([title, year, isGood, mood, counts]).toEqual(['Alien', 1979, true, 'good', { a: 1, b: 2 }]);
  });

  it('is found between prose, thinking and code fences', async () => {
    const { chat } = clientOf([
      `<think>{"title"?}</think>Here is the JSON:\n\`\`\`json\n${ALIEN}\n\`\`\`\nHope this helps!`,
    ]);
    expect(await chat.prompt('Name a film').call().entity(Film)).toEqual({ title: 'Alien', year: 1979 });
  });

  it('ignores the reasoning of the model', async () => {
    const reasoned = assistantMessage([
      { type: 'reasoning', text: TOO_OLD },
      { type: 'text', text: ALIEN },
    ]);
    const { chat } = clientOf([reasoned]);
    expect(await chat.prompt('Name a film').call().entity(Film)).toMatchObject({ year: 1979 });
  });

  it('is returned with its response by responseEntity()', async () => {
    const { chat } = clientOf([{ message: assistantMessage(ALIEN), usage: { totalTokens: 7 } }]);
    const { entity, response } = await chat.prompt('Name a film').call().responseEntity(Film);
    expect(entity.title).toBe('Alien');
    expect(response.usage).toEqual({ totalTokens: 7 });
  });

  it('is read from one turn however often, and the first read of a call must request it', async () => {
    const { chat, model } = clientOf([ALIEN, 'Hello']);
    const call = chat.prompt('Name a film').call();
    expect(await call.entity(Film)).toBe(await call.entity(Film));
    expect(await call.content()).toBe(ALIEN);
    expect(model.prompts).toHaveLength(1);
    await expect(call.entity([Film])).rejects.toThrow(/already read, without this entity/u);
    const other = chat.prompt('Hi').call();
    await other.content();
    await expect(other.entity(Film)).rejects.toThrow(ChatClientException);
  });

  it.each([[null], [undefined], [[]], ['Film']])('cannot be requested by %o', async (source) => {
    const { chat, model } = clientOf([]);
    await expect(
      chat
        .prompt('Hi')
        .call()
        .entity(source as never),
    ).rejects.toThrow(/^entity\(\): /u);
    expect(model.prompts).toEqual([]);
  });

  it('requires a number of attempts', async () => {
    const { chat } = clientOf([]);
    await expect(chat.prompt('Hi').call().entity(Film, { repeatAttempts: -1 })).rejects.toThrow(
      'repeatAttempts is -1. Pass a whole number of at least 0, or leave it out.',
    );
  });

  it.each<[object, string]>([
    [{ attempts: 1 }, 'entity() does not accept "attempts". Use one of: native, repeatAttempts, name, description.'],
    [{ repeatAttempts: '1' }, 'entity(): "repeatAttempts" received a string. Pass a whole number of at least 0'],
    [{ native: 'no' }, 'entity(): "native" received a string. Pass true or false, or leave it out.'],
    [{ name: 5 }, 'entity(): "name" received the number 5. Pass a string, or leave it out.'],
  ])('refuses an option that it does not have, and one of another type: %j', async (options, text) => {
    const model = new ScriptedChatModel([]);
    const prompt = ChatClient.create(model).prompt('Hi');
    await expect(prompt.call().entity(Film, options)).rejects.toThrow(text);
    await expect(lastValueFrom(prompt.stream().entity(Film, options))).rejects.toThrow(text);
    expect(() => prompt.entity(Film, options)).toThrow(text);
    expect(model.prompts).toEqual([]);
  });
});

describe('an answer that does not match the schema', () => {
  it('is requested again with the last errors only, and its usage counts', async () => {
    const usage: Usage = { inputTokens: 10, outputTokens: 2 };
    const script = [TOO_OLD, '{"year": 1979}', ALIEN].map((text) => ({ message: assistantMessage(text), usage }));
    const { chat, model } = clientOf(script);
    const { entity, response } = await chat.prompt('Name a film').call().responseEntity(Film);
    expect(entity.year).toBe(1979);
    expect(response.usage).toEqual({ inputTokens: 30, outputTokens: 6 });
    const [first, second, third] = textsOf(model);
    expect(second).toBe(
      `${first}\nThe answer given before was not valid: /year must be at least 1888. Answer again, and correct this.`,
    );
    expect(third).toBe(
      `${first}\nThe answer given before was not valid: /title is required: a string. Answer again, and correct this.`,
    );
  });

  it('fails after the last attempt with its text, and with each place but no value in the message', async () => {
    const usage = { totalTokens: 5 };
    const script = ['', 'no JSON', '{"title":', '{"title": 17, "year": "hunter2"}'];
    const { chat } = clientOf(script.map((text) => ({ message: assistantMessage(text), usage })));
    const error = await unfitOf(chat.prompt('Name a film').call().entity(Film));
    expect(error.text).toBe('{"title": 17, "year": "hunter2"}');
    expect(error.attempts).toBe(4);
    expect(error.chatResponse.usage).toEqual({ totalTokens: 20 });
    expect(error.issues).toEqual([
      { path: '/title', message: 'must be a string' },
      { path: '/year', message: 'must be a whole number' },
    ]);
    expect(error.message).toBe(
      'The last of 4 answers does not have the requested form: /title must be a string; /year must be a whole number. ' +
        'Describe the properties to the model, ask for less, or allow more attempts: { repeatAttempts: 5 }.',
    );
  });

  it.each([
    ['', 'it is empty, and must be JSON'],
    ['I do not know.', 'it has no JSON in it'],
    ['{"title": "Al', '/title is cut off here'],
    ['{"title": Alien}', '/title is not valid JSON from here on'],
    ['[1]', 'it must be an object'],
  ])('is described by its first problem: %j', async (answer, told) => {
    const { chat } = clientOf([answer]);
    const error = await unfitOf(chat.prompt('Name a film').call().entity(Film, { repeatAttempts: 0 }));
    expect(error.message).toContain(`The answer does not have the requested form: ${told}.`);
  });

  it('causes an error that names each wrong place, in lists and in nested objects', async () => {
    const { chat } = clientOf([`[${ALIEN}, {"title": "Aliens", "year": "soon"}, {"year": 1992}]`, '{"a": 1}']);
    const films = await unfitOf(chat.prompt('Name films').call().entity([Film], { repeatAttempts: 0 }));
    expect(films.issues.map(({ path }) => path)).toEqual(['/value/1/year', '/value/2/title']);
    const nested = z.object({ cast: z.array(z.object({ name: z.string() })) });
    const cast = await unfitOf(chat.prompt('Name it').call().entity(nested, { repeatAttempts: 0 }));
    expect(cast.issues.map(({ path }) => path)).toEqual(['/cast']);
  });

  it.each([
    ['content-filter', 'A content filter of the provider or an advisor ended it: change the prompt'],
    ['tool-call-limit', 'The limit on tool calls ended the turn before the answer: raise it with limits()'],
  ] as const)('causes an error that states what ended it: %s', async (unified, text) => {
    const { chat } = clientOf([{ message: assistantMessage('No.'), finishReason: { unified } }]);
    expect((await unfitOf(chat.prompt('Hi').call().entity(Film, { repeatAttempts: 0 }))).message).toContain(text);
  });

  it('causes an error that suggests a higher limit if it was cut off', async () => {
    const { chat } = clientOf([{ message: assistantMessage('{"a'), finishReason: { unified: 'length' } }]);
    const error = await unfitOf(chat.prompt('Name a film').call().entity(Film, { repeatAttempts: 0 }));
    expect(error.message).toContain('raise maxOutputTokens');
  });
});

describe('a model with native structured output', () => {
  const native = { supportsStructuredOutput: true } as const;

  it('receives the schema, and the text stays unchanged', async () => {
    const { chat, model } = clientOf([ALIEN], native);
    await chat.prompt('Name a film').call().entity(Film, { name: 'film', description: 'A film' });
    expect(textsOf(model)).toEqual(['Name a film']);
    expect(model.prompts[0]?.options?.responseFormat).toMatchObject({
      type: 'json',
      name: 'film',
      description: 'A film',
      schema: { type: 'object', required: ['title', 'year'] },
    });
  });

  it('receives instructions if native is false, and any other model receives the schema if it is true', async () => {
    const able = clientOf([ALIEN], native);
    await able.chat.prompt('Name a film').call().entity(Film, { native: false });
    expect(able.model.prompts[0]?.options?.responseFormat).toBeUndefined();
    expect(textsOf(able.model)[0]).toContain('JSON Schema');
    const unable = clientOf([ALIEN]);
    await unable.chat.prompt('Name a film').call().entity(Film, { native: true });
    expect(unable.model.prompts[0]?.options?.responseFormat).toMatchObject({ type: 'json' });
    expect(textsOf(unable.model)).toEqual(['Name a film']);
  });

  it('receives instructions if it cannot combine tools with a schema', async () => {
    const { chat, model } = clientOf([ALIEN, ALIEN], { supportsStructuredOutput: 'without-tools' });
    await chat.prompt('Name a film').call().entity(Film);
    await chat.prompt('Name a film').tools(new Films()).call().entity(Film);
    expect(model.prompts.map(({ options }) => options?.responseFormat?.type)).toEqual(['json', undefined]);
  });

  it('receives the schema from a client of the application too', async () => {
    const model = new ScriptedChatModel([ALIEN], native);
    const { chat } = await boot({ options: { model } });
    expect(await chat.prompt('Name a film').call().entity(Film)).toBeInstanceOf(Film);
    expect(model.prompts[0]?.options?.responseFormat).toMatchObject({ type: 'json' });
  });
});

@Injectable()
class Films {
  @Tool({ description: 'Find a film' })
  findFilm(title: string) {
    return { title, year: 1979 };
  }

  @Tool({ description: 'Tell a film', returnDirect: true })
  tellFilm(title: string) {
    return { title, year: 1979 };
  }
}

describe('an entity of a conversation with tools', () => {
  const finds = callsTools('Let me look. ', toolCall('findFilm', { title: 'Alien' }));

  it('is the final answer, and answers with tool calls are not validated', async () => {
    const { chat, model } = await boot({ providers: [Films], script: [finds, TOO_OLD, finds, ALIEN] });
    const film = await chat.prompt('Name a film').tools(Films).call().entity(Film, { repeatAttempts: 1 });
    expect(film.year).toBe(1979);
    const texts = model.prompts.map(({ messages }) => textOf(messages[0]!));
    expect(texts.every((text) => text.includes('JSON Schema'))).toBe(true);
    // After the tool call the turn continues with the original prompt, without the errors.
    expect(texts.map((text) => text.includes('not valid'))).toEqual([false, false, true, false]);
    expect(model.prompts.map(({ messages }) => messages.length)).toEqual([1, 3, 3, 5]);
  });

  it('is the result that a tool returns directly, if it matches the schema', async () => {
    const tells = callsTools(toolCall('tellFilm', { title: 'Alien' }));
    const { chat, model } = await boot({ providers: [Films], script: [tells, tells] });
    expect(await chat.prompt('Name a film').tools(Films).call().entity(Film)).toBeInstanceOf(Film);
    const error = await unfitOf(chat.prompt('Name a film').tools(Films).call().entity([Film]));
    expect(error.message).toContain('returns directly');
    expect(model.prompts).toHaveLength(2);
  });

  it('fails if the tool calls are left to the caller', async () => {
    const { chat } = await boot({ providers: [Films], script: [callsTools(ALIEN, toolCall('find'))] });
    const off = { toolCallingAdvisorAutoRegister: false };
    const error = await unfitOf(chat.prompt('Name a film').tools(Films).advisors(off).call().entity(Film));
    expect(error.message).toContain('contains tool calls that no advisor answers');
  });

  it('fails with the results of the tools', async () => {
    const { chat } = await boot({ providers: [Films], script: [finds, 'no'] });
    const error = await rejectionOf(chat.prompt('Name a film').tools(Films).call().entity(Film, { repeatAttempts: 0 }));
    expect(error).toBeInstanceOf(ChatTurnException);
    expect((error as ChatTurnException).cause).toBeInstanceOf(StructuredOutputException);
    expect((error as ChatTurnException).transcript).toHaveLength(3);
  });

  it('is remembered as its final answer, without the instructions', async () => {
    const { chat, app } = await boot({ options: { memory: true }, script: [TOO_OLD, ALIEN] });
    await chat.prompt('Name a film').conversation('ann').call().entity(Film);
    expect((await app.get(ChatMemory).get('ann')).map(textOf)).toEqual(['Name a film', ALIEN]);
  });

  it('is requested after the text of the question, and files keep their place', async () => {
    const { chat, model } = clientOf([ALIEN]);
    const poster = filePart(new Uint8Array([1]), 'image/png');
    await chat
      .prompt()
      .user([{ type: 'text', text: 'Which film?' }, poster])
      .call()
      .entity(Film);
    const [message] = model.prompts[0]!.messages;
    expect(message).toMatchObject({ role: 'user', content: [{ type: 'text' }, poster] });
    expect(textOf(message!)).toMatch(/^Which film\?\nAnswer with JSON only/u);
  });

  it('is read from the answer of an advisor that replaces the model’s answer', async () => {
    const cached = advisor(async function* (request, chain) {
      const response = yield* chain.next(request);
      return {
        ...response,
        chatResponse: { ...response.chatResponse, message: assistantMessage('{"title": "Aliens", "year": 1986}') },
      };
    }, 0);
    const { chat } = clientOf([ALIEN]);
    expect(await chat.prompt('Name a film').advisors(cached).call().entity(Film)).toMatchObject({ year: 1986 });
  });
});

describe('the advisor that validates answers, by itself', () => {
  it('leaves the prompt unchanged, and asks again with the errors', async () => {
    const { chat, model } = clientOf([`\`\`\`json\n${TOO_OLD}\n\`\`\``, ALIEN]);
    const checked = new StructuredOutputValidationAdvisor({ schema: Film });
    expect(await chat.prompt('Name a film as JSON').advisors(checked).call().content()).toBe(ALIEN);
    expect(textsOf(model)[0]).toBe('Name a film as JSON');
    expect(textsOf(model)[1]).toContain('/year must be at least 1888');
  });

  it('asks four times by default, and repeatAttempts changes that', async () => {
    for (const [repeatAttempts, asked] of [
      [undefined, 4],
      [1, 2],
      [0, 1],
    ] as const) {
      const { chat, model } = clientOf(Array<string>(5).fill(TOO_OLD));
      const checked = new StructuredOutputValidationAdvisor({ schema: Film, repeatAttempts });
      await unfitOf(chat.prompt('Name a film').advisors(checked).call().content());
      expect(model.prompts).toHaveLength(asked);
    }
  });

  it('serves many turns at once, and counts the attempts of each separately', async () => {
    const checked = new StructuredOutputValidationAdvisor({ schema: Film, repeatAttempts: 1 });
    const { chat, model } = clientOf([TOO_OLD, TOO_OLD, TOO_OLD, TOO_OLD]);
    const ask = () => rejectionOf(failureOf(chat.prompt('Name a film').advisors(checked).call().content()));
    const errors = await Promise.all([ask(), ask()]);
    expect(errors.every((error) => error instanceof StructuredOutputException)).toBe(true);
    expect(model.prompts).toHaveLength(4);
  });

  it('streams only the valid answer', async () => {
    const { chat } = clientOf([TOO_OLD, ALIEN]);
    const checked = new StructuredOutputValidationAdvisor({ schema: Film });
    let text = '';
    for await (const part of chat.prompt('Name a film').advisors(checked).stream()) {
      if (part.type === 'text-delta') text += part.delta;
    }
    expect(text).toBe(ALIEN);
  });

  it('streams only the valid answer of a model whose provider runs a tool', async () => {
    const about = { toolCallId: 'w', toolName: 'web_search', providerExecuted: true } as const;
    const output = { type: 'text', text: 'Found.' } as const;
    const searched = assistantMessage([
      { type: 'tool-call', ...about, input: '{}' },
      { type: 'tool-result', ...about, output, outcome: { type: 'success' } },
      { type: 'text', text: TOO_OLD },
    ]);
    const { chat } = clientOf([searched, ALIEN]);
    const checked = new StructuredOutputValidationAdvisor({ schema: Film });
    const parts = await readAll(chat.prompt('Name a film').advisors(checked).stream());
    expect(textOfParts(parts)).toBe(ALIEN);
  });

  it('streams only the valid answer outside of the tool loop, too', async () => {
    const look = callsTools('Let me look. ', toolCall('look'));
    const chat = ChatClient.create(new ScriptedChatModel([look, TOO_OLD, ALIEN]), { tools: [tool('look')] });
    const checked = new StructuredOutputValidationAdvisor({ schema: Film, order: HIGHEST_PRECEDENCE + 250 });
    const parts = await readAll(chat.prompt('Name a film').advisors(checked).stream());
    expect(textOfParts(parts)).toBe(`Let me look. ${ALIEN}`);
    expect(parts.filter(({ type }) => type === 'tool-result')).toHaveLength(1);
  });

  it('runs inside the tool loop', () => {
    expect(new StructuredOutputValidationAdvisor({ schema: Film }).order).toBe(2 ** 31 - 1 - 2000);
  });

  it.each([
    [{ schema: undefined }],
    [{ schema: Film, repeatAttempts: -1 }],
    [{ schema: Film, repeatAttempts: 1.5 }],
    [{ schema: Film, order: 2 ** 31 - 1 }],
    [{ schema: Film, order: -(2 ** 31) }],
    [{ schema: Film, order: Number.NaN }],
  ])('refuses %o', (options) => {
    expect(() => new StructuredOutputValidationAdvisor(options as never)).toThrow(ChatClientException);
  });
});
