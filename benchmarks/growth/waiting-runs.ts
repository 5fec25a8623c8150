import { type Kysely, sql } from 'kysely';
import type { ApprovalStore } from 'toolgate/approval';
import { migrateToLatest, openSqlDatabase, SqlApprovalStore } from 'toolgate/sql';
import type { Sized } from './cost-by-size.js';

/** A store in which a number of runs wait, each with an approval, two in each conversation. */
export interface WaitingRuns {
  readonly runs: number;
  readonly store: ApprovalStore;
  readonly database: Kysely<unknown>;
}

const BODY = JSON.stringify({ schema: 1, tenant: 'acme', createdAt: 0, text: 'x'.repeat(1500) });

/** Opens a SQLite database in memory and fills it. */
export const waitingRuns = async (runs: number): Promise<WaitingRuns> => {
  const database = await openSqlDatabase({ sqlite: { file: ':memory:' } });
  await migrateToLatest(database);
  const numbers = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${runs})`;
  const place = sql`'acme', 'c' || (i / 2), 1, ${BODY}`;
  await sql`${numbers} insert into toolgate_approval_runs (id, tenant, conversation, version, body, status, due, turn)
    select 'r' || i, ${place}, 'suspended', null, 0 from n`.execute(database);
  await sql`${numbers} insert into toolgate_approvals (id, tenant, conversation, version, body, status, run)
    select 'a' || i, ${place}, 'PENDING', 'r' || i from n`.execute(database);
  return { runs, database, store: new SqlApprovalStore(database) };
};

const [tenant, conversation] = ['acme', 'c7'];

/** The reads of a prompt in a conversation, of an inbox and of a monitor. */
export const READS: Readonly<Record<string, (store: ApprovalStore) => Promise<unknown>>> = {
  'admission of a prompt': (store) => store.runs({ tenant, conversation, kind: 'turn', unfinished: true }),
  'approvals of a conversation': (store) => store.approvals({ tenant, conversation }),
  'pending approvals of a conversation, every tenant': (store) => store.approvals({ conversation, status: 'PENDING' }),
  'pending approvals of a run': (store) => store.approvals({ runId: 'r7', status: 'PENDING' }),
  'first page of a tenant': (store) => store.approvals({ tenant, limit: 10 }),
  counts: (store) => store.counts(),
};

/** Returns the work of one named read. */
export const readOf = (name: string, { runs, store }: WaitingRuns): Sized => ({
  size: runs,
  work: () => READS[name]!(store),
});
