import 'reflect-metadata';
import { Injectable } from '@nestjs/common';
import { describe, expect, it, vi } from 'vitest';
import { IsInt, IsString, Min } from 'class-validator';
import * as fc from 'fast-check';
import { lastValueFrom, type Observable, take, tap, toArray } from 'rxjs';
import { ChatClient, ChatClientException, ChatTurnException, StructuredOutputException, Tool } from 'toolgate';
import type { PartialOf } from 'toolgate/chat';
import { assistantMessage, ENTITY_KIND, type JsonValue } from 'toolgate/model';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { z } from 'zod';
import { boot, deferred, settled } from '../story.fixture.js';
import { readAll, rejectionOf } from './chat.fixture.js';

class Film {
  @IsString() title!: string;
  @IsInt() @Min(1888) year!: number;
}

const all = <T>(values: Observable<T>): Promise<readonly T[]> => lastValueFrom(values.pipe(toArray()));
const promptOf = (script: readonly ScriptedAnswer[], chunkSize = 8) =>
  ChatClient.create(new ScriptedChatModel(script, { chunkSize })).prompt('Name a film');

describe('an entity of a prompt', () => {
  const answer = '{"title": "Alien", "year": 1979, "more": true}';
  const film = { title: 'Alien', year: 1979 };
  const part = { type: 'custom', kind: ENTITY_KIND, data: film };

  it('is a part of the streamed answer before its end, as JSON', async () => {
    const parts = await readAll(promptOf([answer], 100).entity(Film).stream());
    expect(parts.map(({ type }) => type)).toEqual(['text-delta', 'custom', 'finish']);
    expect(parts).toContainEqual({ ...part, round: 0 });
  });

  it('is a part of the message of a call, and its text is returned', async () => {
    const call = promptOf([answer]).entity(Film).call();
    expect((await call.chatResponse()).message.content).toEqual([{ type: 'text', text: answer }, part]);
    expect(await call.content()).toBe(answer);
  });

  it('gives way to the entity that a reader names', async () => {
    const prompt = promptOf([answer]).entity([String]);
    expect(await prompt.call().entity(Film)).toBeInstanceOf(Film);
  });

  it('is refused at once if its source is not a schema', () => {
    expect(() => promptOf([answer]).entity('film' as never)).toThrow(ChatClientException);
  });
});

describe('a streamed entity', () => {
  it('grows while the model writes, and ends as the validated instance', async () => {
    const films = await all(promptOf(['{"title": "Alien", "year": 1979}']).stream().entity(Film));
    expect(films).toEqual([{}, { title: 'Alien' }, { title: 'Alien', year: 1979 }, { title: 'Alien', year: 1979 }]);
    expect(films.map((film) => film instanceof Film)).toEqual([false, false, false, true]);
  });

  it('is emitted before the model has written all of it', async () => {
    const rest = deferred();
    const model = new ScriptedChatModel(['{"title": "Alien", "year": 1979}'], {
      chunkSize: 16,
      beforePart: (_, index) => (index === 1 ? rest.promise : undefined),
    });
    const shown: unknown[] = [];
    const films = ChatClient.create(model).prompt('Name a film').stream().entity(Film);
    const done = lastValueFrom(films.pipe(tap((film) => shown.push(film))));
    await settled();
    expect(shown).toEqual([{ title: 'Alien' }]);
    rest.resolve();
    expect(await done).toBeInstanceOf(Film);
  });

  it('may be a list or a text, bare or wrapped, after thinking and prose', async () => {
    const [list, text] = await Promise.all([
      all(
        promptOf(['<think>[{"a": 1}]?</think>Here: [{"a": 1}, {"a": 2}]'], 5)
          .stream()
          .entity([z.object({ a: z.number() })]),
      ),
      all(promptOf(['{"value": "Alien"}'], 6).stream().entity(String)),
    ]);
    expect(list).toEqual([[{}], [{ a: 1 }, {}], [{ a: 1 }, { a: 2 }], [{ a: 1 }, { a: 2 }]]);
    expect(text).toEqual(['A', 'Alien', 'Alien']);
  });

  it('starts again when the model is asked again', async () => {
    const films = await all(
      promptOf(['{"title": "Aliens", "rating": 8.4}', '{"title": "Alien", "year": 1979}'], 40).stream().entity(Film),
    );
    expect(films).toEqual([
      { title: 'Aliens', rating: 8.4 },
      { title: 'Alien', year: 1979 },
      { title: 'Alien', year: 1979 },
    ]);
  });

  it('fails after its partial values if no attempt is left', async () => {
    const shown: unknown[] = [];
    const error = await new Promise((resolve) => {
      promptOf(['{"title": "Aliens"}'], 40)
        .stream()
        .entity(Film, { repeatAttempts: 0 })
        .subscribe({ next: (film) => shown.push(film), error: resolve });
    });
    expect(shown).toEqual([{ title: 'Aliens' }]);
    expect(error).toBeInstanceOf(ChatTurnException);
    const { cause } = error as ChatTurnException;
    expect(cause).toBeInstanceOf(StructuredOutputException);
    expect((cause as Error).message).toContain('/year is required');
  });

  it('is the final answer of a conversation with tools', async () => {
    @Injectable()
    class Films {
      @Tool({ description: 'Find a film' })
      findFilm(title: string) {
        return { title, year: 1979 };
      }
    }
    const finds = callsTools('Let me look: {title}. ', toolCall('findFilm', { title: 'Alien' }));
    const { chat } = await boot({ providers: [Films], script: [finds, '{"title": "Alien", "year": 1979}'] });
    const films = await all(chat.prompt('Name a film').tools(Films).stream().entity(Film));
    expect(films[0]).toEqual({});
    expect(films.at(-1)).toBeInstanceOf(Film);
  });

  it('ignores reasoning', async () => {
    const answer = assistantMessage([
      { type: 'reasoning', text: '{"title": "Aliens"}' },
      { type: 'text', text: '{"title": "Alien", "year": 1979}' },
    ]);
    const films = await all(promptOf([answer], 100).stream().entity(Film));
    expect(films.map(({ title }) => title)).toEqual(['Alien', 'Alien']);
  });

  it('aborts the turn when its reader leaves', async () => {
    const model = new ScriptedChatModel(['{"title": "Alien", "year": 1979}']);
    const films = ChatClient.create(model).prompt('Name a film').stream().entity(Film);
    await lastValueFrom(films.pipe(take(1)));
    await settled();
    expect(model.aborted).toBe(1);
  });

  it('is refused for a second reader, and for an invalid source', async () => {
    const stream = promptOf(['{"title": "Alien", "year": 1979}']).stream();
    await all(stream.entity(Film));
    expect(await rejectionOf(all(stream.entity(Film)))).toBeInstanceOf(ChatClientException);
    expect(
      await rejectionOf(
        all(
          promptOf([])
            .stream()
            .entity(null as never),
        ),
      ),
    ).toBeInstanceOf(ChatClientException);
  });

  it('does not delay tool calls for advisors outside it', async () => {
    const model = new ScriptedChatModel([callsTools('Well. ', toolCall('nothing'))]);
    const chat = ChatClient.create(model);
    const parts = chat.prompt('Hi').advisors({ toolCallingAdvisorAutoRegister: false }).stream();
    expect((await readAll(parts)).map(({ type }) => type)).toContain('tool-call');
  });

  it('grows to the parsed answer for any chunks, and never contains anything else', async () => {
    const json = fc.array(fc.record({ name: fc.string(), tags: fc.array(fc.integer()) }), { maxLength: 4 });
    const source = { type: 'array' } as const;
    await fc.assert(
      fc.asyncProperty(json, fc.integer({ min: 1, max: 30 }), async (value, chunkSize) => {
        const shown = await all(
          promptOf([JSON.stringify(value)], chunkSize)
            .stream()
            .entity(source),
        );
        expect(shown.at(-1)).toEqual(JSON.parse(JSON.stringify(value)));
        for (const [index, partial] of shown.slice(1).entries())
          assertGrew(shown[index] as JsonValue, partial as JsonValue);
      }),
      { numRuns: 50 },
    );
  });

  it('is parsed in linear time: 20,000 items in 20,000 chunks', async () => {
    const text = JSON.stringify(Array.from({ length: 20_000 }, (_, index) => index + 100_000));
    const shown = await all(promptOf([text], 7).stream().entity([Number]));
    expect(shown.at(-1)).toHaveLength(20_000);
    // A copy of all items with each chunk would be 200 million entries.
    const entries = shown.reduce((sum, value) => sum + (value as readonly number[]).length, 0);
    expect(entries).toBeLessThan(17 * text.length);
  });

  it('is parsed in linear time: a long text in 40,000 chunks', async () => {
    const text = JSON.stringify({ value: 'a line\n'.repeat(100_000) });
    let parsed = 0;
    const { parse } = JSON;
    const counting = vi.spyOn(JSON, 'parse').mockImplementation((json, reviver) => {
      parsed += json.length;
      return parse(json, reviver) as unknown;
    });
    const shown = await all(promptOf([text], 20).stream().entity(String));
    counting.mockRestore();
    expect(shown.at(-1)).toHaveLength(700_000);
    // Parsing the whole text for each chunk would read 16 billion characters.
    expect(parsed).toBeLessThan(4 * text.length);
    expect(shown.length).toBeLessThanOrEqual(text.length / 20 + 2);
  });

  it('has a type in which every part may be missing', () => {
    const schema = z.object({ at: z.date(), tags: z.array(z.object({ name: z.string() })) });
    const partial: PartialOf<z.infer<typeof schema>> = { at: '2026-01-31', tags: [{}] };
    const whole: PartialOf<Film> = new Film();
    const prompt = promptOf([]);
    const films: Observable<readonly PartialOf<Film>[]> = prompt.stream().entity([Film]);
    // @ts-expect-error a text that is still missing cannot be read as one
    const read = (film: PartialOf<Film>): string => film.title;
    expect([partial, whole, films, read]).toHaveLength(4);
  });
});

const assertGrew = (before: JsonValue, after: JsonValue): void => {
  if (typeof before === 'string') return expect(String(after).startsWith(before)).toBe(true);
  if (typeof before !== 'object' || before === null) return expect(after).toEqual(before);
  for (const [key, value] of Object.entries(before))
    assertGrew(value ?? null, (after as Record<string, JsonValue>)[key]!);
};
