import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CompiledQuery, type Kysely, type RootOperationNode, sql } from 'kysely';
import { ANY_TENANT, type ApprovalStore, type Approver } from 'toolgate/approval';
import { migrateToLatest } from '../migrations/migrate-to-latest.js';
import { openSqlDatabase } from '../connection/open-sql-database.js';
import { type PostgresServer, startPostgres } from '../fixtures/postgres-server.fixture.js';
import { databaseWith } from '../dialect/database-with.js';
import { countReads } from './count-reads.js';
import { SqlApprovalStore } from './sql-approval.store.js';

type Kind = 'SQLite' | 'PostgreSQL';

const ROWS = 5000;
const SERIES: Readonly<Record<Kind, string>> = {
  SQLite: `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ROWS})`,
  PostgreSQL: `with n(i) as (select generate_series(1, ${ROWS}))`,
};
const COLUMNS = 'id, tenant, conversation, version, body';
const NEVER = Number.MAX_SAFE_INTEGER;
const FILTERED = 'created, expires, tool, requester, decider';
const FILTERS = `i, ${NEVER}, 'refund', 'ann', null`;
const VALUES = `'r' || i, 'acme', 'c' || (i / 2), 1, '{}'`;

let server: PostgresServer;
let databases: Readonly<Record<Kind, Kysely<unknown>>>;

/** Writes runs and approvals that all wait, in one tenant, and keeps the database from collecting statistics. */
const fill = async (kind: Kind): Promise<void> => {
  const database = databases[kind];
  const run = (statement: string) => sql.raw(statement).execute(database);
  await migrateToLatest(database);
  for (const [table, columns, values] of [
    ['toolgate_approval_runs', `${COLUMNS}, status, due, turn`, `${VALUES}, 'suspended', i, 0`],
    ['toolgate_approvals', `${COLUMNS}, status, run, ${FILTERED}`, `${VALUES}, 'PENDING', 'r' || i, ${FILTERS}`],
    ['toolgate_approval_deciders', 'place, decider, tenant, created, expires', `i, 'role:lead', 'acme', i, ${NEVER}`],
    [
      'toolgate_approval_events',
      'run, approval, tenant, type, at, body',
      `'r' || i, 'r' || i, 'acme', 'PENDING', i, '{}'`,
    ],
  ] as const) {
    if (kind === 'PostgreSQL') await run(`alter table ${table} set (autovacuum_enabled = false)`);
    await run(`${SERIES[kind]} insert into ${table} (${columns}) select ${values} from n`);
  }
};

beforeAll(async () => {
  server = await startPostgres();
  databases = {
    SQLite: await openSqlDatabase({ sqlite: { file: ':memory:' } }),
    PostgreSQL: await openSqlDatabase({ postgres: { connectionString: await server.makeDatabase() } }),
  };
  await fill('SQLite');
  await fill('PostgreSQL');
}, 60_000);

afterAll(async () => {
  await databases?.SQLite.destroy();
  await databases?.PostgreSQL.destroy();
  await server?.stop();
}, 30_000);

/** Returns the query plan of the statement that a store runs. */
const planOf = async (kind: Kind, read: (store: ApprovalStore) => Promise<unknown>): Promise<string> => {
  const database = databases[kind];
  const nodes: RootOperationNode[] = [];
  const watched = database.withPlugin({
    transformQuery: ({ node }) => {
      nodes.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await read(new SqlApprovalStore(watched));
  const query = database.getExecutor().compileQuery(nodes.at(-1)!, { queryId: 'plan' });
  return explained(kind, query);
};

const explained = async (kind: Kind, query: CompiledQuery): Promise<string> => {
  const explain = kind === 'SQLite' ? 'explain query plan' : 'explain';
  const { rows } = await databases[kind].executeQuery<{ readonly detail?: string; readonly 'QUERY PLAN'?: string }>(
    CompiledQuery.raw(`${explain} ${query.sql}`, [...query.parameters]),
  );
  return rows.map((row) => row.detail ?? row['QUERY PLAN']).join('\n');
};

const [tenant, conversation, runId] = ['acme', 'c7', 'r7'];
const decidableBy: Approver = { id: 'lee', tenant, roles: ['lead'] };
const INDEXES =
  /toolgate_\w+?_(?:status|waiting|tenant|conversation|run|order|due|pkey|expiring|overdue|tool|requester|decider|counted|at|few_parked|few_aside)\b/gu;
const [PENDING, suspended] = ['PENDING', 'suspended'] as const;

describe.each(['SQLite', 'PostgreSQL'] as const)('a store in %s with many waiting runs and no statistics', (kind) => {
  it.each<[string, string, (store: ApprovalStore) => Promise<unknown>]>([
    [
      'a run that waits in a conversation',
      'runs_conversation',
      (store) => store.runs({ tenant, conversation, status: suspended }),
    ],
    ['the runs of a conversation', 'runs_conversation', (store) => store.runs({ tenant, conversation })],
    [
      'those that are unfinished',
      'runs_conversation',
      (store) => store.runs({ tenant, conversation, kind: 'turn', unfinished: true }),
    ],
    ['those of a status', 'runs_conversation', (store) => store.runs({ conversation, status: suspended })],
    ['the runs of a tenant', 'runs_order', (store) => store.runs({ tenant })],
    ['the approvals of a conversation', 'approvals_conversation', (store) => store.approvals({ tenant, conversation })],
    ['those of every tenant', 'approvals_conversation', (store) => store.approvals({ conversation })],
    [
      'those that wait',
      'approvals_conversation',
      (store) => store.approvals({ tenant, conversation, status: PENDING }),
    ],
    [
      'those that wait, of every tenant',
      'approvals_conversation',
      (store) => store.approvals({ conversation, status: PENDING }),
    ],
    ['the approvals of a run', 'approvals_run', (store) => store.approvals({ tenant, runId })],
    ['those of it that wait', 'approvals_run', (store) => store.approvals({ tenant, runId, status: PENDING })],
    ['those of every tenant that wait', 'approvals_run', (store) => store.approvals({ runId, status: PENDING })],
    [
      'those of its conversation',
      'approvals_run',
      (store) => store.approvals({ runId, conversation, status: PENDING }),
    ],
    [
      'those that a person may decide',
      'approvals_conversation deciders_pkey',
      (store) => store.approvals({ conversation, decidableBy }),
    ],
    ['the approvals of a tenant', 'approvals_order', (store) => store.approvals({ tenant })],
    ['those of a tenant that wait', 'approvals_tenant', (store) => store.approvals({ tenant, status: PENDING })],
    [
      'the newest of them',
      'approvals_tenant',
      (store) => store.approvals({ tenant, status: PENDING, order: 'newest' }),
    ],
    [
      'a later page of them',
      'approvals_tenant',
      (store) => store.approvals({ tenant, status: PENDING, cursor: 'o7.7' }),
    ],
    [
      'those of a time',
      'approvals_tenant',
      (store) => store.approvals({ tenant, status: PENDING, createdFrom: 7, createdBefore: 9 }),
    ],
    [
      'next to expire',
      'approvals_expiring',
      (store) => store.approvals({ tenant, status: PENDING, order: 'expiring' }),
    ],
    [
      'expired, of a tenant',
      'approvals_tenant approvals_expiring',
      (store) => store.approvals({ tenant, status: 'EXPIRED' }),
    ],
    ['all that wait', 'approvals_waiting', (store) => store.approvals({ status: PENDING })],
    ['all that expire', 'approvals_overdue', (store) => store.approvals({ status: PENDING, order: 'expiring' })],
    ['all that are approved', 'approvals_status', (store) => store.approvals({ status: 'APPROVED' })],
    ['those of a tool', 'approvals_tool', (store) => store.approvals({ tenant, tools: ['mail'], status: PENDING })],
    [
      'those of a requester',
      'approvals_requester',
      (store) => store.approvals({ tenant, requester: 'ann', status: PENDING }),
    ],
    [
      'decided by a person',
      'approvals_decider',
      (store) => store.approvals({ tenant, decidedBy: 'ann', status: 'APPROVED' }),
    ],
    [
      'what a person may decide',
      'deciders_tenant deciders_tenant deciders_tenant deciders_tenant',
      (store) => store.approvals({ decidableBy }),
    ],
    [
      'what of it expires next',
      'deciders_expiring deciders_expiring deciders_expiring deciders_expiring',
      (store) => store.approvals({ decidableBy, order: 'expiring' }),
    ],
    [
      'what a person of every tenant may decide',
      'deciders_order deciders_order deciders_order',
      (store) => store.approvals({ decidableBy: { ...decidableBy, tenant: ANY_TENANT } }),
    ],
    ['all runs that wait', 'runs_waiting', (store) => store.runs({ status: suspended })],
    ['all runs that failed', 'runs_status', (store) => store.runs({ status: 'failed' })],
  ])('finds %s by the index %s', async (_name, index, read) => {
    const plan = await planOf(kind, read);
    // SQLite names the index of a primary key by itself.
    const named = plan.replaceAll(/sqlite_autoindex_(toolgate_\w+)_1/gu, '$1_pkey');
    const indexes = named.match(INDEXES)?.map((name) => name.replace(/toolgate_(?:approval_)?/u, ''));
    // The rows of the page itself are found by their places.
    expect(indexes?.filter((name) => name !== 'approvals_pkey').join(' ')).toBe(index);
    expect(plan).not.toMatch(SCAN);
  });

  it('counts by an index of what it counts, and reads no other rows', async () => {
    const { counts } = countReads(databaseWith(databases[kind]));
    const plan = await explained(kind, counts());
    const few = ['runs_few_parked', 'runs_few_aside', 'approvals_waiting', 'runs_due', 'runs_due'];
    expect(plan.match(INDEXES)).toEqual(few.map(nameOf));
    // The few rows in which triggers have counted are summed.
    expect(plan.replaceAll(/(?:Seq Scan on|SCAN) toolgate_approval_totals/gu, '')).not.toMatch(SCAN);
  });
});

const SCAN = /Seq Scan|SCAN (?:toolgate\w+|[ad])\b(?! USING)/u;
const nameOf = (index: string): string =>
  index.startsWith('runs') ? `toolgate_approval_${index}` : `toolgate_${index}`;
