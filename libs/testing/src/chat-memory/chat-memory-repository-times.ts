import assert from 'node:assert/strict';
import type { ChatMemoryRepository } from 'toolgate/memory';
import { systemMessage, textOf } from 'toolgate/model';
import { turnOf } from './chat-memory-samples.js';
import type { It } from '../contract/contract-runner.js';

/** Part of the contract of a repository of conversations: the times of messages. */
export const chatMemoryRepositoryTimes = (it: It, make: (now?: () => Date) => Promise<ChatMemoryRepository>): void => {
  it('returns the turn and the time of each message, of all messages or of the last ones', async () => {
    let time = Date.parse('2030-01-01T00:00:00.123Z');
    const repository = await make(() => new Date(time));
    await repository.append('c', '1', [systemMessage('one'), ...turnOf('1')]);
    time += 60_000;
    await repository.append('c', 'two \u0000', turnOf('2'));
    const history = await repository.history('c');
    assert.deepEqual(
      history.map(({ message, turn, time: said }) => [textOf(message), turn, said]),
      [
        ['one', '1', '2030-01-01T00:00:00.123Z'],
        ['question 1', '1', '2030-01-01T00:00:00.123Z'],
        ['answer 1', '1', '2030-01-01T00:00:00.123Z'],
        ['question 2', 'two \u0000', '2030-01-01T00:01:00.123Z'],
        ['answer 2', 'two \u0000', '2030-01-01T00:01:00.123Z'],
      ],
    );
    const last = await repository.history('c', { last: 1 });
    assert.deepEqual(
      last.map(({ message }) => textOf(message)),
      ['one', 'answer 2'],
    );
    const messages = JSON.parse(JSON.stringify(history.map(({ message }) => message)));
    assert.deepEqual(messages, JSON.parse(JSON.stringify(await repository.find('c'))));
    assert.deepEqual(await repository.history('nobody'), []);
    assert.deepEqual(await repository.history({ tenant: 'other', conversation: 'c' }), []);
  });
};
