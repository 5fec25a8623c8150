import { describe, expect, it } from 'vitest';
import { type ChatClient, type Requester, RequesterResolver, type ToolContext } from 'toolgate';
import type { ToolDefinition } from 'toolgate/model';
import type { ToolCallback } from 'toolgate/tool';
import { sessionIdOf, ToolSearchException, ToolSearchSessions } from 'toolgate/tool-search';
import { tool } from '../chat/chat.fixture.js';
import { failureOf } from '../story.fixture.js';
import { bootShop, searches, Shop } from './searching.fixture.js';

const ALL = 'toolSearchTool';

const ask = (chat: ChatClient) => chat.prompt('Refund A-1').conversation('42').tools(Shop).call().content();

describe('the session of a search', () => {
  it('is the conversation by default', async () => {
    const { chat, index } = await bootShop({ script: [searches('refund'), 'Done.'] });
    await ask(chat);
    expect(index.indexed).toEqual(['42: refundOrder,findOrder,sendMail']);
    expect(index.asked).toEqual([{ sessionId: '42', query: 'refund' }]);
  });

  it('is separate for each tenant, even if two tenants use the same conversation id', async () => {
    class Sessions extends RequesterResolver {
      identify({ data }: ToolContext<{ tenant?: string }>): Requester {
        return { id: 'ada', ...(data.tenant !== undefined && { tenant: data.tenant }) };
      }

      rehydrate() {
        return { type: 'present' } as const;
      }
    }
    const script = [searches('refund'), 'Done.', searches('order'), 'Done.', 'Done.'];
    const providers = [{ provide: RequesterResolver, useClass: Sessions }];
    const { app, chat, index } = await bootShop({ script, providers });
    const prompt = (tenant?: string) =>
      chat
        .prompt('Hi')
        .conversation('42')
        .toolContext({ ...(tenant && { tenant }) });
    await prompt('acme').tools(Shop).call().content();
    await prompt().tools('findOrder').call().content();
    const acme = sessionIdOf({ tenant: 'acme', conversation: '42' });
    expect(acme).not.toBe('42');
    expect(sessionIdOf({ tenant: 'default', conversation: '42' })).toBe('42');
    expect(index.indexed).toEqual([`${acme}: refundOrder,findOrder,sendMail`, '42: findOrder']);
    expect(index.asked.map(({ sessionId }) => sessionId)).toEqual([acme, '42']);
    await app.get(ToolSearchSessions).evict(acme);
    await prompt().tools('findOrder').call().content();
    expect(index.indexed).toHaveLength(2);
  });

  it('may be an advisor parameter', async () => {
    const { chat, index } = await bootShop({ script: ['Done.'] }, { sessionIdKeyName: 'tenant' });
    await chat.prompt('Hi').advisors({ tenant: 'acme' }).tools(Shop).call().content();
    expect(index.indexed[0]).toMatch(/^acme: /);
  });

  it.each([
    [
      {},
      'The client "default" searches its tools, and the prompt names no session. Add .conversation(id) to the prompt, or set a default conversation of the client.',
    ],
    [
      { sessionIdKeyName: 'tenant' },
      'The client "default" searches its tools, and the prompt names no session. Add .advisors({ tenant: id }) to the prompt.',
    ],
  ])('must be named: %o', async (options, message) => {
    const { chat } = await bootShop({}, options);
    const failure = chat.prompt('Hi').tools(Shop).call().content();
    await expect(failureOf(failure)).rejects.toThrow(new ToolSearchException(message));
  });

  it('must be a string', async () => {
    const { chat } = await bootShop({}, { sessionIdKeyName: 'tenant' });
    const failure = chat.prompt('Hi').advisors({ tenant: 5 }).tools(Shop).call().content();
    await expect(failure).rejects.toThrow(/its session is not a string, or is empty\. Add \.advisors\(\{ tenant: id/);
  });

  it('is indexed once, and again if its tools change, even only in a schema', async () => {
    const { chat, index } = await bootShop({ script: ['1', '2', '3', '4'] });
    const look = (inputSchema: ToolDefinition['inputSchema']): ToolCallback => {
      const made = tool('look');
      return Object.assign(made, { definition: { ...made.definition, inputSchema } });
    };
    const prompt = (...tools: object[]) =>
      chat
        .prompt('Hi')
        .conversation('42')
        .tools(...tools)
        .call()
        .content();
    const one = look({ type: 'object' });
    await prompt(one, Shop);
    await prompt(Shop, look({ type: 'object' }));
    expect(index.indexed).toHaveLength(1);
    await prompt(Shop, look({ type: 'object', properties: { at: { type: 'string' } } }));
    expect(index.indexed).toHaveLength(2);
    await prompt(Shop);
    expect(index.indexed).toHaveLength(3);
    expect(new Set(index.cleared)).toEqual(new Set(['42']));
  });

  it('is indexed again after it was evicted', async () => {
    const { app, chat, index } = await bootShop({ script: ['1', '2', '3'] });
    await ask(chat);
    await app.get(ToolSearchSessions).evict('42');
    expect(index.kept.has('42')).toBe(false);
    await ask(chat);
    await ask(chat);
    expect(index.indexed).toHaveLength(2);
  });

  it('is evicted if it is the least recently used one', async () => {
    const { chat, index } = await bootShop({ script: ['1', '2', '3'] }, { eviction: { lruMaxSessions: 2 } });
    for (const id of ['a', 'b', 'c']) await chat.prompt('Hi').conversation(id).tools(Shop).call().content();
    expect([...index.kept.keys()]).toEqual(['b', 'c']);
  });

  it('may have concurrent turns with different tools, and each finds its own', async () => {
    const script = (name: string) => [searches({ query: 'order mail', maxResults: 5 }), `${name} done`];
    const { chat, model } = await bootShop({
      script: [...script('a'), ...script('b')].toSorted((x) => (typeof x === 'string' ? 1 : -1)),
    });
    const prompt = (...names: string[]) =>
      chat
        .prompt(names.join())
        .conversation('42')
        .tools(...names)
        .call()
        .content();
    await Promise.all([prompt('refundOrder'), prompt('sendMail', 'findOrder')]);
    const found = model.prompts.filter(({ messages }) => messages.at(-1)?.role === 'tool');
    const byTurn = found.map(({ messages, tools = [] }) => [messages[1], tools.map(({ name }) => name).toSorted()]);
    expect(byTurn).toEqual(
      expect.arrayContaining([
        [
          expect.objectContaining({ content: [expect.objectContaining({ text: 'refundOrder' })] }),
          ['refundOrder', ALL],
        ],
        [
          expect.objectContaining({ content: [expect.objectContaining({ text: 'sendMail,findOrder' })] }),
          ['findOrder', 'sendMail', ALL],
        ],
      ]),
    );
  });
});
