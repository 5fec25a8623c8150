import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import {
  assistantMessage,
  filePart,
  type Message,
  systemMessage,
  textOf,
  type ToolCallPart,
  toolMessage,
  type ToolResultOutput,
  userMessage,
} from 'toolgate/model';
import type { FindMessages } from '../contract/chat-memory.repository.js';
import { InMemoryChatMemoryRepository } from '../in-memory/in-memory-chat-memory.repository.js';
import type { MessageWindowOptions } from './memory-options.js';
import { MessageWindowChatMemory } from './message-window-chat-memory.js';

const call = (id: string): Message =>
  assistantMessage([{ type: 'tool-call', toolCallId: id, toolName: 'find', input: '{}' }]);
const result = (id: string): Message =>
  toolMessage([
    {
      type: 'tool-result',
      toolCallId: id,
      toolName: 'find',
      output: { type: 'text', text: `result ${id}` },
      outcome: { type: 'success' },
    },
  ]);

const talk = (...names: readonly string[]): Message[] =>
  names.flatMap((name) => [userMessage(`question ${name}`), assistantMessage(`answer ${name}`)]);

/** A turn with tool traffic: four messages. */
const looked = (name: string): Message[] => [
  userMessage(name),
  call(name),
  result(name),
  assistantMessage(`told ${name}`),
];

const remembered = async (
  messages: readonly Message[],
  options?: MessageWindowOptions,
): Promise<readonly Message[]> => {
  const memory = new MessageWindowChatMemory(new InMemoryChatMemoryRepository(), options);
  await memory.append('c', '1', messages);
  return memory.get('c');
};

describe('a window over a conversation', () => {
  it('is the whole conversation if that fits', async () => {
    const messages = talk('1', '2');
    expect(await remembered(messages)).toEqual(messages);
    expect(await remembered(messages, { maxMessages: 4 })).toEqual(messages);
    expect(await remembered(talk('1').slice(1), { maxMessages: 1 })).toEqual(talk('1').slice(1));
  });

  it('is its last 20 messages by default', async () => {
    const names = Array.from({ length: 30 }, (_, index) => String(index));
    expect(await remembered(talk(...names))).toEqual(talk(...names.slice(-10)));
    expect(await remembered(talk(...names), { maxMessages: 5 })).toEqual(talk(...names.slice(-2)));
    expect(await remembered(talk(...names), { maxMessages: Infinity })).toHaveLength(60);
  });

  it('begins with a question, and never separates calls from their results', async () => {
    const messages = [...looked('1'), ...looked('2'), ...talk('3')];
    for (const maxMessages of [2, 3, 4, 5]) {
      expect(await remembered(messages, { maxMessages })).toEqual(talk('3'));
    }
    expect(await remembered(messages, { maxMessages: 6 })).toEqual([...looked('2'), ...talk('3')]);
  });

  it('does not treat an instruction between two batches as a question', async () => {
    const long = [
      ...looked('1').slice(0, 3),
      userMessage('Be brief.'),
      call('2'),
      result('2'),
      assistantMessage('Done'),
    ];
    expect(await remembered([...talk('0'), ...long], { maxMessages: 5 })).toEqual(long);
  });

  it('contains the whole last turn even if that alone is larger', async () => {
    const long = [
      userMessage('Go'),
      ...['a', 'b', 'c', 'd'].flatMap((id) => [call(id), result(id)]),
      assistantMessage('Done'),
    ];
    expect(await remembered([...talk('1'), ...long], { maxMessages: 3 })).toEqual(long);
    expect(await remembered([...talk('1'), ...long], { maxTokens: 1 })).toEqual(long);
  });

  it('keeps system messages, and counts them', async () => {
    const messages = [systemMessage('one'), ...talk('1'), systemMessage('two'), ...talk('2', '3')];
    const texts = async (maxMessages: number) => (await remembered(messages, { maxMessages })).map(textOf);
    const last = ['question 3', 'answer 3'];
    expect(await texts(6)).toEqual(['one', 'two', 'question 2', 'answer 2', ...last]);
    expect(await texts(5)).toEqual(['one', 'two', ...last]);
    expect(await texts(1)).toEqual(['one', 'two', ...last]);
  });

  it('is empty if there is no user message and the rest does not fit', async () => {
    expect(
      await remembered([systemMessage('one'), assistantMessage('a'), assistantMessage('b')], { maxMessages: 2 }),
    ).toEqual([systemMessage('one')]);
  });

  it('may be limited in tokens, by default one for each four characters', async () => {
    // 11 and 9 characters: 3 + 3 tokens for each question and answer.
    const messages = talk('10', '11', '12');
    const count = async (maxTokens: number) => (await remembered(messages, { maxTokens })).length;
    expect(await Promise.all([5, 6, 11, 12, 17, 18].map(count))).toEqual([2, 2, 2, 4, 4, 6]);
  });

  it('counts calls, results and files among the tokens', async () => {
    const file = filePart(Buffer.from('png'), 'image/png');
    const part = { type: 'tool-result', toolCallId: 'c', toolName: 'find', outcome: { type: 'success' } } as const;
    const resultOf = (output: ToolResultOutput) => toolMessage([{ ...part, output }]);
    const messages: readonly (readonly [Message, tokens: number])[] = [
      [systemMessage('1234 6789'), 3],
      [userMessage([{ type: 'text', text: '1234' }, file]), 1001],
      [assistantMessage([{ type: 'reasoning', text: '12345678' }]), 2],
      [assistantMessage([{ type: 'tool-call', toolCallId: 'c', toolName: 'find', input: '{"a":1}' }]), 3],
      // A chat model of the application may leave the arguments out.
      [assistantMessage([{ type: 'tool-call', toolCallId: 'c', toolName: 'find' } as ToolCallPart]), 1],
      [assistantMessage([{ type: 'custom', kind: 'acme', data: '123456' }]), 2],
      [assistantMessage([{ type: 'custom', kind: 'acme' }]), 1],
      [resultOf({ type: 'text', text: '12345' }), 2],
      [resultOf({ type: 'json', value: { a: 1 } }), 2],
      [resultOf({ type: 'content', parts: [{ type: 'text', text: '1234' }, file, file] }), 2001],
    ];
    for (const [message, tokens] of messages) {
      const asked = message.role === 'user' ? [message] : [userMessage('a'), message];
      const all = [...asked, assistantMessage('b'), userMessage('c'), assistantMessage('d')];
      // Each of the other messages has one token.
      const lengthWithin = async (maxTokens: number) => (await remembered(all, { maxTokens })).length;
      expect(await lengthWithin(all.length - 1 + tokens)).toBe(all.length);
      expect(await lengthWithin(all.length - 2 + tokens)).toBeLessThan(all.length);
    }
  });

  it("may be limited with the application's own token counter", async () => {
    const countTokens = (message: Message) => (textOf(message).includes('heavy') ? 100 : 1);
    const messages = talk('1', 'heavy', '2', '3');
    expect(await remembered(messages, { maxTokens: 50, countTokens })).toEqual(talk('2', '3'));
  });

  it('rejects invalid options', () => {
    const repository = new InMemoryChatMemoryRepository();
    for (const value of [0, -1, 1.5, NaN]) {
      expect(() => new MessageWindowChatMemory(repository, { maxMessages: value })).toThrow(
        /^The option maxMessages of a memory is /,
      );
      expect(() => new MessageWindowChatMemory(repository, { maxTokens: value })).toThrow(
        /^The option maxTokens of a memory is /,
      );
    }
    expect(() => new MessageWindowChatMemory(undefined as never)).toThrow('needs a ChatMemoryRepository');
  });

  it('reads only the end of a long conversation', async () => {
    const asked: FindMessages[] = [];
    class Watched extends InMemoryChatMemoryRepository {
      override find(conversation: string, options: FindMessages = {}) {
        asked.push(options);
        return super.find(conversation, options);
      }
    }
    const memory = new MessageWindowChatMemory(new Watched(), { maxMessages: 4 });
    await memory.append('c', '1', talk('1', '2', '3', '4'));
    await memory.get('c');
    expect(asked).toEqual([{ last: 5 }]);
  });

  it('deletes a conversation', async () => {
    const memory = new MessageWindowChatMemory(new InMemoryChatMemoryRepository());
    await memory.append('c', '1', talk('1'));
    await memory.clear('c');
    expect(await memory.get('c')).toEqual([]);
  });
});

/** A message, and whether a window may begin with it, which the test knows from its creation. */
interface Made {
  readonly message: Message;
  readonly begins: boolean;
}

const inside = (message: Message): Made => ({ message, begins: false });
const text = fc.string({ maxLength: 40 });
const batch = fc
  .tuple(text, fc.boolean())
  .map(([id, hint]): Made[] => [inside(call(id)), inside(result(id)), ...(hint ? [inside(userMessage(id))] : [])]);
const turn = fc
  .tuple(fc.array(text, { minLength: 1, maxLength: 2 }), fc.array(batch, { maxLength: 3 }), text, fc.boolean())
  .map(([asked, batches, answer, instructed]): Made[] => [
    ...(instructed ? [inside(systemMessage(answer))] : []),
    ...asked.map((question) => ({ message: userMessage(question), begins: true })),
    ...batches.flat(),
    inside(assistantMessage(answer)),
  ]);

/** The messages of the turns, with the system messages of the last turn that has any. */
const withoutReplaced = (turns: readonly (readonly Made[])[]): readonly Made[] => {
  const instructed = turns.findLastIndex((made) => made.some(({ message }) => message.role === 'system'));
  return turns.flatMap((made, index) =>
    made.filter(({ message }) => message.role !== 'system' || index === instructed),
  );
};

/** Tries every possible start of a window, from the first one on. */
const foretell = (made: readonly Made[], fits: (messages: readonly Message[]) => boolean): readonly Message[] => {
  const from = (place: number): readonly Message[] =>
    made.filter(({ message }, index) => index >= place || message.role === 'system').map(({ message }) => message);
  const places = made.flatMap(({ begins }, index) => (begins ? [index] : []));
  if (fits(from(0))) return from(0);
  return from(places.find((place) => fits(from(place))) ?? places.at(-1) ?? made.length);
};

describe('a window over any conversation', () => {
  it('is the longest that fits, or the last turn', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(turn, { maxLength: 8 }),
        fc.integer({ min: 1, max: 30 }),
        fc.option(fc.integer({ min: 1, max: 300 }), { nil: undefined }),
        async (turns, maxMessages, maxTokens = Infinity) => {
          const countTokens = (message: Message) => textOf(message).length + 1;
          const memory = new MessageWindowChatMemory(new InMemoryChatMemoryRepository(), {
            maxMessages,
            maxTokens,
            countTokens,
          });
          for (const [index, made] of turns.entries()) {
            await memory.append(
              'c',
              String(index),
              made.map(({ message }) => message),
            );
          }
          const fits = (messages: readonly Message[]): boolean =>
            messages.length <= maxMessages &&
            messages.reduce((sum, message) => sum + countTokens(message), 0) <= maxTokens;
          expect(await memory.get('c')).toEqual(foretell(withoutReplaced(turns), fits));
        },
      ),
      { numRuns: 300 },
    );
  });
});
