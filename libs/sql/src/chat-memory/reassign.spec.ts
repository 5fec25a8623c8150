import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Kysely } from 'kysely';
import { assistantMessage, systemMessage, textOf, userMessage } from 'toolgate/model';
import { migrateToLatest } from '../migrations/migrate-to-latest.js';
import { openSqlDatabase } from '../connection/open-sql-database.js';
import { type PostgresServer, startPostgres } from '../fixtures/postgres-server.fixture.js';
import { SqlChatMemoryRepository } from './sql-chat-memory.repository.js';

let server: PostgresServer;
const open: Kysely<unknown>[] = [];

beforeAll(async () => {
  server = await startPostgres();
}, 60_000);

afterAll(async () => {
  for (const database of open) await database.destroy();
  await server?.stop();
}, 30_000);

const openEmpty = {
  SQLite: () => openSqlDatabase({ sqlite: { file: ':memory:' } }),
  PostgreSQL: async () => openSqlDatabase({ postgres: { connectionString: await server.makeDatabase() } }),
};

const ACME = { tenant: 'acme', conversation: 'c' };
const turnOf = (name: string) => [userMessage(`question ${name}`), assistantMessage(`answer ${name}`)];

describe.each(['SQLite', 'PostgreSQL'] as const)('a conversation that is reassigned, in %s', (kind) => {
  let time = 0;
  let repository: SqlChatMemoryRepository;
  const texts = async (...find: Parameters<SqlChatMemoryRepository['find']>) =>
    (await repository.find(...find)).map(textOf);

  beforeAll(async () => {
    const database = await openEmpty[kind]();
    open.push(database);
    await migrateToLatest(database);
    repository = new SqlChatMemoryRepository(database, { now: () => new Date(time) });
  });

  it('belongs to the other tenant, with its turns, and to no other', async () => {
    await repository.append('c', '1', turnOf('1'));
    await repository.append('other', '1', turnOf('other'));
    await repository.append({ tenant: 'globex', conversation: 'c' }, '1', turnOf('globex'));
    expect(await repository.reassign('c', ACME)).toBe(true);
    expect(await texts(ACME)).toEqual(['question 1', 'answer 1']);
    expect(await texts('c')).toEqual([]);
    expect(await repository.conversations()).toEqual(['other']);
    expect(await texts({ tenant: 'globex', conversation: 'c' })).toEqual(['question globex', 'answer globex']);
    await repository.append(ACME, '1', turnOf('again'));
    await repository.append(ACME, '2', turnOf('2'));
    expect(await texts(ACME)).toEqual(['question 1', 'answer 1', 'question 2', 'answer 2']);
    await repository.append('c', '1', turnOf('new'));
    expect(await texts('c')).toEqual(['question new', 'answer new']);
  });

  it('precedes the messages of its new tenant, however often that happens', async () => {
    const to = { tenant: 'acme', conversation: 'grown' };
    await repository.append(to, '3', [systemMessage('late rule'), ...turnOf('3')]);
    await repository.append('grown', '2', [systemMessage('rule'), ...turnOf('2')]);
    expect(await repository.reassign('grown', to)).toBe(true);
    await repository.append('["acme","grown"]', '1', turnOf('1'));
    expect(await repository.reassign('["acme","grown"]', to)).toBe(true);
    await repository.append(to, '4', turnOf('4'));
    await repository.append(to, '2', turnOf('again'));
    const before = ['question 1', 'answer 1', 'rule', 'question 2', 'answer 2'];
    const all = [...before, 'late rule', 'question 3', 'answer 3', 'question 4', 'answer 4'];
    expect(await texts(to)).toEqual(all);
    expect(await texts(to, { last: 1 })).toEqual(['rule', 'late rule', 'answer 4']);
    expect(await texts(to, { last: 6 })).toEqual(['rule', ...all.slice(-6)]);
    expect(await texts(to, { last: 9 })).toEqual(all.slice(-9));
    expect(await texts(to, { last: 100 })).toEqual(all);
    await repository.delete(to);
    expect(await texts(to)).toEqual([]);
  });

  it('has the later of both times', async () => {
    const to = { tenant: 'acme', conversation: 'used' };
    time = 100;
    await repository.append('used', '1', turnOf('1'));
    time = 200;
    await repository.append(to, '2', turnOf('2'));
    await repository.reassign('used', to);
    await repository.deleteUnusedSince(new Date(150));
    expect(await texts(to)).toHaveLength(4);
    await repository.append('later', '1', turnOf('1'));
    time = 300;
    await repository.append('earlier', '1', turnOf('1'));
    await repository.reassign('earlier', 'later');
    await repository.deleteUnusedSince(new Date(250));
    expect(await texts('later')).toHaveLength(4);
    expect(await texts(to)).toEqual([]);
  });

  it('does not change if it does not exist, if its name stays the same, or if its new name is invalid', async () => {
    await repository.append('c', '1', turnOf('1'));
    expect(await repository.reassign('nobody', ACME)).toBe(false);
    expect(await repository.reassign('c', { tenant: 'default', conversation: 'c' })).toBe(false);
    for (const nothing of ['', {}, { tenant: '', conversation: 'c' }, { tenantId: 'acme', conversation: 'c' }])
      await expect(repository.reassign('c', nothing as never)).rejects.toThrow('conversation');
    expect(await texts('c')).toHaveLength(2);
  });

  it('loses no message that is added in the meantime, and causes no deadlock', async () => {
    const keys = ['a', 'b'].map((tenant) => ({ tenant, conversation: 'busy' }));
    const turns = Array.from({ length: 40 }, (_, index) => String(index));
    await Promise.all(
      turns.flatMap((turn, index) => [
        repository.append(keys[index % 2]!, turn, turnOf(turn)),
        repository.reassign(keys[index % 2]!, keys[(index + 1) % 2]!),
      ]),
    );
    const found = await Promise.all(keys.map((key) => texts(key)));
    const questions = found.flatMap((lines) => lines.filter((_, index) => index % 2 === 0));
    expect(found.flat()).toEqual(questions.flatMap((text) => [text, text.replace('question', 'answer')]));
    expect([...questions].sort()).toEqual(turns.map((turn) => `question ${turn}`).sort());
  });
});
