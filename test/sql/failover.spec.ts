import 'reflect-metadata';
import { Test, type TestingModule } from '@nestjs/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Kysely, sql } from 'kysely';
import { ApprovalStore, StoreUnavailableException } from 'toolgate/approval';
import { ChatMemoryRepository } from 'toolgate/memory';
import { assistantMessage, userMessage } from 'toolgate/model';
import { SQL_DATABASE, SqlModule } from 'toolgate/sql';
import { type PostgresServer, startPostgres } from '../../libs/sql/src/fixtures/postgres-server.fixture.js';

const MINUTE = 60_000;
const TURN = [userMessage('Hi'), assistantMessage('Hello')];

let server: PostgresServer;
let app: TestingModule;

beforeAll(async () => {
  server = await startPostgres();
}, MINUTE);

afterAll(() => server?.stop(), MINUTE);

beforeEach(async () => {
  const postgres = { connectionString: await server.makeDatabase(), maxConnections: 1 };
  app = await Test.createTestingModule({ imports: [SqlModule.forRoot({ postgres })] }).compile();
  await app.init();
  // Only this connection leads to a server that became a standby. The address leads to the new primary server.
  const database = app.get<Kysely<unknown>>(SQL_DATABASE);
  await sql`set session characteristics as transaction read only`.execute(database);
}, MINUTE);

afterEach(() => app?.close());

describe('after a failover, an application whose connection leads to the former primary server', () => {
  it('stores a turn at the second attempt', async () => {
    const memory = app.get(ChatMemoryRepository);
    await expect(memory.append('c', '1', TURN)).rejects.toThrow('read-only transaction');
    await memory.append('c', '1', TURN);
    expect(await memory.find('c')).toEqual(TURN);
  });

  it('reports that nothing of a change was written, and writes it at the second attempt', async () => {
    const store = app.get(ApprovalStore);
    const change = () => store.change('run', () => ({ result: 'written' }));
    await expect(change()).rejects.toThrow(StoreUnavailableException);
    expect(await change()).toBe('written');
  });
});
