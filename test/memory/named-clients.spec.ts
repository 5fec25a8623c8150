import { describe, expect, it } from 'vitest';
import { Injectable, Module, type Provider } from '@nestjs/common';
import { type Prompt, type ToolgateFeature, ToolgateModule } from 'toolgate';
import { Advise, ChatClientRegistry } from 'toolgate/chat';
import {
  ChatMemory,
  ChatMemoryRepository,
  InMemoryChatMemoryRepository,
  MessageChatMemoryAdvisor,
  MessageWindowChatMemory,
} from 'toolgate/memory';
import { callsTools, toolCall } from 'toolgate/testing';
import { boot, compile, deferred, settled, type Story } from '../story.fixture.js';
import { Refunds, told } from './memory.fixture.js';

/** Boots an application with a client `support`; `lengths` are how many messages its model received. */
const support = async (feature: Omit<ToolgateFeature, 'name'>, story: Story = {}) => {
  const features = [{ name: 'support', ...feature } as ToolgateFeature];
  const booted = await boot({
    script: ['1', '2', '3', '4'],
    ...story,
    imports: [ToolgateModule.forFeature(features), ...(story.imports ?? [])],
  });
  const { app, model } = booted;
  const ask = (question: string, conversation?: string) => {
    const prompt = app.get(ChatClientRegistry).get('support').prompt(question);
    return (conversation === undefined ? prompt : prompt.conversation(conversation)).call().content();
  };
  const lengths = (): readonly number[] => model.prompts.map(({ messages }) => messages.length);
  return { ...booted, ask, lengths, repository: app.get(ChatMemoryRepository) };
};

class SlowRepository extends InMemoryChatMemoryRepository {
  readonly slow = deferred();

  override async append(...turn: Parameters<ChatMemoryRepository['append']>): Promise<void> {
    await this.slow.promise;
    await super.append(...turn);
  }
}

/** Boots an application whose clients refund an order, unless the prompt shows that this was done already. */
const refunding = async (feature: Omit<ToolgateFeature, 'name'>, providers: readonly Provider[]) => {
  const refund = callsTools(toolCall('refund', { orderNumber: 'A-1' }));
  const careful = ({ messages }: Prompt) =>
    messages.some(({ role }) => role === 'tool') ? 'It is refunded already.' : refund;
  const story = { script: [refund, 'A long, long answer', careful, careful], options: { memory: true } };
  const booted = await support({ ...feature, tools: [Refunds] }, { ...story, providers: [Refunds, ...providers] });
  return { ...booted, refunds: booted.app.get(Refunds) };
};

@Injectable()
class Sizes {
  readonly last = 1;
}

@Injectable()
@Advise({ clients: ['default'] })
class AdvisorOfDefault extends MessageChatMemoryAdvisor {}

@Module({ providers: [Sizes], exports: [Sizes] })
class SizesModule {}

describe('a named client', () => {
  it.each<[string, object]>([
    ['is unset', {}],
    ['is false', { memory: false }],
    ['disables it in a record', { memory: { enabled: false, maxMessages: 3 } }],
  ])('has no memory if its option %s, even if the application’s client has one', async (_, feature) => {
    const { ask, lengths, repository, chat } = await support(feature, { options: { memory: true } });
    expect(await ask('Hi')).toBe('1');
    await ask('Hi', 'c');
    await ask('Again', 'c');
    expect(lengths()).toEqual([1, 1, 1]);
    expect(await repository.conversations()).toEqual([]);
    await expect(chat.prompt('Hi').call().content()).rejects.toThrow('the client "default" has a memory');
  });

  it.each<[string, object, readonly number[]]>([
    ['true', { memory: true }, [1, 3, 5]],
    ['an empty record', { memory: {} }, [1, 3, 5]],
    ['a window of its own', { memory: { maxMessages: 2 } }, [1, 3, 3]],
    [
      'the result of a factory',
      {
        imports: [SizesModule],
        inject: [Sizes],
        useFactory: async ({ last }: Sizes) => ({ memory: { maxMessages: last + 1 }, system: 'Help.' }),
      },
      [2, 4, 4],
    ],
  ])('has a memory by %s, even if the application’s client has none', async (_, feature, expected) => {
    const { ask, lengths, repository, chat } = await support(feature);
    for (const question of ['a', 'b', 'c']) await ask(question, 'talk');
    expect(lengths()).toEqual(expected);
    expect(told(await repository.find('talk')).slice(0, 2)).toEqual(['user: a', 'assistant: 1']);
    expect(await chat.prompt('Hi').call().content()).toBe('4');
    await expect(ask('Hi')).rejects.toThrow('the client "support" has a memory (MessageChatMemoryAdvisor)');
  });

  it('has the window of the application’s memory, or that of its own record', async () => {
    const options = { memory: { maxMessages: 2 } };
    const same = await support({ memory: true }, { options });
    const own = await support({ memory: { maxMessages: 4 } }, { options });
    for (const { ask } of [same, own]) for (const question of ['a', 'b', 'c']) await ask(question, 'talk');
    expect(same.lengths()).toEqual([1, 3, 3]);
    expect(own.lengths()).toEqual([1, 3, 5]);
  });

  it('uses only its memory advisor of the container if it has one', async () => {
    const { app, ask, lengths } = await support({ memory: true }, { providers: [MessageChatMemoryAdvisor] });
    for (const question of ['a', 'b']) await ask(question, 'talk');
    expect(lengths()).toEqual([1, 3]);
    expect(await app.get(ChatMemory).get('talk')).toHaveLength(4);
  });

  it.each<[string, boolean | object, readonly Provider[]]>([
    ['the same memory', true, []],
    ['a window of its own', { maxMessages: 50 }, []],
    ['its own advisor of the memory', true, [MessageChatMemoryAdvisor]],
    ['a memory whose other client has its own advisor', true, [AdvisorOfDefault]],
  ])('with %s knows a refund by another client that is still being stored', async (_, memory, advisors) => {
    const repository = new SlowRepository();
    const { ask, chat, refunds } = await refunding({ memory }, [
      { provide: ChatMemoryRepository, useValue: repository },
      { provide: ChatMemory, useFactory: () => new MessageWindowChatMemory(repository) },
      ...advisors,
    ]);
    const leaving = chat.prompt('Refund A-1').conversation('talk').tools(Refunds).stream();
    for await (const part of leaving) if (part.type === 'text-delta') break;
    const answer = ask('Refund A-1', 'talk');
    for (let turns = 0; turns < 5; turns++) await settled();
    repository.slow.resolve();
    expect(await answer).toBe('It is refunded already.');
    expect(refunds.refunded).toEqual(['A-1']);
  });

  it('shares its memory with a client that mutate() creates', async () => {
    const { app, lengths } = await support({ memory: true });
    const other = app.get(ChatClientRegistry).get('support').mutate({ system: 'Help.', advisors: [] });
    for (const question of ['a', 'b']) await other.prompt(question).conversation('talk').call().content();
    expect(lengths()).toEqual([2, 4]);
  });

  it.each<[string, unknown, string]>([
    ['a string', 'yes', 'The option memory of ToolgateModule.forFeature() is a string.'],
    ['a record with an unknown name', { size: 3 }, 'Unknown option memory.size of ToolgateModule.forFeature()'],
    [
      'a record with an invalid switch',
      { enabled: 'yes' },
      "The option memory.enabled of ToolgateModule.forFeature() is 'yes'. Pass true or false.",
    ],
    [
      'a record with a window of 0',
      { maxMessages: 0 },
      'The option maxMessages of a memory is 0. Pass a whole number above 0',
    ],
  ])('stops start-up if its memory option is %s, direct or from a factory', async (_, memory, message) => {
    const given = async () => compile({ imports: [ToolgateModule.forFeature([{ name: 'a', memory } as never])] });
    await expect(given()).rejects.toThrow(message);
    const made = { name: 'a', inject: [], useFactory: () => ({ memory }) } as never;
    await expect(compile({ imports: [ToolgateModule.forFeature([made])] })).rejects.toThrow(message);
  });
});
