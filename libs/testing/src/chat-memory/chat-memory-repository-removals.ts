import assert from 'node:assert/strict';
import type { ChatMemoryRepository } from 'toolgate/memory';
import { systemMessage, textOf } from 'toolgate/model';
import { turnOf, type Make } from './chat-memory-samples.js';
import type { It } from '../contract/contract-runner.js';
import { present } from '../contract/present.js';

/** Part of the contract of a repository of conversations: removing the last turn. */
export const chatMemoryRepositoryRemovals = (it: It, make: Make): void => {
  removing(it, make);
  removingApart(it, make);
  replacing(it, make);
};

const removing = (it: It, make: Make): void => {
  const textsIn = async (repository: ChatMemoryRepository, last?: number) =>
    (await repository.find('c', last === undefined ? {} : { last })).map(textOf);

  it('removes the last turn completely and no other turn, and accepts it again', async () => {
    const repository = await make();
    await repository.append('c', '1', [systemMessage('one'), ...turnOf('1')]);
    await repository.append('c', '2', [...turnOf('2'), systemMessage('two'), ...turnOf('3')]);
    await repository.append('d', '2', turnOf('other'));
    const removed = (await repository.removeLast('c')).map(textOf);
    assert.deepEqual(removed, ['question 2', 'answer 2', 'two', 'question 3', 'answer 3']);
    assert.deepEqual(await textsIn(repository), ['one', 'question 1', 'answer 1']);
    assert.deepEqual(await textsIn(repository, 1), ['one', 'answer 1']);
    await repository.append('c', '2', turnOf('again'));
    await repository.append('c', '4', turnOf('4'));
    assert.deepEqual(await textsIn(repository, 3), ['one', 'answer again', 'question 4', 'answer 4']);
    assert.deepEqual(await textsIn(repository, 1), ['one', 'answer 4']);
    assert.deepEqual((await repository.find('d')).map(textOf), ['question other', 'answer other']);
  });

  it('removes one turn after the other, until the conversation no longer exists', async () => {
    const repository = await make();
    for (const turn of ['1', '2']) await repository.append('c', turn, turnOf(turn));
    assert.deepEqual((await repository.removeLast('c')).map(textOf), ['question 2', 'answer 2']);
    assert.deepEqual((await repository.removeLast('c')).map(textOf), ['question 1', 'answer 1']);
    assert.deepEqual(await repository.removeLast('c'), []);
    assert.deepEqual(await repository.removeLast('nobody'), []);
    assert.deepEqual(await repository.conversations(), []);
    await repository.append('c', '1', turnOf('new'));
    assert.deepEqual(await textsIn(repository), ['question new', 'answer new']);
  });
};

const removingApart = (it: It, make: Make): void => {
  it('removes the turn of the named tenant only', async () => {
    const repository = await make();
    const [acme, other] = ['acme', 'other'].map((tenant) => ({ tenant, conversation: 'c' }));
    for (const ref of [present(acme), present(other), 'c'])
      await repository.append(ref, '1', turnOf(JSON.stringify(ref)));
    assert.equal((await repository.removeLast(present(acme))).length, 2);
    assert.deepEqual(await repository.find(present(acme)), []);
    assert.equal((await repository.find(present(other))).length, 2);
    assert.equal((await repository.find('c')).length, 2);
  });

  it('removes each turn once for many simultaneous requests', async () => {
    const repository = await make();
    for (const turn of ['1', '2', '3']) await repository.append('c', turn, turnOf(turn));
    const removed = await Promise.all([1, 2, 3, 4].map(() => repository.removeLast('c')));
    assert.deepEqual(removed.map(({ length }) => length).sort(), [0, 2, 2, 2]);
    assert.deepEqual(await repository.conversations(), []);
  });
};

const replacing = (it: It, make: Make): void => {
  const texts = async (repository: ChatMemoryRepository, conversation = 'c') =>
    (await repository.find(conversation)).map(textOf);

  it('replaces the last turn in one write, even if it is the only one', async () => {
    const repository = await make();
    await repository.append('c', '1', [systemMessage('one'), ...turnOf('1')]);
    await repository.append('d', '1', turnOf('other'));
    await repository.append('c', '2', turnOf('2'), { replaces: '1' });
    assert.deepEqual(await texts(repository), ['question 2', 'answer 2']);
    await repository.append('c', '3', turnOf('3'));
    await repository.append('c', '4', turnOf('4'), { replaces: '3' });
    assert.deepEqual(await texts(repository), ['question 2', 'answer 2', 'question 4', 'answer 4']);
    assert.deepEqual(await texts(repository, 'd'), ['question other', 'answer other']);
  });

  it('replaces the last turn once, however often the new turn is added', async () => {
    const repository = await make();
    for (const turn of ['1', '2']) await repository.append('c', turn, turnOf(turn));
    const append = () => repository.append('c', '3', turnOf('3'), { replaces: '2' });
    await Promise.all([append(), append()]);
    await append();
    assert.deepEqual(await texts(repository), ['question 1', 'answer 1', 'question 3', 'answer 3']);
  });

  it('removes no turn that is no longer the last one', async () => {
    const repository = await make();
    for (const turn of ['1', '2']) await repository.append('c', turn, turnOf(turn));
    await repository.append('c', '3', turnOf('3'), { replaces: '1' });
    await repository.append('c', '4', turnOf('4'), { replaces: 'unknown' });
    assert.equal((await repository.find('c')).length, 8);
  });
};
