import assert from 'node:assert/strict';
import { STRANGE_IDS, turnOf, type Make } from './chat-memory-samples.js';
import type { It } from '../contract/contract-runner.js';
import { json } from '../contract/json.js';

/** Part of the contract of a repository of conversations: tenants share nothing but the repository. */
export const chatMemoryRepositoryTenants = (it: It, make: Make): void => {
  oneId(it, make);
  noTenant(it, make);
  strangeTenants(it, make);
};

const ACME = { tenant: 'acme', conversation: 'c' };
const GLOBEX = { tenant: 'globex', conversation: 'c' };

const oneId = (it: It, make: Make): void => {
  it('stores two conversations if two tenants use the same conversation id and turn id', async () => {
    const repository = await make();
    await repository.append(ACME, '1', turnOf('of acme'));
    await repository.append(GLOBEX, '1', turnOf('of globex'));
    await repository.append(ACME, '2', turnOf('more of acme'));
    assert.deepEqual(json(await repository.find(ACME)), ['of acme', 'more of acme'].flatMap(turnOf));
    assert.deepEqual(json(await repository.find(ACME, { last: 2 })), turnOf('more of acme'));
    assert.deepEqual(json(await repository.find(GLOBEX, { last: 9 })), turnOf('of globex'));
    assert.deepEqual(json(await repository.find('c')), []);
  });

  it('lists and deletes the conversations of one tenant, and leaves those of others', async () => {
    const repository = await make();
    await repository.append(ACME, '1', turnOf('1'));
    await repository.append({ tenant: 'acme', conversation: 'b' }, '1', turnOf('1'));
    await repository.append(GLOBEX, '1', turnOf('2'));
    assert.deepEqual(json(await repository.conversations('acme')), ['b', 'c']);
    assert.deepEqual(json(await repository.conversations('globex')), ['c']);
    assert.deepEqual(json(await repository.conversations()), []);
    await repository.delete(ACME);
    assert.deepEqual(json(await repository.conversations('acme')), ['b']);
    assert.deepEqual(json(await repository.find(ACME)), []);
    assert.deepEqual(json(await repository.find(GLOBEX)), turnOf('2'));
  });

  it('deletes unused conversations of every tenant', async () => {
    let time = Date.parse('2030-01-01T00:00:00Z');
    const repository = await make(() => new Date(time));
    await repository.append(ACME, '1', turnOf('1'));
    await repository.append(GLOBEX, '1', turnOf('1'));
    time += 60_000;
    await repository.append(GLOBEX, '2', turnOf('2'));
    await repository.append('c', '1', turnOf('1'));
    assert.equal(await repository.deleteUnusedSince(new Date(time)), 1);
    assert.deepEqual(json(await repository.find(ACME)), []);
    assert.deepEqual(json(await repository.find(GLOBEX)), ['1', '2'].flatMap(turnOf));
    assert.equal(await repository.deleteUnusedSince(new Date(time + 1)), 2);
  });
};

const noTenant = (it: It, make: Make): void => {
  it('reads a plain id as a conversation of the tenant "default"', async () => {
    const repository = await make();
    await repository.append('c', '1', turnOf('1'));
    for (const same of ['c', { conversation: 'c' }, { tenant: 'default', conversation: 'c' }]) {
      assert.deepEqual(json(await repository.find(same)), turnOf('1'));
    }
    assert.deepEqual(json(await repository.conversations()), ['c']);
    assert.deepEqual(json(await repository.conversations('default')), ['c']);
    await repository.append({ tenant: 'default', conversation: 'c' }, '1', turnOf('again'));
    await repository.delete({ conversation: 'c' });
    assert.deepEqual(json(await repository.find('c')), []);
  });

  const keys: Readonly<Record<string, unknown>> = {
    'an empty tenant': { tenant: '', conversation: 'c' },
    'a tenant that is not a string': { tenant: 7, conversation: 'c' },
    'a tenant that is null': { tenant: null, conversation: 'c' },
    'a tenant under another name': { tenantId: 'acme', conversation: 'c' },
    'a tenant without a conversation': { tenant: 'acme' },
    'a list': ['c'],
  };
  for (const [what, key] of Object.entries(keys)) {
    it(`rejects ${what}, and reads and stores nothing`, async () => {
      const repository = await make();
      await repository.append('c', '1', turnOf('1'));
      await assert.rejects(() => repository.append(key as never, '2', turnOf('2')), /conversation/);
      await assert.rejects(() => repository.find(key as never), /conversation/);
      await assert.rejects(() => repository.delete(key as never), /conversation/);
      assert.deepEqual(json(await repository.find('c')), turnOf('1'));
      assert.deepEqual(json(await repository.conversations()), ['c']);
    });
  }

  it('rejects an invalid tenant', async () => {
    const repository = await make();
    for (const tenant of ['', 7, null, ACME])
      await assert.rejects(() => repository.conversations(tenant as never), /tenant/);
  });
};

/** Keys that a store confuses if it joins a tenant and an id to one string. */
const JOINED: readonly (readonly [string, string])[] = [
  ['a', 'b:c'],
  ['a:b', 'c'],
  ['a', 'b/c'],
  ['a/b', 'c'],
  ['a', '","b'],
  ['a","', 'b'],
  ['default', '["acme","c"]'],
  ['acme', 'c'],
  ['c', 'acme'],
];

const strangeTenants = (it: It, make: Make): void => {
  it('finds a conversation by its tenant and its id, with any characters', async () => {
    const repository = await make();
    const keys = [...JOINED, ...STRANGE_IDS.flatMap((id) => [[id, 'plain'] as const, ['plain', id] as const])];
    const unique = new Map(keys.map((key) => [JSON.stringify(key), key]));
    for (const [name, [tenant, conversation]] of unique)
      await repository.append({ tenant, conversation }, name, turnOf(name));
    for (const [name, [tenant, conversation]] of unique)
      assert.deepEqual(json(await repository.find({ tenant, conversation })), turnOf(name), name);
    assert.deepEqual(new Set(await repository.conversations('plain')), new Set(STRANGE_IDS));
    await repository.delete({ tenant: '%', conversation: 'plain' });
    assert.deepEqual(json(await repository.conversations('%')), []);
    assert.deepEqual(json(await repository.conversations('_')), ['plain']);
  });
};
