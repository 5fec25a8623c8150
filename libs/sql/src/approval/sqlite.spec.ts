import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, inject, it } from 'vitest';
import { type Kysely, sql } from 'kysely';
import type { ApprovalStore } from 'toolgate/approval';
import { approvalStoreContract } from 'toolgate/testing';
import { migrateToLatest } from '../migrations/migrate-to-latest.js';
import { openSqlDatabase } from '../connection/open-sql-database.js';
import { openMigratedSqlite } from '../fixtures/migrated-sqlite.fixture.js';
import { SqlApprovalStore } from './sql-approval.store.js';
import { runOf } from './stored-records.fixture.js';

const folder = mkdtempSync(join(tmpdir(), 'toolgate-approvals-'));
const open: Kysely<unknown>[] = [];
let files = 0;

const openFile = async (file: string): Promise<Kysely<unknown>> => {
  const database = await openMigratedSqlite({ file });
  open.push(database);
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

// Only the connection differs, and most stories of approvals use it.
if (inject('isThorough')) {
  approvalStoreContract(
    { describe, it },
    {
      name: 'SqlApprovalStore on SQLite in memory',
      create: async ({ now }) => new SqlApprovalStore(await openFile(':memory:'), { now }),
    },
  );
}

const openNew = (): Promise<Kysely<unknown>> => openFile(join(folder, `${files++}.db`));

/** Opens a run, or writes another version of it. */
const count = (store: ApprovalStore, id: string): Promise<number> =>
  store.change(id, (state, now) => {
    const version = (state?.run.version ?? 0) + 1;
    return { run: runOf(id, { version, createdAt: now, updatedAt: now }), result: version };
  });

describe('approvals in SQLite', () => {
  it('still exist when the file is opened again', async () => {
    const file = join(folder, `${files++}.db`);
    const database = await openFile(file);
    await count(new SqlApprovalStore(database), 'r');
    await database.destroy();
    const again = await openSqlDatabase({ sqlite: { file } });
    open.push(again);
    const store = new SqlApprovalStore(again);
    expect((await store.state('r'))!.run.version).toBe(1);
    expect(await count(store, 'r')).toBe(2);
  });

  it('are changed one after the other through two connections if the file is shared', async () => {
    const file = join(folder, `${files++}.db`);
    const shared = () => openSqlDatabase({ sqlite: { file, exclusive: false } });
    const databases = [await shared(), await shared()];
    open.push(...databases);
    await migrateToLatest(databases[0]!);
    const stores = databases.map((database) => new SqlApprovalStore(database));
    await Promise.all(Array.from({ length: 40 }, (_, index) => count(stores[index % 2]!, 'r')));
    expect((await stores[0]!.state('r'))!.run.version).toBe(40);
  });

  it('write nothing if the run was changed without the store', async () => {
    const database = await openNew();
    const store = new SqlApprovalStore(database);
    await count(store, 'r');
    await sql`update toolgate_approval_runs set version = 7`.execute(database);
    await expect(count(store, 'r')).rejects.toThrow('was changed while its run was locked. Nothing was written');
    expect((await store.state('r'))!.run.version).toBe(1);
  });

  it.each([
    [
      'toolgate_approval_runs_due',
      'select id from toolgate_approval_runs where turn = ? and due is not null and (due, place) > (?, ?) order by due, place',
    ],
    ['toolgate_approval_runs_aside', 'select count(*) from toolgate_approval_runs where aside is not null'],
    ['toolgate_approvals_run', 'select body from toolgate_approvals where run = ? order by place'],
    [
      'toolgate_approvals_status',
      "select body from toolgate_approvals where status <> 'PENDING' and status = ? and (created, place) > (?, ?) order by created, place",
    ],
    [
      'toolgate_approvals_waiting',
      "select body from toolgate_approvals where status = 'PENDING' and length(id) >= 0 and (created, place) > (?, ?) order by created, place",
    ],
    [
      'toolgate_approvals_tenant',
      'select body from toolgate_approvals where tenant = ? and status = ? and length(tenant) >= 0 order by created, place',
    ],
    [
      'toolgate_approvals_conversation',
      'select body from toolgate_approvals where tenant = ? and conversation = ? and status = ? order by place',
    ],
    [
      'toolgate_approval_runs_conversation',
      'select body from toolgate_approval_runs where conversation = ? and status = ?',
    ],
    [
      'toolgate_approval_runs_conversation (conversation=? AND status=? AND tenant=? AND place>?)',
      'select body from toolgate_approval_runs where tenant = ? and conversation = ? and status = ? and place > 0 order by place',
    ],
    [
      'toolgate_approval_runs_conversation (conversation=? AND status=? AND tenant=?)',
      "select id from toolgate_approval_runs where tenant = ? and conversation = ? and status in ('suspended', 'resuming') and id <> ?",
    ],
    [
      'toolgate_approvals_waiting',
      "select count(*) from toolgate_approvals where status = 'PENDING' and length(id) >= 0",
    ],
    [
      'toolgate_approvals_waiting',
      "select created from toolgate_approvals where status = 'PENDING' and length(id) >= 0 and created > 0 order by created limit 1",
    ],
    ['toolgate_approval_runs_waiting', "select count(*) from toolgate_approval_runs where status = 'suspended'"],
    ['toolgate_approval_events_run', 'select body from toolgate_approval_events where run = ? order by place'],
  ])('are found by the index %s', async (index, query) => {
    const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(query)}`.execute(await openNew());
    expect(rows.map(({ detail }) => detail)).toEqual([expect.stringContaining(index)]);
  });
});
