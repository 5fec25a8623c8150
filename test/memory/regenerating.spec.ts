import { afterEach, describe, expect, it } from 'vitest';
import { ApprovalConflictException, ChatClient, type ChatMemory, type ToolgateModuleOptions } from 'toolgate';
import { type ApprovalStore, InMemoryApprovalStore } from 'toolgate/approval';
import { ChatClientException, RegenerateException } from 'toolgate/chat';
import { ChatMemoryRepository, InMemoryChatMemoryRepository, MessageWindowChatMemory } from 'toolgate/memory';
import { migrateToLatest, openSqlDatabase, SqlApprovalStore, SqlChatMemoryRepository } from 'toolgate/sql';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { bootDesk, Desk, yes } from '../approval/approval.fixture.js';
import { waits } from '../approval/waiting.fixture.js';
import { rejectionOf } from '../chat/chat.fixture.js';
import { deferred } from '../story.fixture.js';
import { remembering, told } from './memory.fixture.js';

const refund = callsTools(toolCall('refund', { order: 'A-1', amount: 70 }));
const find = callsTools(toolCall('find', { order: 'A-1' }));

const talk = async (script: readonly ScriptedAnswer[], repository = new InMemoryChatMemoryRepository()) => {
  const providers = [{ provide: ChatMemoryRepository, useValue: repository }];
  const { chat, model } = await remembering({ script, options: { memory: true, retry: false }, providers });
  const ask = (text: string) => chat.prompt(text).conversation('c').call().content();
  const memory = async () => told(await repository.find('c'));
  return { chat, model, ask, memory, again: () => chat.prompt().conversation('c').regenerate() };
};

describe('an answer that is regenerated', () => {
  it.each(['call', 'stream'] as const)(
    'replaces the last turn, and the model never reads the old one (%s)',
    async (mode) => {
      const { ask, again, model, memory } = await talk(['One', 'Wrong', 'Right', 'Next']);
      await ask('1');
      await ask('2');
      const prompt = again();
      const outcome = await (mode === 'call' ? prompt.call() : prompt.stream()).outcome();
      expect(outcome).toMatchObject({ content: 'Right' });
      expect(told(model.prompts[2]!.messages)).toEqual(told(model.prompts[1]!.messages));
      expect(await memory()).toEqual(['user: 1', 'assistant: One', 'user: 2', 'assistant: Right']);
      await ask('3');
      expect(told(model.prompts[3]!.messages)).not.toContain('assistant: Wrong');
    },
  );

  it('replaces the only turn, also if it called a tool', async () => {
    const { again, ask, memory, model } = await talk([
      callsTools(toolCall('refund', { orderNumber: 'A-1' })),
      'Done',
      'No',
    ]);
    await ask('Refund A-1');
    expect(await memory()).toHaveLength(2);
    expect(await again().call().content()).toBe('No');
    expect(told(model.prompts[2]!.messages)).toEqual(['user: Refund A-1']);
    expect(await memory()).toEqual(['user: Refund A-1', 'assistant: No']);
  });

  it('can be regenerated again, by its id', async () => {
    const { ask, chat, again, memory } = await talk(['One', 'Two', 'Three']);
    await ask('1');
    await again().call().content();
    const last = await chat.prompt().conversation('c').lastTurn();
    expect(told(last!.messages)).toEqual(['user: 1', 'assistant: Two']);
    expect(await chat.prompt().conversation('c').regenerate(last!.id).call().content()).toBe('Three');
    expect(await memory()).toEqual(['user: 1', 'assistant: Three']);
  });

  it('leaves the memory as it is if it fails or is aborted', async () => {
    const { ask, again, memory } = await talk(['One', new Error('The model is down.'), 'Never']);
    await ask('1');
    await rejectionOf(again().call().content());
    const stopped = new AbortController();
    stopped.abort();
    await rejectionOf(again().signal(stopped.signal).call().content());
    expect(await memory()).toEqual(['user: 1', 'assistant: One']);
  });

  it('leaves the old answer if it fails after a tool has run, and the memory knows of the tool', async () => {
    const call = callsTools(toolCall('refund', { orderNumber: 'A-1' }));
    const { ask, again, memory, chat } = await talk(['Which?', call, new Error('The model is down.'), 'Refunded.']);
    await ask('Refund A-1');
    await rejectionOf(again().call().content());
    const failed = await memory();
    expect(failed.slice(0, 4)).toEqual([
      'user: Refund A-1',
      'assistant: Which?',
      'user: Refund A-1',
      'assistant calls refund',
    ]);
    // The failed turn is the last one. It is asked again, and what its tools did is not forgotten.
    expect(await chat.prompt().conversation('c').regenerate().call().content()).toBe('Refunded.');
    expect((await memory()).slice(0, failed.length)).toEqual(failed);
  });

  it('is added if another message was answered in the meantime', async () => {
    const slow = deferred();
    class Slow extends InMemoryChatMemoryRepository {
      override async append(...given: Parameters<InMemoryChatMemoryRepository['append']>): Promise<void> {
        if (given[3]?.replaces !== undefined) await slow.promise;
        return super.append(...given);
      }
    }
    const { ask, again, memory } = await talk(['One', 'Two', 'Between'], new Slow());
    await ask('1');
    const answer = again().call().content();
    await ask('2');
    slow.resolve();
    await answer;
    expect([...(await memory())].sort()).toEqual([
      'assistant: Between',
      'assistant: One',
      'assistant: Two',
      'user: 1',
      'user: 1',
      'user: 2',
    ]);
  });
});

describe('regenerate()', () => {
  it('refuses an answer that is not the last one, and asks nothing', async () => {
    const { chat, ask, again, model, memory } = await talk(['One', 'Two']);
    expect(await rejectionOf(again().call().content())).toBeInstanceOf(RegenerateException);
    await ask('1');
    const first = (await chat.prompt().conversation('c').lastTurn())!.id;
    await ask('2');
    const old = chat.prompt().conversation('c').regenerate(first);
    expect(await rejectionOf(old.call().content())).toMatchObject({
      status: 409,
      message: `The answer "${first}" cannot be regenerated: it is not the last answer of its conversation. Load the conversation again.`,
    });
    expect(await rejectionOf(old.stream().outcome())).toBeInstanceOf(RegenerateException);
    expect(model.prompts).toHaveLength(2);
    expect(await memory()).toHaveLength(4);
  });

  it('refuses a prompt with a question of its own, without a conversation, and a client without a memory', async () => {
    const { chat, model } = await talk(['One']);
    const bare = ChatClient.create(new ScriptedChatModel(['One']));
    const refused: readonly [() => Promise<unknown>, string][] = [
      [() => chat.prompt('Hi').conversation('c').regenerate().call().content(), 'has messages of its own'],
      [() => chat.prompt().conversation('c').user('Hi').regenerate().call().content(), 'has messages of its own'],
      [() => chat.prompt().regenerate().call().content(), 'Add .conversation(id)'],
      [() => bare.prompt().conversation('c').regenerate().call().content(), 'forRoot({ memory: true })'],
    ];
    for (const [act, text] of refused) {
      const error = await rejectionOf(act());
      expect(error).toBeInstanceOf(ChatClientException);
      expect((error as Error).message).toContain(text);
    }
    expect(() => chat.prompt().regenerate('')).toThrow('Pass the id of the last turn');
    expect(model.prompts).toEqual([]);
  });

  it('names a memory that cannot return the last turn', async () => {
    class Plain extends MessageWindowChatMemory {
      override lastTurn(conversation: string): ReturnType<ChatMemory['lastTurn']> {
        return Object.getPrototypeOf(MessageWindowChatMemory.prototype).lastTurn.call(this, conversation);
      }
    }
    await expect(new Plain(new InMemoryChatMemoryRepository()).lastTurn('c')).rejects.toThrow(
      'Plain cannot return the last turn of a conversation. Override lastTurn(conversation) in it.',
    );
  });
});

describe('a regenerated answer that waits for a person', () => {
  const closers: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close();
  });

  interface Stores {
    readonly store: ApprovalStore;
    readonly repository: ChatMemoryRepository;
  }
  const inMemory = async (): Promise<Stores> => ({
    store: new InMemoryApprovalStore(),
    repository: new InMemoryChatMemoryRepository(),
  });
  const onSqlite = async (): Promise<Stores> => {
    const database = await openSqlDatabase({ sqlite: { file: ':memory:' } });
    closers.push(() => database.destroy());
    await migrateToLatest(database);
    return { store: new SqlApprovalStore(database), repository: new SqlChatMemoryRepository(database) };
  };

  const start = async (script: readonly ScriptedAnswer[], { store, repository }: Stores) => {
    const options: Omit<ToolgateModuleOptions, 'model'> = { memory: true, client: { tools: [Desk] } };
    const model = new ScriptedChatModel(script);
    const booted = await bootDesk(
      model,
      { ...options, store },
      { providers: [{ provide: ChatMemoryRepository, useValue: repository }] },
    );
    closers.push(() => booted.app.close());
    return { ...booted, model, chat: booted.app.get(ChatClient) };
  };

  it.each([
    ['in memory', inMemory],
    ['on SQLite', onSqlite],
  ])('replaces the last turn when it is complete, in another process (%s)', async (_, stores) => {
    const shared = await stores();
    const { chat, approvals } = await start(['Hello.', 'Which order?', find, refund], shared);
    await chat.prompt('Hi').conversation('c').call().content();
    await chat.prompt('Refund A-1').conversation('c').call().content();
    const { runId, first } = await waits(chat.prompt().conversation('c').regenerate().call());
    const before = ['user: Hi', 'assistant: Hello.', 'user: Refund A-1', 'assistant: Which order?'];
    expect(told(await shared.repository.find('c'))).toEqual(before);
    // Nothing else is asked while it waits.
    const meanwhile = chat.prompt().conversation('c');
    await expect(meanwhile.regenerate().call().content()).rejects.toBeInstanceOf(ApprovalConflictException);
    await expect(meanwhile.lastTurn()).rejects.toBeInstanceOf(ApprovalConflictException);
    await approvals.decide(first.id, yes(first), { id: 'grace' });
    const other = await start(['Refunded.'], shared);
    expect(await other.chat.resume(runId).call().content()).toBe('Refunded.');
    const after = told(await shared.repository.find('c'));
    expect(after.slice(0, 3)).toEqual(before.slice(0, 3));
    expect(after.at(-1)).toBe('assistant: Refunded.');
    expect(after).not.toContain('assistant: Which order?');
    expect(told(other.model.prompts[0]!.messages)).not.toContain('assistant: Which order?');
    expect(await other.chat.resume(runId).call().content()).toBe('Refunded.');
    expect(told(await shared.repository.find('c'))).toEqual(after);
  });

  it('leaves the old answer if its run is canceled', async () => {
    const shared = await inMemory();
    const { chat, approvals } = await start(['Which order?', refund], shared);
    await chat.prompt('Refund A-1').conversation('c').call().content();
    const { runId } = await waits(chat.prompt().conversation('c').regenerate().call());
    await approvals.runs.cancel(runId, { id: 'ada' });
    expect(told(await shared.repository.find('c')).slice(0, 2)).toEqual([
      'user: Refund A-1',
      'assistant: Which order?',
    ]);
  });
});
