import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { Kysely, SqliteDialect } from 'kysely';
import Database from 'libsql';
import { migrateToLatest } from 'toolgate/sql';
import { HashEmbeddingModel } from 'toolgate/testing';

const folder = mkdtempSync(join(tmpdir(), 'toolgate-'));
let database: Kysely<unknown>;

afterEach(async () => {
  await database.destroy();
  rmSync(folder, { recursive: true, force: true });
});

it("loads Kysely in the first operation of a store on the application's own Kysely", async () => {
  database = new Kysely({ dialect: new SqliteDialect({ database: new Database(join(folder, 'own.db')) }) });
  await migrateToLatest(database, { vectors: true });
  vi.resetModules();
  // Another copy, which has not loaded Kysely. Each operation starts before any of them has loaded it.
  const { SqlApprovalStore, SqlChatMemoryRepository, SqlVectorStore } = await import('toolgate/sql');
  const store = new SqlApprovalStore(database);
  const memory = new SqlChatMemoryRepository(database);
  const vectors = new SqlVectorStore(database, new HashEmbeddingModel());
  const counted = { pending: 0, suspended: 0 };
  const by = { id: 'lee', roles: [] };
  const answers = await Promise.all([
    store.change('r', () => ({ result: 'unchanged' })),
    store.state('r'),
    store.checkpoint('r'),
    store.approval('a'),
    store.approvals({}),
    store.approvals({ decidableBy: by }),
    store.count({ status: 'PENDING' }),
    store.stats({ hours: 1 }),
    store.toolSchema('h'),
    store.runs({}),
    store.due(1),
    store.events('r'),
    store.counts(),
    store.setAside('r', 'damaged'),
    memory.find('c'),
    memory.history('c', { last: 1 }),
    memory.removeLast('c'),
    memory.conversations(),
    memory.reassign('c', 'd'),
    memory.delete('c'),
    memory.deleteUnusedSince(new Date(0)),
    vectors.search({ text: 'cats' }),
    vectors.delete({ ids: ['1'] }),
    vectors.delete({ filter: { kind: 'cat' } }),
  ]);
  expect(answers).toContain('unchanged');
  expect(answers).toContainEqual(expect.objectContaining(counted));
  await Promise.all([
    memory.append('c', '1', [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }]),
    vectors.add([{ id: '1', text: 'cats sleep' }]),
  ]);
  expect(await memory.find('c')).toHaveLength(1);
  expect(await vectors.search({ text: 'cats' })).toHaveLength(1);
});
