import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Kysely } from 'kysely';
import { assistantMessage, systemMessage, textOf, userMessage } from 'toolgate/model';
import { chatMemoryRepositoryContract } from 'toolgate/testing';
import { migrateToLatest } from '../migrations/migrate-to-latest.js';
import { openSqlDatabase } from '../connection/open-sql-database.js';
import { SqlChatMemoryRepository } from './sql-chat-memory.repository.js';

const folder = mkdtempSync(join(tmpdir(), 'toolgate-sqlite-'));
const open: Kysely<unknown>[] = [];
let files = 0;

const newFile = (): string => join(folder, `${files++}.db`);

const openFile = async (file: string, exclusive = false): Promise<Kysely<unknown>> => {
  const database = await openSqlDatabase({ sqlite: { file, exclusive } });
  open.push(database);
  await migrateToLatest(database);
  return database;
};

afterEach(async () => {
  for (const database of open.splice(0)) await database.destroy();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

chatMemoryRepositoryContract(
  { describe, it },
  {
    name: 'SQLite',
    create: async ({ now }) => new SqlChatMemoryRepository(await openFile(newFile()), { now }),
  },
);

const turnOf = (turn: string) => [userMessage(`question ${turn}`), assistantMessage(`answer ${turn}`)];

describe('conversations in a SQLite file', () => {
  it('still exist when the file is opened again', async () => {
    const file = newFile();
    const database = await openSqlDatabase({ sqlite: { file } });
    await migrateToLatest(database);
    await new SqlChatMemoryRepository(database).append('c', '1', turnOf('1'));
    await database.destroy();

    const repository = new SqlChatMemoryRepository(await openFile(file));
    expect(await repository.find('c')).toEqual(turnOf('1'));
    await repository.append('c', '1', turnOf('again'));
    await repository.append('c', '2', turnOf('2'));
    expect(await repository.find('c')).toEqual([...turnOf('1'), ...turnOf('2')]);
  });

  it('store turns through two connections of one process at the same time', async () => {
    const file = newFile();
    const repositories = [await openFile(file), await openFile(file)].map(
      (database) => new SqlChatMemoryRepository(database),
    );
    const turns = Array.from({ length: 50 }, (_, index) => String(index));
    await Promise.all(turns.map((turn, index) => repositories[index % 2]!.append('c', turn, turnOf(turn))));
    const texts = (await repositories[0]!.find('c')).map(textOf);
    expect(texts).toHaveLength(100);
    const questions = texts.filter((_, index) => index % 2 === 0);
    expect(texts).toEqual(questions.flatMap((text) => [text, text.replace('question', 'answer')]));
    expect(new Set(questions)).toEqual(new Set(turns.map((turn) => `question ${turn}`)));
  });

  it('can be read during a write, in their earlier state', async () => {
    const file = newFile();
    const [writing, reading] = [await openFile(file), await openFile(file)];
    const repository = new SqlChatMemoryRepository(reading);
    await repository.append('c', '1', turnOf('1'));
    await writing.transaction().execute(async (transaction) => {
      await new SqlChatMemoryRepository(reading).find('c');
      expect(transaction.isTransaction).toBe(true);
      expect(await repository.find('c')).toEqual(turnOf('1'));
    });
  });

  it('reject a turn after a while if another process never ends its transaction', async () => {
    const file = newFile();
    const blocking = await openFile(file);
    const database = await openSqlDatabase({ sqlite: { file, busyTimeoutMs: 30, exclusive: false } });
    open.push(database);
    const repository = new SqlChatMemoryRepository(database);
    await blocking.transaction().execute(async () => {
      await expect(repository.append('c', '1', turnOf('1'))).rejects.toThrow('database is locked');
    });
    expect(await repository.find('c')).toEqual([]);
    await repository.append('c', '1', turnOf('1'));
    expect(await repository.find('c')).toEqual(turnOf('1'));
  });

  it('store a turn of thousands of messages whole', async () => {
    const repository = new SqlChatMemoryRepository(await openFile(newFile()));
    const many = Array.from({ length: 2500 }, (_, index) => userMessage(String(index)));
    await repository.append('c', '1', [systemMessage('s'), ...many]);
    expect(await repository.find('c')).toEqual([systemMessage('s'), ...many]);
    expect(await repository.find('c', { last: 2 })).toEqual([systemMessage('s'), ...many.slice(-2)]);
    expect(await repository.find('c', { last: Infinity })).toHaveLength(2501);
  });

  it('store nothing of a turn whose second half fails', async () => {
    const database = await openFile(newFile());
    const repository = new SqlChatMemoryRepository(database);
    await repository.append('c', '1', turnOf('1'));
    const cycle: unknown[] = [];
    cycle.push(cycle);
    const broken = { ...userMessage('2'), providerMetadata: { acme: { cycle } } } as never;
    await expect(repository.append('c', '2', [...turnOf('2'), broken])).rejects.toThrow('cycle');
    expect(await repository.find('c')).toEqual(turnOf('1'));
    await repository.append('c', '2', turnOf('2'));
    expect(await repository.find('c')).toHaveLength(4);
  });

  it('propagate errors of the database', async () => {
    const database = await openSqlDatabase({ sqlite: { file: newFile() } });
    open.push(database);
    await expect(new SqlChatMemoryRepository(database).find('c')).rejects.toThrow('no such table');
  });
});
