import { afterEach, describe, expect, it, vi } from 'vitest';
import { lastValueFrom, toArray } from 'rxjs';
import {
  type ChatClient,
  ChatMemory,
  ChatMemoryRepository,
  ChatModelException,
  type Message,
  ToolgateModule,
} from 'toolgate';
import { ChatClientRegistry } from 'toolgate/chat';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { z } from 'zod';
import { advisor, refuseUnhandledRejections, rejectionOf } from '../chat/chat.fixture.js';
import { boot, deferred, settled } from '../story.fixture.js';
import { remembering, Refunds, told } from './memory.fixture.js';

refuseUnhandledRejections();
afterEach(() => void vi.useRealTimers());

type ChatPrompt = ReturnType<ChatClient['prompt']>;

const Case = z.object({ mood: z.enum(['good', 'bad']) });
const modes = [
  [
    'called',
    {
      text: (prompt: ChatPrompt): Promise<unknown> => prompt.call().content(),
      entity: (prompt: ChatPrompt): Promise<unknown> => prompt.call().entity(Case, { repeatAttempts: 1 }),
    },
  ],
  [
    'streamed',
    {
      text: (prompt: ChatPrompt): Promise<unknown> => lastValueFrom(prompt.stream().content().pipe(toArray())),
      entity: (prompt: ChatPrompt): Promise<unknown> =>
        lastValueFrom(prompt.stream().entity(Case, { repeatAttempts: 1 })),
    },
  ],
] as const;

const refund = callsTools('Let me see. ', toolCall('refund', { orderNumber: 'A-1' }));
const busy = new ChatModelException({ provider: 'acme', modelId: 'm' }, 'failed.', { kind: 'overloaded' });
const untilQuiet = async (): Promise<void> => {
  for (let turns = 0; turns < 10; turns++) await settled();
};

describe.each(modes)('a named client with a memory, tools, advisors and an entity, %s', (_, read) => {
  it.each([true, false])(
    'uses all of them in one turn (native structured output: %o)',
    async (supportsStructuredOutput) => {
      const rounds: string[] = [];
      const watch = advisor((request, chain) => {
        rounds.push(`${request.turn.client} ${request.round}`);
        return chain.next(request);
      });
      const script = [refund, '{"mood": "so-so"}', '{"mood": "good"}', '{"mood": "bad"}'];
      const model = new ScriptedChatModel(script, { supportsStructuredOutput });
      const support = {
        name: 'support',
        model,
        system: 'Help.',
        tools: [Refunds],
        conversation: 's',
        memory: true,
        advisors: [watch],
      };
      const { app } = await boot({
        providers: [Refunds],
        imports: [ToolgateModule.forFeature([support])],
      });
      const chat = app.get(ChatClientRegistry).get('support');
      expect(await read.entity(chat.prompt('Refund A-1'))).toEqual({ mood: 'good' });
      expect(await read.entity(chat.prompt('And now?'))).toEqual({ mood: 'bad' });
      expect(app.get(Refunds).refunded).toEqual(['A-1']);
      expect(rounds).toEqual(['support 0', 'support 1', 'support 0']);
      const turn = ['user: Refund A-1', 'assistant: {"mood": "good"}'];
      expect(told(model.prompts[3]!.messages).slice(0, 3)).toEqual(['system: Help.', ...turn]);
      expect(told(await app.get(ChatMemoryRepository).find('s'))).toEqual([
        ...turn,
        'user: And now?',
        'assistant: {"mood": "bad"}',
      ]);
    },
  );

  it('remembers the results of tools if no answer matches the schema', async () => {
    const { chat, repository } = await remembering({ script: [refund, 'no', 'no'] });
    const error = await rejectionOf(read.entity(chat.prompt('Refund A-1').conversation('c')));
    expect(error).toMatchObject({ name: 'ChatTurnException', cause: { name: 'StructuredOutputException' } });
    expect(told(await repository.find('c')).slice(0, 3)).toEqual([
      'user: Refund A-1',
      'assistant calls refund',
      'tool: success',
    ]);
  });
});

describe.each(modes)('a client with a memory, %s', (_, read) => {
  it.each<[string, readonly (typeof refund | typeof busy)[], number]>([
    ['nothing', [busy], 0],
    ['the results', [refund, busy], 4],
  ])('remembers %s of a turn that is aborted during a retry delay', async (_what, script, count) => {
    const { chat, model, repository } = await remembering({ script: [...script, 'never'] });
    const leaving = new AbortController();
    const error = rejectionOf(read.text(chat.prompt('Refund A-1').conversation('c').signal(leaving.signal)));
    await untilQuiet();
    leaving.abort();
    expect(await error).toMatchObject({ name: 'ChatTurnException', cause: { name: 'AbortError' } });
    expect(model.prompts).toHaveLength(script.length);
    expect(await repository.find('c')).toHaveLength(count);
  });

  it('waits for a slow read only until the time limit, and sends no request afterwards', async () => {
    const past = deferred<readonly Message[]>();
    const stored: unknown[] = [];
    const memory = {
      get: () => past.promise,
      append: async (...turn: readonly unknown[]) => void stored.push(turn),
      clear: async () => {},
    };
    const { chat, model } = await remembering({
      script: ['never'],
      providers: [{ provide: ChatMemory, useValue: memory }],
    });
    const error = await rejectionOf(read.text(chat.prompt('Hi').conversation('c').timeout(20)));
    expect(error).toMatchObject({ name: 'ChatTurnException', cause: { name: 'ChatTimeoutException' } });
    past.resolve([]);
    await untilQuiet();
    expect([model.prompts, stored]).toEqual([[], []]);
  });

  it('waits for a slow write only until the time limit, and handles its later failure', async () => {
    const [begun, storing] = [deferred(), deferred()];
    const append = () => {
      begun.resolve();
      return storing.promise;
    };
    const memory = { get: async () => [], append, clear: async () => {} };
    const { chat } = await remembering({ script: ['Hi'], providers: [{ provide: ChatMemory, useValue: memory }] });
    vi.useFakeTimers();
    const error = rejectionOf(read.text(chat.prompt('Hi').conversation('c').timeout(20)));
    await begun.promise;
    await vi.advanceTimersByTimeAsync(20);
    expect(await error).toMatchObject({ name: 'ChatTurnException', cause: { name: 'ChatTimeoutException' } });
    vi.useRealTimers();
    storing.reject(new Error('The disk is full.'));
    await untilQuiet();
  });

  it('remembers a turn even if an advisor drops its context', async () => {
    const dropping = advisor(async function* (request, chain) {
      const { chatResponse } = yield* chain.next({ ...request, context: {} });
      return { chatResponse, context: {} };
    });
    const { chat, repository } = await remembering({ script: ['Hello'] });
    await read.text(chat.prompt('Hi').conversation('c').advisors(dropping));
    expect(told(await repository.find('c'))).toEqual(['user: Hi', 'assistant: Hello']);
  });
});
