import { describe, expect, it } from 'vitest';
import { Injectable } from '@nestjs/common';
import { lastValueFrom } from 'rxjs';
import {
  Advise,
  type ChatClient,
  ChatMemory,
  ChatMemoryRepository,
  MessageChatMemoryAdvisor,
  ToolCallingAdvisor,
} from 'toolgate';
import { HIGHEST_PRECEDENCE } from 'toolgate/chat';
import { InMemoryChatMemoryRepository } from 'toolgate/memory';
import { type Message, userMessage } from 'toolgate/model';
import { callsTools, type ScriptedAnswer, toolCall } from 'toolgate/testing';
import { ToolCallingManager } from 'toolgate/tool';
import { advisor, assertPaired, refuseUnhandledRejections, rejectionOf } from '../chat/chat.fixture.js';
import { boot, settled, type Story } from '../story.fixture.js';
import { Refunds, told } from './memory.fixture.js';

refuseUnhandledRejections();

type ChatPrompt = ReturnType<ChatClient['prompt']>;

const reads: readonly [string, (prompt: ChatPrompt) => Promise<unknown>][] = [
  ['called', (prompt) => prompt.call().content()],
  ['streamed', (prompt) => lastValueFrom(prompt.stream().content(), { defaultValue: '' })],
];

const inside = {
  provide: MessageChatMemoryAdvisor,
  inject: [ChatMemory],
  useFactory: (memory: ChatMemory) => new MessageChatMemoryAdvisor(memory, { order: 0 }),
};

/** Records the size of each write. */
@Injectable()
class WatchedRepository extends InMemoryChatMemoryRepository {
  readonly appends: number[] = [];

  override append(conversation: string, turn: string, messages: readonly Message[]): Promise<void> {
    this.appends.push(messages.length);
    return super.append(conversation, turn, messages);
  }
}

const start = async ({ script, providers = [] }: Story) => {
  const repository = new WatchedRepository();
  const store = { provide: ChatMemoryRepository, useValue: repository };
  const options = { client: { tools: [Refunds] } };
  return { ...(await boot({ script, options, providers: [Refunds, inside, store, ...providers] })), repository };
};

const refund = (number: string): ScriptedAnswer => callsTools(toolCall('refund', { orderNumber: number }));
const twoRounds = [
  'user: Refund both',
  'assistant calls refund',
  'tool: success',
  'assistant calls refund',
  'tool: success',
];

describe.each(reads)('a memory inside the tool loop, %s', (_, read) => {
  it('sends the history in each round, and saves every call and result together', async () => {
    const { chat, model, repository } = await start({ script: [refund('A-1'), refund('A-2'), 'Both are.', 'Yes'] });
    await read(chat.prompt('Refund both').conversation('c').system('Be brief.'));
    const system = 'system: Be brief.';
    expect(model.prompts.map(({ messages }) => told(messages))).toEqual([
      [system, ...twoRounds.slice(0, 1)],
      [system, ...twoRounds.slice(0, 3)],
      [system, ...twoRounds],
    ]);
    const kept = [...twoRounds, 'assistant: Both are.'];
    expect(repository.appends).toEqual([6]);
    expect(told(await repository.find('c'))).toEqual(kept);
    await read(chat.prompt('Sure?').conversation('c'));
    expect(told(model.prompts[3]!.messages)).toEqual([...kept, 'user: Sure?']);
    for (const { messages } of model.prompts) assertPaired(messages);
  });

  it('sends earlier turns in each round', async () => {
    const { chat, model } = await start({ script: ['Hello', refund('A-1'), 'Done'] });
    await read(chat.prompt('Hi').conversation('c'));
    await read(chat.prompt('Refund A-1').conversation('c'));
    const past = ['user: Hi', 'assistant: Hello'];
    expect(told(model.prompts[1]!.messages)).toEqual([...past, 'user: Refund A-1']);
    expect(told(model.prompts[2]!.messages)).toEqual([
      ...past,
      'user: Refund A-1',
      'assistant calls refund',
      'tool: success',
    ]);
  });

  it('saves a directly returned result with its call', async () => {
    const { chat, repository } = await start({ script: [refund('A-1'), callsTools(toolCall('close'))] });
    await read(chat.prompt('Refund and close').conversation('c'));
    expect(told(await repository.find('c'))).toEqual([
      'user: Refund and close',
      'assistant calls refund',
      'tool: success',
      'assistant calls close',
      'tool: success',
      'assistant: The case is closed.',
    ]);
  });

  it('leaves the history to a tool-calling advisor that has one', async () => {
    const keeping = {
      provide: ToolCallingAdvisor,
      inject: [ToolCallingManager],
      useFactory: (manager: ToolCallingManager) => new ToolCallingAdvisor(manager),
    };
    const script = ['Hello', refund('A-1'), refund('A-2'), 'Both are.'];
    const { chat, model, repository } = await start({ script, providers: [keeping] });
    await read(chat.prompt('Hi').conversation('c'));
    await read(chat.prompt('Refund both').conversation('c'));
    expect(told(model.prompts[3]!.messages)).toEqual(['user: Hi', 'assistant: Hello', ...twoRounds]);
    expect(told(await repository.find('c'))).toEqual([
      'user: Hi',
      'assistant: Hello',
      ...twoRounds,
      'assistant: Both are.',
    ]);
  });

  it('sends the instructions after results in later rounds too', async () => {
    @Injectable()
    class Hinting extends ToolCallingAdvisor {
      constructor(manager: ToolCallingManager) {
        super(manager, { conversationHistoryEnabled: false });
      }

      protected override async nextInstructions(...round: Parameters<ToolCallingAdvisor['nextInstructions']>) {
        return [...(await super.nextInstructions(...round)), userMessage('Go on.')];
      }
    }
    const { chat, model } = await start({ script: [refund('A-1'), refund('A-2'), 'Both are.'], providers: [Hinting] });
    await read(chat.prompt('Refund both').conversation('c'));
    expect(told(model.prompts[2]!.messages)).toEqual([
      ...twoRounds.slice(0, 3),
      'user: Go on.',
      ...twoRounds.slice(3),
      'user: Go on.',
    ]);
  });

  it('saves nothing of a turn that fails before its first tool, and the results of one that fails later', async () => {
    const down = new Error('The model is down.');
    const { chat, repository } = await start({ script: [down, refund('A-1'), down] });
    await rejectionOf(read(chat.prompt('Hi').conversation('c')));
    expect(repository.appends).toEqual([]);
    await rejectionOf(read(chat.prompt('Refund A-1').conversation('c')));
    expect(told(await repository.find('c'))).toEqual([
      'user: Refund A-1',
      'assistant calls refund',
      'tool: success',
      expect.stringContaining('I was interrupted'),
    ]);
  });

  it('saves the calls of all loops if an advisor runs the loop again', async () => {
    const again = advisor(async function* (request, chain) {
      const { chatResponse } = yield* chain.next(request);
      const messages = [...request.messages, chatResponse.message, userMessage('Really?')];
      return yield* chain.next({ ...request, messages });
    }, HIGHEST_PRECEDENCE + 250);
    const script = ['Hello', refund('A-1'), 'One', refund('A-2'), 'Two'];
    const { chat, model, repository } = await start({ script });
    await read(chat.prompt('Hi').conversation('c'));
    await read(chat.prompt('Refund both').conversation('c').advisors(again));
    for (const { messages } of model.prompts) assertPaired(messages);
    expect(told(model.prompts[4]!.messages)).toEqual([
      'user: Hi',
      'assistant: Hello',
      'user: Refund both',
      'assistant: One',
      'user: Really?',
      'assistant calls refund',
      'tool: success',
    ]);
    expect(told(await repository.find('c')).slice(2)).toEqual([...twoRounds, 'assistant: Two']);
  });
});

describe('a subclass of the memory advisor', () => {
  it('runs at the place that @Advise sets', async () => {
    @Injectable()
    @Advise({ around: 'round' })
    class RoundMemory extends MessageChatMemoryAdvisor {}
    const options = { memory: true, client: { tools: [Refunds] } };
    const { app, chat } = await boot({ script: [refund('A-1'), 'Done'], options, providers: [Refunds, RoundMemory] });
    await chat.prompt('Refund A-1').conversation('c').call().content();
    expect(await app.get(ChatMemoryRepository).find('c')).toHaveLength(4);
  });
});

describe('a turn that is aborted inside the loop', () => {
  it('between two rounds is saved up to its last result', async () => {
    const { chat, repository } = await start({ script: [refund('A-1'), 'A long, long answer'] });
    for await (const part of chat.prompt('Refund A-1').conversation('c').stream())
      if (part.type === 'text-delta') break;
    await settled();
    expect(told(await repository.find('c')).slice(1, 3)).toEqual(['assistant calls refund', 'tool: success']);
    expect(repository.appends).toEqual([4]);
  });
});

describe('a conversation with saved tool calls', () => {
  it('is sent from a question on if the window is smaller than a turn', async () => {
    const story = { script: [refund('A-1'), 'Done', 'Yes', 'No'] };
    const options = { memory: { maxMessages: 3 }, client: { tools: [Refunds] } };
    const { chat, model } = await boot({ ...story, options, providers: [Refunds, inside] });
    for (const text of ['Refund A-1', 'Sure?', 'Really?']) await chat.prompt(text).conversation('c').call().content();
    const turn = ['user: Refund A-1', 'assistant calls refund', 'tool: success', 'assistant: Done'];
    expect(told(model.prompts[2]!.messages)).toEqual([...turn, 'user: Sure?']);
    expect(told(model.prompts[3]!.messages)).toEqual(['user: Sure?', 'assistant: Yes', 'user: Really?']);
  });
});
