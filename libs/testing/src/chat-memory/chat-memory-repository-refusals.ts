import assert from 'node:assert/strict';
import type { ChatMemoryRepository } from 'toolgate/memory';
import { assistantMessage, type Message } from 'toolgate/model';
import type { It } from '../contract/contract-runner.js';
import { json } from '../contract/json.js';
import { turnOf, type Make } from './chat-memory-samples.js';

/** Part of the contract of a repository: invalid values. */
export const chatMemoryRepositoryRefusals = (it: It, make: Make): void => {
  const nothing = undefined as never;
  const missing: readonly [string, RegExp, (repository: ChatMemoryRepository) => Promise<unknown>][] = [
    ['an empty id of a conversation', /conversation/, (repository) => repository.append('', '1', turnOf('1'))],
    ['no id of a conversation', /conversation/, (repository) => repository.append(nothing, '1', turnOf('1'))],
    ['an empty id of a turn', /turn/, (repository) => repository.append('c', '', turnOf('1'))],
    ['no id of a turn', /turn/, (repository) => repository.append('c', nothing, turnOf('1'))],
    ['no messages', /messages/, (repository) => repository.append('c', '1', null as never)],
    [
      'null among the messages',
      /messages\[1\]/,
      (repository) => repository.append('c', '1', [...turnOf('1').slice(1), null as never]),
    ],
    ['a message without a role', /messages\[0\]/, (repository) => repository.append('c', '1', [{} as never])],
    ['a hole among the messages', /messages\[1\]/, (repository) => repository.append('c', '1', withHole())],
    ['an empty id to find', /conversation/, (repository) => repository.find('')],
    ['an empty id to delete', /conversation/, (repository) => repository.delete('')],
  ];
  for (const [what, says, act] of missing) {
    it(`rejects ${what}, and stores nothing`, async () => {
      const repository = await make();
      await assert.rejects(() => act(repository), says);
      assert.deepEqual(json(await repository.find('c')), []);
      assert.deepEqual(json(await repository.conversations()), []);
    });
  }

  it('accepts the turn afterwards, when it is valid', async () => {
    const repository = await make();
    await assert.rejects(() => repository.append('c', '1', withHole()));
    await repository.append('c', '1', turnOf('1'));
    assert.deepEqual(json(await repository.find('c')), turnOf('1'));
  });
};

// Created by code, because lint rejects a hole in a list literal.
const withHole = (): Message[] => {
  const messages = turnOf('1').slice(0, 1);
  messages[2] = assistantMessage('behind the hole');
  return messages;
};
