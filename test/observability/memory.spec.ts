import 'reflect-metadata';
import { describe, expect, it } from 'vitest';
import type { Provider } from '@nestjs/common';
import { ChatClient, ChatMemory, MessageChatMemoryAdvisor, type ToolgateModuleOptions } from 'toolgate';
import { InMemoryChatMemoryRepository, MessageWindowChatMemory, VectorStoreChatMemoryAdvisor } from 'toolgate/memory';
import { EmbeddingModel, type Message, VectorStore } from 'toolgate/model';
import { ObservabilityModule } from 'toolgate/observability';
import { callsTools, HashEmbeddingModel, type ScriptedAnswer, toolCall } from 'toolgate/testing';
import { bootDesk, Desk as WaitingDesk, yes } from '../approval/approval.fixture.js';
import { readAll, refuseUnhandledRejections, rejectionOf } from '../chat/chat.fixture.js';
import { deferred } from '../story.fixture.js';
import { bootObserved, Desk, NamedModel, twoRounds } from './observed.fixture.js';
import { useSdk, wound } from './telemetry.fixture.js';

refuseUnhandledRejections();

const sdk = useSdk();
const MODES = ['call', 'stream'] as const;

type Prompt = ReturnType<ChatClient['prompt']>;
const read = (prompt: Prompt, mode: (typeof MODES)[number]): Promise<unknown> =>
  mode === 'call' ? prompt.call().chatResponse() : readAll(prompt.stream());

const boot = (script: readonly ScriptedAnswer[], providers: Provider[], options: ToolgateModuleOptions = {}) =>
  bootObserved(new NamedModel(script), { metadata: { providers }, options });

const lines = (...tree: readonly string[]): string => tree.join('\n');

const inside: Provider = {
  provide: MessageChatMemoryAdvisor,
  inject: [ChatMemory],
  useFactory: (memory: ChatMemory) => new MessageChatMemoryAdvisor(memory, { order: 0 }),
};

const longTerm: Provider[] = [
  {
    provide: VectorStoreChatMemoryAdvisor,
    inject: [VectorStore],
    useFactory: (store: VectorStore) => new VectorStoreChatMemoryAdvisor(store),
  },
  { provide: EmbeddingModel, useValue: new HashEmbeddingModel() },
];

const counts = (name: string): readonly unknown[] =>
  sdk.current.named(name).map(({ attributes }) => attributes['toolgate.memory.messages']);

const nothingSaid = (...words: readonly string[]): void => {
  const all = sdk.current.spans.getFinishedSpans();
  const told = JSON.stringify(all.map(({ attributes, events, status }) => ({ attributes, events, status })));
  for (const word of words) expect(told).not.toContain(word);
};

const treeWithoutApprovals = (): readonly string[] =>
  sdk.current
    .tree()
    .split('\n')
    .filter((line) => !/ (?:approve_tool|await_approval)/.test(line));

/** A memory with methods that a test replaces. */
const memoryThat = (change: Partial<Pick<ChatMemory, 'get' | 'append'>>): Provider => ({
  provide: ChatMemory,
  useValue: Object.assign(new MessageWindowChatMemory(new InMemoryChatMemoryRepository()), change),
});

describe.each(MODES)('a memory, in a %s', (mode) => {
  const prompt = (chat: ChatClient): Prompt => chat.prompt('Who ordered A-1?').tools(Desk).conversation('c-1');

  it('outside the loop is read before the turn and written at its end', async () => {
    const { chat } = await boot([...twoRounds(), 'Still Ann.'], [], { memory: true });
    await read(prompt(chat), mode);
    expect(sdk.current.tree()).toBe(
      lines(
        'INTERNAL invoke_agent default',
        '  INTERNAL advisor automatic_chat_memory',
        '    INTERNAL load_memory',
        '    INTERNAL advisor tool_calling',
        '      CLIENT chat gpt-x',
        '      INTERNAL execute_tool find',
        '      INTERNAL execute_tool customer',
        '      CLIENT chat gpt-x',
        '  INTERNAL store_memory',
      ),
    );
    const common = { 'gen_ai.conversation.id': 'c-1' };
    expect(sdk.current.span('load_memory').attributes).toEqual({
      ...common,
      'gen_ai.operation.name': 'load_memory',
      'toolgate.memory.messages': 0,
    });
    expect(sdk.current.span('store_memory').attributes).toEqual({
      ...common,
      'gen_ai.operation.name': 'store_memory',
      'toolgate.memory.messages': 2,
    });
    await read(chat.prompt('And now?').conversation('c-1'), mode);
    expect(counts('load_memory')).toEqual([0, 2]);
    nothingSaid('Ann', 'A-1', 'And now');
  });

  it('inside the loop is read once and written once at the end', async () => {
    const { chat } = await boot(twoRounds(), [inside]);
    await read(prompt(chat), mode);
    expect(sdk.current.tree()).toBe(
      lines(
        'INTERNAL invoke_agent default',
        '  INTERNAL advisor tool_calling',
        '    INTERNAL advisor message_chat_memory',
        '      INTERNAL load_memory',
        '      CLIENT chat gpt-x',
        '    INTERNAL execute_tool find',
        '    INTERNAL execute_tool customer',
        '    INTERNAL advisor message_chat_memory',
        '      CLIENT chat gpt-x',
        '  INTERNAL store_memory',
      ),
    );
    expect(counts('store_memory')).toEqual([4]);
  });

  it('with a vector store has the same spans', async () => {
    const { chat } = await boot([...twoRounds(), 'Ann.'], longTerm);
    await read(prompt(chat), mode);
    await read(chat.prompt('Who was it?').conversation('c-1'), mode);
    expect(counts('load_memory')).toEqual([0, 2]);
    expect(counts('store_memory')).toEqual([2, 2]);
    const turn = sdk.current.named('invoke_agent default').map((span) => span.spanContext().spanId);
    expect(sdk.current.named('store_memory').map(({ parentSpanContext }) => parentSpanContext?.spanId)).toEqual(turn);
    nothingSaid('Ann', 'A-1', 'Who was');
  });

  it('has a duration metric per operation', async () => {
    const { chat } = await boot(twoRounds(), [], { memory: true });
    await read(prompt(chat), mode);
    const measured = (await sdk.current.measured())['toolgate.memory.duration']!;
    expect(measured.map(({ attributes, count, unit }) => ({ attributes, count, unit }))).toEqual(
      ['load_memory', 'store_memory'].map((name) => ({
        attributes: { 'gen_ai.operation.name': name },
        count: 1,
        unit: 's',
      })),
    );
    expect(measured[0]!.boundaries.slice(0, 4)).toEqual([0.001, 0.002, 0.004, 0.008]);
  });

  it.each<[string, (error: Error) => Promise<never>]>([
    [
      'at once',
      (error) => {
        throw error;
      },
    ],
    ['later', (error) => Promise.reject(error)],
  ])(
    'that fails %s has an error type without its message, and the turn fails with the original error',
    async (_, fail) => {
      const error = new Error('No room for what Ann said');
      const broken: readonly [string, Provider][] = [
        ['load_memory', memoryThat({ get: () => fail(error) })],
        ['store_memory', memoryThat({ append: () => fail(error) })],
      ];
      for (const [part, memory] of broken) {
        sdk.current.spans.reset();
        const { chat } = await boot(['Hi'], [memory], { memory: true });
        expect(String(await rejectionOf(read(chat.prompt('Hello').conversation('c-1'), mode)))).toContain(
          error.message,
        );
        const { attributes, status } = sdk.current.span(part);
        expect(attributes['error.type']).toBe('Error');
        expect(status).toEqual({ code: 2 });
      }
      const measured = (await sdk.current.measured())['toolgate.memory.duration']!;
      expect(measured.map(({ attributes }) => attributes)).toContainEqual({
        'gen_ai.operation.name': 'store_memory',
        'error.type': 'Error',
      });
    },
  );

  it('that does not answer before an abort ends with the turn', async () => {
    const asked = deferred();
    const never = memoryThat({
      get: () => {
        asked.resolve();
        return new Promise<readonly Message[]>(() => {});
      },
    });
    const { chat } = await boot([], [never], { memory: true });
    const caller = new AbortController();
    const reading = rejectionOf(read(chat.prompt('Hello').conversation('c-1').signal(caller.signal), mode));
    await asked.promise;
    caller.abort(new DOMException('Enough', 'AbortError'));
    await reading;
    await wound();
    expect(sdk.current.tree()).toBe(
      lines(
        'INTERNAL invoke_agent default !',
        '  INTERNAL advisor automatic_chat_memory !',
        '    INTERNAL load_memory !',
      ),
    );
  });

  it.each<[string, { options: ToolgateModuleOptions; providers: Provider[] }, string[], string[]]>([
    [
      'outside',
      { options: { memory: true }, providers: [] },
      [
        'INTERNAL invoke_agent default',
        '  INTERNAL advisor automatic_chat_memory',
        '    INTERNAL load_memory',
        '    INTERNAL advisor tool_calling',
        '      CLIENT chat gpt-x',
      ],
      [
        'INTERNAL invoke_agent default',
        '  INTERNAL advisor automatic_chat_memory',
        '    INTERNAL load_memory',
        '    INTERNAL advisor tool_calling',
        '      INTERNAL execute_tool find',
        '      INTERNAL execute_tool refund',
        '      CLIENT chat gpt-x',
        '  INTERNAL store_memory',
      ],
    ],
    [
      'inside',
      { options: {}, providers: [inside] },
      [
        'INTERNAL invoke_agent default',
        '  INTERNAL advisor tool_calling',
        '    INTERNAL advisor message_chat_memory',
        '      INTERNAL load_memory',
        '      CLIENT chat gpt-x',
      ],
      [
        'INTERNAL invoke_agent default',
        '  INTERNAL advisor tool_calling',
        '    INTERNAL load_memory',
        '    INTERNAL execute_tool find',
        '    INTERNAL execute_tool refund',
        '    INTERNAL advisor message_chat_memory',
        '      CLIENT chat gpt-x',
        '  INTERNAL store_memory',
      ],
    ],
  ])(
    '%s the loop saves a suspended turn only after it has resumed',
    async (_, { options, providers }, first, second) => {
      const script = [
        callsTools(toolCall('find', { order: 'A-1' }), toolCall('refund', { order: 'A-1', amount: 40 })),
        'Refunded.',
      ];
      const observed = { imports: [ObservabilityModule.forRoot({})], providers };
      const { app, approvals } = await bootDesk(new NamedModel(script), options, observed);
      const chat = app.get(ChatClient);
      const asked = chat.prompt('Refund A-1').tools(WaitingDesk).conversation('c-1');
      const waiting = await (mode === 'call' ? asked.call().outcome() : asked.stream().outcome());
      if (waiting.status !== 'suspended') throw new Error('The turn did not wait for a person.');
      expect(treeWithoutApprovals()).toEqual(first);
      sdk.current.spans.reset();
      const [approval] = waiting.approvals;
      await approvals.decide(approval!.id, yes(approval!), { id: 'bob' });
      const resumed = chat.resume(waiting.runId);
      await (mode === 'call' ? resumed.call().content() : readAll(resumed.stream()));
      expect(treeWithoutApprovals()).toEqual(second);
    },
  );
});
