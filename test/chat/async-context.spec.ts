import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, it } from 'vitest';
import { ChatClient } from 'toolgate';
import { withContext } from '../../libs/chat/src/stream/with-context.js';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { advisor, readAll, rejectionOf, tool } from './chat.fixture.js';

const storage = new AsyncLocalStorage<string>();

const story = () => {
  const seen: string[] = [];
  const see = (where: string): void => void seen.push(`${where}: ${storage.getStore() ?? 'nothing'}`);
  const observe = (name: string, order?: number) =>
    advisor(async function* (request, chain) {
      see(`${name} before`);
      const response = yield* chain.next(request);
      see(`${name} after`);
      return response;
    }, order);
  const tools = [
    tool('look', async () => {
      await Promise.resolve();
      see('tool');
      return 1;
    }),
  ];
  const model = new ScriptedChatModel([callsTools('Let me look.', toolCall('look')), 'Found.'], {
    beforePart: (_, index) => index === 0 && see('model'),
  });
  return { seen, see, observe, tools, model };
};

const bound = (order?: number) =>
  advisor((request, chain) => withContext(storage, 'bound', chain.next(request)), order);

describe("the caller's async context", () => {
  it('is visible to advisors and tools in a call', async () => {
    const { seen, observe, tools, model } = story();
    const chat = ChatClient.create(model, { tools, advisors: [observe('advisor')] });
    await storage.run('caller', () => chat.prompt('Hi').call().content());
    expect(seen).toEqual(
      ['advisor before', 'advisor after', 'tool', 'advisor before', 'advisor after'].map((where) => `${where}: caller`),
    );
  });

  it('is that of the reader in a stream', async () => {
    const { seen, observe, tools, model } = story();
    const stream = ChatClient.create(model, { tools, advisors: [observe('advisor')] })
      .prompt('Hi')
      .stream();
    await storage.run('reader', () => readAll(stream));
    expect(new Set(seen.map((line) => line.split(': ')[1]))).toEqual(new Set(['reader']));
  });
});

describe('withContext', () => {
  it.each(['call', 'stream'] as const)(
    'applies to everything inside it, in a %s, and to nothing outside it',
    async (mode) => {
      const { seen, see, observe, tools, model } = story();
      const advisors = [observe('outer', -(2 ** 31) + 1), bound(-(2 ** 31) + 2), observe('inner')];
      const prompt = ChatClient.create(model, { tools, advisors }).prompt('Hi');
      if (mode === 'call') await prompt.call().content();
      else
        for await (const part of prompt.stream()) {
          if (part.type === 'tool-result') see('reader');
        }
      const outside = seen.filter((line) => line.startsWith('outer') || line.startsWith('reader'));
      expect(outside.every((line) => line.endsWith('nothing'))).toBe(true);
      const inside = seen.filter((line) => !outside.includes(line));
      expect(inside.every((line) => line.endsWith('bound'))).toBe(true);
      expect(inside.map((line) => line.split(':')[0])).toEqual(
        mode === 'call'
          ? ['inner before', 'inner after', 'tool', 'inner before', 'inner after']
          : ['inner before', 'model', 'inner after', 'tool', 'inner before', 'model', 'inner after'],
      );
      expect(storage.getStore()).toBeUndefined();
    },
  );

  it('applies while a stream unwinds too', async () => {
    const { seen, see, model } = story();
    const unwinding = advisor(async function* (request, chain) {
      try {
        return yield* chain.next(request);
      } finally {
        see('unwound');
      }
    });
    const advisors = [bound(-1), unwinding];
    const stream = ChatClient.create(model, { advisors }).prompt('Hi').stream();
    for await (const _ of stream) break;
    await rejectionOf(stream.outcome());
    expect(seen).toEqual(['model: bound', 'unwound: bound']);
    expect(storage.getStore()).toBeUndefined();
  });
});
