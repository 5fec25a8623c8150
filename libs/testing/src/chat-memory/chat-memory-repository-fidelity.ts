import assert from 'node:assert/strict';
import type { Message } from 'toolgate/model';
import { assertPlainJson } from '../contract/assert-plain-json.js';
import type { It } from '../contract/contract-runner.js';
import { json } from '../contract/json.js';
import { RICH_TURN, type Make } from './chat-memory-samples.js';

/** Part of the contract of a repository: what it returns is what it stored. */
export const chatMemoryRepositoryFidelity = (it: It, make: Make): void => {
  it('stores every kind of message content', async () => {
    const repository = await make();
    await repository.append('c', '1', RICH_TURN);
    const found = await repository.find('c');
    assertPlainJson(found);
    assert.deepEqual(json(found), json(RICH_TURN));
  });

  it('stores messages independent of later changes to its input', async () => {
    const repository = await make();
    const given = json(RICH_TURN) as Message[];
    const storing = repository.append('c', '1', given);
    spoil(given);
    await storing;
    assert.deepEqual(json(await repository.find('c')), json(RICH_TURN));
  });

  it('stores messages independent of later changes to its results', async () => {
    const repository = await make();
    await repository.append('c', '1', RICH_TURN);
    spoil(await repository.find('c'));
    assert.deepEqual(json(await repository.find('c')), json(RICH_TURN));
  });

  it('does not change its input', async () => {
    const repository = await make();
    const given = json(RICH_TURN) as Message[];
    await repository.append('c', '1', given);
    assert.deepEqual(given, json(RICH_TURN));
    spoil(given);
    assert.notDeepEqual(given, json(RICH_TURN));
  });
};

/** Changes every mutable value in some messages. */
const spoil = (value: unknown): void => {
  if (typeof value !== 'object' || value === null) return;
  Object.values(value).forEach(spoil);
  if (Object.isFrozen(value)) return;
  if (Array.isArray(value)) value.push('spoilt');
  else Object.assign(value, { text: 'spoilt', spoilt: true });
};
