import { afterEach, describe, expect, it } from 'vitest';
import { Injectable, Module } from '@nestjs/common';
import { LazyModuleLoader } from '@nestjs/core';
import { lastValueFrom } from 'rxjs';
import {
  Advise,
  ChatClient,
  ChatMemory,
  ChatMemoryRepository,
  type Message,
  MessageChatMemoryAdvisor,
  MessageWindowChatMemory,
  ToolgateModule,
  type ToolgateModuleOptions,
} from 'toolgate';
import { ChatClientRegistry } from 'toolgate/chat';
import { InMemoryChatMemoryRepository } from 'toolgate/memory';
import { assistantMessage, systemMessage, userMessage } from 'toolgate/model';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { advisor, readAll, rejectionOf } from '../chat/chat.fixture.js';
import { boot, failureOf } from '../story.fixture.js';
import { remembering, Refunds, told } from './memory.fixture.js';

const reads: readonly [string, (prompt: ReturnType<ChatClient['prompt']>) => Promise<unknown>][] = [
  ['called', (prompt) => prompt.call().content()],
  ['streamed', (prompt) => lastValueFrom(prompt.stream().content())],
];

describe.each(reads)('a client with a memory, %s', (_, read) => {
  it('sends the model the earlier messages of the conversation', async () => {
    const { chat, model } = await remembering({ script: ['Hello Ann', 'Ann', 'Nobody'] });
    await read(chat.prompt('I am Ann').conversation('ann'));
    await read(chat.prompt('Who am I?').conversation('ann').system('Be brief.'));
    await read(chat.prompt('Who am I?').conversation('ben'));
    expect(model.prompts.map(({ messages }) => told(messages))).toEqual([
      ['user: I am Ann'],
      ['system: Be brief.', 'user: I am Ann', 'assistant: Hello Ann', 'user: Who am I?'],
      ['user: Who am I?'],
    ]);
  });

  it('remembers the question and the answer of a turn, without its tool calls', async () => {
    const script = [callsTools('Let me see.', toolCall('refund', { orderNumber: 'A-1' })), 'Refunded.'];
    const { chat, repository } = await remembering({ script });
    await read(chat.prompt('Refund A-1').conversation('c').system('Be brief.'));
    expect(told(await repository.find('c'))).toEqual(['user: Refund A-1', 'assistant: Refunded.']);
  });

  it('remembers a directly returned result, and the end of a turn at a limit', async () => {
    const again = callsTools(toolCall('refund', { orderNumber: 'A-1' }));
    const { chat, repository } = await remembering({
      script: [callsTools(toolCall('close')), again, again],
      options: { memory: true, client: { tools: [Refunds] }, toolCalling: { limits: { rounds: 2 } } },
    });
    await read(chat.prompt('Close it').conversation('direct'));
    expect(told(await repository.find('direct'))).toEqual(['user: Close it', 'assistant: The case is closed.']);
    await read(chat.prompt('Refund A-1').conversation('limit'));
    expect(told(await repository.find('limit'))).toEqual([
      'user: Refund A-1',
      expect.stringMatching(/^assistant: The model was asked 2 times in this turn, which is the limit/),
    ]);
  });

  it('refuses a prompt without a conversation before a request is sent, with an instruction', async () => {
    const { chat, model } = await remembering({ script: ['Hi'] });
    expect(await rejectionOf(failureOf(read(chat.prompt('Hi'))))).toMatchObject({
      name: 'ChatMemoryException',
      message:
        'The prompt belongs to no conversation, and the client "default" has a memory (MessageChatMemoryAdvisor). Add .conversation(id) to the prompt, or set a default conversation of the client.',
    });
    expect(model.prompts).toEqual([]);
  });

  it("uses the client's conversation if the prompt names none", async () => {
    const client = { conversation: 'lobby' };
    const { chat, repository } = await remembering({ script: ['One', 'Two'], options: { memory: true, client } });
    await read(chat.prompt('1'));
    await read(chat.prompt('2').conversation('room'));
    expect(await repository.conversations()).toEqual(['lobby', 'room']);
  });
});

describe('a prompt', () => {
  it('that repeats a question is another turn', async () => {
    const { chat, repository } = await remembering({ script: ['Yes', 'Yes'] });
    for (let turn = 0; turn < 2; turn++) await chat.prompt('Really?').conversation('c').call().content();
    expect(told(await repository.find('c'))).toEqual([
      'user: Really?',
      'assistant: Yes',
      'user: Really?',
      'assistant: Yes',
    ]);
  });

  it('with an earlier answer replaces the history, and is remembered from its last question on', async () => {
    const { chat, model, repository } = await remembering({ script: ['One', 'Two'] });
    await chat.prompt('1').conversation('c').call().content();
    const own = [userMessage('0'), assistantMessage('Zero'), userMessage('2')];
    await chat.prompt({ messages: own }).conversation('c').call().content();
    expect(model.prompts[1]!.messages).toEqual(own);
    expect(told(await repository.find('c'))).toEqual(['user: 1', 'assistant: One', 'user: 2', 'assistant: Two']);
  });

  it('that begins its own answer receives the history', async () => {
    const { chat, model, repository } = await remembering({ script: ['One', ' two'] });
    await chat.prompt('1').conversation('c').call().content();
    const messages = [userMessage('2'), assistantMessage('The answer is')];
    await chat.prompt({ messages }).conversation('c').call().content();
    expect(told(model.prompts[1]!.messages)).toEqual(['user: 1', 'assistant: One', ...told(messages)]);
    expect(told(await repository.find('c'))).toEqual(['user: 1', 'assistant: One', 'user: 2', 'assistant:  two']);
  });

  it('with a history and a text sends the text last, and only the text is remembered', async () => {
    const { chat, model, repository } = await remembering({ script: ['Two'] });
    const history = [userMessage('0'), assistantMessage('Zero')];
    await chat.prompt('2').messages(history).conversation('c').call().content();
    expect(model.prompts[0]!.messages).toEqual([...history, userMessage('2')]);
    expect(told(await repository.find('c'))).toEqual(['user: 2', 'assistant: Two']);
  });

  it('may have several user messages and files, which are all remembered', async () => {
    const { chat, repository } = await remembering({ script: ['A lamp'] });
    const photo = { type: 'file', mediaType: 'image/png', source: { type: 'data', base64: 'AAAA' } } as const;
    const messages = [userMessage('Look:'), userMessage([photo, { type: 'text', text: 'What is it?' }])];
    await chat.prompt({ messages }).conversation('c').call().content();
    expect(await repository.find('c')).toEqual([...messages, assistantMessage('A lamp')]);
  });

  it('sends its system messages before the history, and they are not remembered', async () => {
    const { app, chat, model, repository } = await remembering({ script: ['Hi'] });
    await app.get(ChatMemory).append('c', 't', [systemMessage('kept'), userMessage('1'), assistantMessage('One')]);
    await chat.prompt('2').system('Be brief.').conversation('c').call().content();
    expect(told(model.prompts[0]!.messages)).toEqual([
      'system: kept',
      'system: Be brief.',
      'user: 1',
      'assistant: One',
      'user: 2',
    ]);
    expect((await repository.find('c')).filter(({ role }) => role === 'system')).toHaveLength(1);
  });
});

describe('a turn in a custom tool loop', () => {
  it('is saved only with its final answer, without its tool calls', async () => {
    const { chat, manager, model, repository } = await remembering({
      script: ['Hello', callsTools(toolCall('refund', { orderNumber: 'A-1' })), 'Refunded.'],
    });
    await chat.prompt('Hi').conversation('c').call().content();
    let messages: readonly Message[] = [userMessage('Refund A-1')];
    const ask = () =>
      chat
        .prompt({ messages })
        .advisors({ toolCallingAdvisorAutoRegister: false })
        .conversation('c')
        .call()
        .chatResponse();
    const result = await manager.executeToolCalls({ messages }, await ask(), { tools: [Refunds] });
    expect(told(await repository.find('c'))).toEqual(['user: Hi', 'assistant: Hello']);
    if (result.type === 'executed') messages = result.conversationHistory;
    await ask();
    const whole = ['user: Hi', 'assistant: Hello', 'user: Refund A-1', 'assistant calls refund', 'tool: success'];
    expect(told(model.prompts[2]!.messages)).toEqual(whole);
    expect(told(await repository.find('c'))).toEqual([...whole.slice(0, 3), 'assistant: Refunded.']);
  });
});

describe('50 concurrent turns of one conversation', () => {
  it('save all 100 messages, those of each turn together', async () => {
    const script = Array.from({ length: 50 }, (): ScriptedAnswer => async ({ messages }) => {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
      return `You said ${told(messages.slice(-1)).join()}`;
    });
    const { chat, repository } = await remembering({ script });
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const prompt = chat.prompt(String(index)).conversation('c');
        return index % 2 ? prompt.call().content() : readAll(prompt.stream());
      }),
    );
    const lines = told(await repository.find('c'));
    expect(lines).toHaveLength(100);
    for (let index = 0; index < 100; index += 2) {
      expect(lines[index + 1]).toBe(`assistant: You said ${lines[index]}`);
    }
  });
});

describe('the memory of an application', () => {
  const twoTurns = async (chat: ChatClient) => {
    await chat.prompt('1').conversation('c').call().content();
    await chat.prompt('2').conversation('c').call().content();
  };
  const lengths = (model: ScriptedChatModel) => model.prompts.map(({ messages }) => messages.length);
  const script = ['One', 'Two', 'Three'];

  it('can be injected, and is part of no prompt by default', async () => {
    const { app, chat, model } = await boot({ script });
    await twoTurns(chat);
    expect(lengths(model)).toEqual([1, 1]);
    await app.get(ChatMemory).append('c', 't', [userMessage('Hi')]);
    expect(await app.get(ChatMemoryRepository).find('c')).toEqual([userMessage('Hi')]);
  });

  it.each<[string, ToolgateModuleOptions]>([
    ['an advisor of the container alone', {}],
    ['an advisor of the container and the option', { memory: true }],
  ])('may come from %s: each message is sent once', async (_, options) => {
    const { chat, model, app } = await boot({ script, options, providers: [MessageChatMemoryAdvisor] });
    await twoTurns(chat);
    expect(lengths(model)).toEqual([1, 3]);
    expect(await app.get(ChatMemoryRepository).find('c')).toHaveLength(4);
  });

  it('may be set for one prompt, or as a default', async () => {
    const memory = new MessageWindowChatMemory(new InMemoryChatMemoryRepository());
    const chat = ChatClient.create(new ScriptedChatModel(script), { advisors: [new MessageChatMemoryAdvisor(memory)] });
    await twoTurns(chat);
    expect(await memory.get('c')).toHaveLength(4);
    const { chat: other, model } = await boot({ script: ['Three'] });
    await other.prompt('3').conversation('c').advisors(new MessageChatMemoryAdvisor(memory)).call().content();
    expect(lengths(model)).toEqual([5]);
  });

  it('is enabled for each client by its own option, and each may have a default conversation', async () => {
    const features = [
      { name: 'support', conversation: 'support', memory: true },
      { name: 'sales', conversation: 'sales', memory: true },
    ];
    const { app, chat, repository } = await remembering({
      script,
      imports: [ToolgateModule.forFeature(features)],
    });
    await chat.prompt('1').conversation('c').call().content();
    for (const { name } of features) await app.get(ChatClientRegistry).get(name).prompt('Hi').call().content();
    expect(await repository.conversations()).toEqual(['c', 'sales', 'support']);
  });

  it('may apply to some clients only', async () => {
    @Injectable()
    @Advise({ clients: ['support'] })
    class SupportMemory extends MessageChatMemoryAdvisor {}
    const imports = [ToolgateModule.forFeature([{ name: 'support' }])];
    const { app, chat, model } = await boot({ script: [...script, 'Four'], imports, providers: [SupportMemory] });
    await twoTurns(chat);
    expect(lengths(model)).toEqual([1, 1]);
    await twoTurns(app.get(ChatClientRegistry).get('support'));
    expect(lengths(model)).toEqual([1, 1, 1, 3]);
  });

  it('sends as many messages as the option allows', async () => {
    const { chat, model } = await remembering({ script, options: { memory: { maxMessages: 2 } } });
    await twoTurns(chat);
    await chat.prompt('3').conversation('c').call().content();
    expect(lengths(model)).toEqual([1, 3, 3]);
  });

  it.each([
    [
      { memory: { maxMessages: 0 } },
      'The option maxMessages of a memory is 0. Pass a whole number above 0, or Infinity.',
    ],
    [{ memory: { size: 3 } }, 'Unknown option memory.size of ToolgateModule.forRoot()'],
    [{ memory: 'yes' }, 'The option memory of ToolgateModule.forRoot() is a string.'],
  ])('stops start-up if the option is invalid: %j', async (options, message) => {
    await expect(boot({ options: options as ToolgateModuleOptions })).rejects.toThrow(message);
  });

  it('may be disabled with false', async () => {
    const { chat, model } = await boot({ script, options: { memory: false } });
    await twoTurns(chat);
    expect(lengths(model)).toEqual([1, 1]);
  });

  it('may be replaced, and so may its repository', async () => {
    @Injectable()
    class Forgetful extends ChatMemory {
      appended = 0;
      async append() {
        this.appended++;
      }
      async get() {
        return [];
      }
      async clear() {}
    }
    const { chat, model, app } = await remembering({
      script,
      providers: [{ provide: ChatMemory, useClass: Forgetful }],
    });
    await twoTurns(chat);
    expect(lengths(model)).toEqual([1, 1]);
    expect(app.get(ChatMemory)).toBeInstanceOf(ChatMemory);

    const kept = new InMemoryChatMemoryRepository();
    @Module({ providers: [{ provide: ChatMemoryRepository, useValue: kept }] })
    class StoreModule {}
    const { chat: other } = await remembering({ script, imports: [StoreModule] });
    await twoTurns(other);
    expect(await kept.find('c')).toHaveLength(4);
  });

  it('is required by its advisor, which may have a custom order', () => {
    expect(() => new MessageChatMemoryAdvisor(undefined as never)).toThrow(
      'MessageChatMemoryAdvisor needs a ChatMemory. Pass one to its constructor.',
    );
    const memory = new MessageWindowChatMemory(new InMemoryChatMemoryRepository());
    expect(new MessageChatMemoryAdvisor(memory, { order: 7 }).order).toBe(7);
  });

  it('persists when another module is loaded later', async () => {
    @Module({})
    class LaterModule {}
    const { app, chat, model } = await remembering({ script });
    await chat.prompt('1').conversation('c').call().content();
    await app.get(LazyModuleLoader).load(() => LaterModule);
    await chat.prompt('2').conversation('c').call().content();
    expect(lengths(model)).toEqual([1, 3]);
  });

  it('saves the original answer if an outer advisor changes it', async () => {
    const shout = advisor(
      async function* (request, chain) {
        const response = yield* chain.next(request);
        return { ...response, chatResponse: { ...response.chatResponse, message: assistantMessage('HELLO') } };
      },
      -(2 ** 31),
    );
    const { chat, repository } = await remembering({ script: ['Hello'] });
    expect(await chat.prompt('Hi').conversation('c').advisors(shout).call().content()).toBe('HELLO');
    expect(told(await repository.find('c'))).toEqual(['user: Hi', 'assistant: Hello']);
  });

  afterEach(() => new Promise((resolve) => setTimeout(resolve, 1)));
});
