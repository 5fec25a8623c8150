import assert from 'node:assert/strict';
import type { ChatMemoryRepository } from 'toolgate/memory';
import { assistantMessage, systemMessage, textOf, userMessage } from 'toolgate/model';
import { STRANGE_IDS, turnOf, type Make } from './chat-memory-samples.js';
import { chatMemoryRepositoryFidelity } from './chat-memory-repository-fidelity.js';
import { chatMemoryRepositoryRefusals } from './chat-memory-repository-refusals.js';
import { chatMemoryRepositoryRemovals } from './chat-memory-repository-removals.js';
import { chatMemoryRepositoryTimes } from './chat-memory-repository-times.js';
import { chatMemoryRepositoryTenants } from './chat-memory-repository-tenants.js';
import type { ContractRunner, It } from '../contract/contract-runner.js';
import { json } from '../contract/json.js';

/** The setting of a repository under test. */
export interface ChatMemoryRepositorySetting {
  /** The clock of the repository. */
  now(): Date;
}

/** A repository under test: creates an empty one. */
export interface ChatMemoryRepositoryUnderTest {
  readonly name: string;
  create(setting: ChatMemoryRepositorySetting): ChatMemoryRepository | Promise<ChatMemoryRepository>;
}

/**
 * Registers the tests that every repository of conversations must pass. Runs in each test runner that has `describe`
 * and `it`.
 */
export const chatMemoryRepositoryContract = (
  { describe, it }: ContractRunner,
  { name, create }: ChatMemoryRepositoryUnderTest,
): void => {
  const make: Make = async (now = () => new Date()) => create({ now });
  describe(`${name}, as a repository of conversations`, () => {
    describe('that receives turns', () => appends(it, make));
    describe('that receives many turns at once', () => concurrency(it, make));
    describe('that receives invalid values', () => chatMemoryRepositoryRefusals(it, make));
    describe('that is read', () => finds(it, make));
    describe('that returns what it stored', () => chatMemoryRepositoryFidelity(it, make));
    describe('that returns times', () => chatMemoryRepositoryTimes(it, make));
    describe('that removes the last turn', () => chatMemoryRepositoryRemovals(it, make));
    describe('that deletes', () => forgetting(it, make));
    describe('that serves several tenants', () => chatMemoryRepositoryTenants(it, make));
  });
};

const appends = (it: It, make: Make): void => {
  it('stores them in order', async () => {
    const repository = await make();
    for (const turn of ['1', '2', '3']) await repository.append('c', turn, turnOf(turn));
    assert.deepEqual(json(await repository.find('c')), ['1', '2', '3'].flatMap(turnOf));
  });

  it('stores a turn once, and the first of two with the same id', async () => {
    const repository = await make();
    await repository.append('c', '1', turnOf('first'));
    await repository.append('c', '2', turnOf('between'));
    await repository.append('c', '1', turnOf('second'));
    assert.deepEqual(json(await repository.find('c')), ['first', 'between'].flatMap(turnOf));
  });

  it('separates turns of different conversations with the same ids', async () => {
    const repository = await make();
    await repository.append('c', '1', turnOf('here'));
    await repository.append('d', '1', turnOf('there'));
    assert.deepEqual(json(await repository.find('c')), turnOf('here'));
    assert.deepEqual(json(await repository.find('d')), turnOf('there'));
  });

  it('accepts a turn without messages, and stores nothing of it', async () => {
    const repository = await make();
    await repository.append('c', '1', []);
    assert.deepEqual(json(await repository.find('c')), []);
    assert.deepEqual(json(await repository.conversations()), []);
    await repository.append('c', '2', turnOf('2'));
    assert.deepEqual(json(await repository.find('c')), turnOf('2'));
  });
};

const concurrency = (it: It, make: Make): void => {
  it("keeps all messages of 50 turns, each turn's together", async () => {
    const repository = await make();
    const turns = Array.from({ length: 50 }, (_, index) => String(index));
    await Promise.all(turns.map((turn) => repository.append('c', turn, turnOf(turn))));
    const texts = (await repository.find('c')).map(textOf);
    assert.equal(texts.length, 100);
    const questions = texts.filter((_, index) => index % 2 === 0);
    assert.deepEqual(
      texts.filter((_, index) => index % 2 === 1),
      questions.map((text) => text.replace('question', 'answer')),
    );
    assert.deepEqual([...questions].sort(), turns.map((turn) => `question ${turn}`).sort());
  });

  it('stores a turn once that is added ten times', async () => {
    const repository = await make();
    await Promise.all(Array.from({ length: 10 }, () => repository.append('c', '1', turnOf('1'))));
    assert.deepEqual(json(await repository.find('c')), turnOf('1'));
  });

  it('keeps conversations apart', async () => {
    const repository = await make();
    const ids = ['a', 'b', 'c', 'd', 'e'];
    await Promise.all(
      ids.flatMap((id) => ['1', '2', '3'].map((turn) => repository.append(id, turn, turnOf(`${id}${turn}`)))),
    );
    for (const id of ids) {
      const texts = (await repository.find(id)).map(textOf);
      const expected = ['1', '2', '3'].flatMap((turn) => turnOf(`${id}${turn}`)).map(textOf);
      assert.deepEqual([...texts].sort(), [...expected].sort());
    }
  });
};

const finds = (it: It, make: Make): void => {
  it('returns nothing for an unknown conversation', async () => {
    assert.deepEqual(json(await (await make()).find('nobody')), []);
  });

  it('returns only the last messages, and every system message before them', async () => {
    const repository = await make();
    await repository.append('c', '1', [systemMessage('one'), ...turnOf('1'), systemMessage('two')]);
    await repository.append('c', '2', turnOf('2'));
    await repository.append('c', '3', [userMessage('3'), systemMessage('three'), assistantMessage('3')]);
    const last = async (count: number) => (await repository.find('c', { last: count })).map(textOf);
    assert.deepEqual(await last(1), ['one', 'two', 'three', '3']);
    assert.deepEqual(await last(2), ['one', 'two', 'three', '3']);
    assert.deepEqual(await last(4), ['one', 'two', 'answer 2', '3', 'three', '3']);
    const all = ['one', 'question 1', 'answer 1', 'two', 'question 2', 'answer 2', '3', 'three', '3'];
    assert.deepEqual(await last(9), all);
    assert.deepEqual(await last(100), all);
    assert.deepEqual((await repository.find('c', {})).map(textOf), all);
  });

  it('returns the ids of all conversations in alphabetical order', async () => {
    const repository = await make();
    assert.deepEqual(json(await repository.conversations()), []);
    for (const id of ['beta', 'alpha', 'gamma', 'alpha']) await repository.append(id, id, turnOf('1'));
    assert.deepEqual(json(await repository.conversations()), ['alpha', 'beta', 'gamma']);
  });

  it('finds a conversation by its exact id, with any characters', async () => {
    const repository = await make();
    for (const [index, id] of STRANGE_IDS.entries()) await repository.append(id, id, turnOf(String(index)));
    for (const [index, id] of STRANGE_IDS.entries()) {
      assert.deepEqual(json(await repository.find(id)), turnOf(String(index)), `the messages of ${JSON.stringify(id)}`);
    }
    assert.deepEqual(new Set(await repository.conversations()), new Set(STRANGE_IDS));
    await repository.delete('%');
    assert.equal((await repository.conversations()).length, STRANGE_IDS.length - 1);
  });
};

const forgetting = (it: It, make: Make): void => {
  it('deletes one conversation and no other; its turns may be added again', async () => {
    const repository = await make();
    await repository.append('c', '1', turnOf('1'));
    await repository.append('d', '1', turnOf('other'));
    await repository.delete('c');
    await repository.delete('nobody');
    assert.deepEqual(json(await repository.find('c')), []);
    assert.deepEqual(json(await repository.conversations()), ['d']);
    await repository.append('c', '1', turnOf('again'));
    assert.deepEqual(json(await repository.find('c')), turnOf('again'));
    assert.deepEqual(json(await repository.find('d')), turnOf('other'));
  });

  it('deletes the conversations without a message since a time, and returns their number', async () => {
    let time = Date.parse('2030-01-01T00:00:00Z');
    const repository = await make(() => new Date(time));
    const say = async (id: string, turn: string): Promise<void> => repository.append(id, turn, turnOf(turn));
    await say('old', '1');
    await say('revived', '1');
    time += 60_000;
    await say('exact', '1');
    const since = new Date(time);
    time += 60_000;
    await say('revived', '2');
    await say('new', '1');
    assert.equal(await repository.deleteUnusedSince(since), 1);
    assert.deepEqual(json(await repository.conversations()), ['exact', 'new', 'revived']);
    assert.deepEqual(json(await repository.find('old')), []);
    assert.deepEqual(json(await repository.find('revived')), ['1', '2'].flatMap(turnOf));
    assert.equal(await repository.deleteUnusedSince(since), 0);
    assert.equal(await repository.deleteUnusedSince(new Date(time + 1)), 3);
    assert.deepEqual(json(await repository.conversations()), []);
  });
};
