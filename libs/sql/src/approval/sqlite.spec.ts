import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, it } from '@jest/globals';
import type { Kysely } from 'kysely';
import { approvalStoreContract } from 'toolgate/testing';
import { migrateToLatest } from '../migrations/migrate-to-latest.js';
import { openSqlDatabase } from '../open-sql-database.js';
import { SqlApprovalStore } from './sql-approval.store.js';

const folder = mkdtempSync(join(tmpdir(), 'toolgate-approvals-'));
const open: Kysely<unknown>[] = [];
let files = 0;

const openFile = async (file: string): Promise<Kysely<unknown>> => {
  const database = await openSqlDatabase({ sqlite: { file } });
  open.push(database);
  await migrateToLatest(database);
  return database;
};

afterEach(async () => {
  for (const database of open.splice(0)) await database.destroy();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

approvalStoreContract(
  { describe, it },
  {
    name: 'SqlApprovalStore on a SQLite file',
    create: async ({ now }) => new SqlApprovalStore(await openFile(join(folder, `${files++}.db`)), { now }),
  },
);

approvalStoreContract(
  { describe, it },
  {
    name: 'SqlApprovalStore on SQLite in memory',
    create: async ({ now }) => new SqlApprovalStore(await openFile(':memory:'), { now }),
  },
);
