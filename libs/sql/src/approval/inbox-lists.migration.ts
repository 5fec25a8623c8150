import type { Kysely } from 'kysely';
import { databaseWith } from '../dialect/database-with.js';
import { isPostgres } from '../dialect/is-postgres.js';
import { sql } from '../dialect/kysely.js';
import type { Migration } from '../dialect/migration.js';
import type { ApprovalTables } from './approval-tables.js';
import { countedTypes } from './counted-types.js';
import { fillColumns } from './fill-columns.js';
import { markOf } from './index-marks.js';
import { WAITING } from './waiting.js';

const APPROVALS = 'toolgate_approvals';
const DECIDERS = 'toolgate_approval_deciders';
const EVENTS = 'toolgate_approval_events';

const up = async (database: Kysely<unknown>): Promise<void> => {
  await addColumns(database);
  await addTables(database);
  await fillColumns(databaseWith<ApprovalTables>(database));
  await replaceIndexes(database);
  await addIndexes(database);
};

// A row that cannot be read keeps these values: it is listed, and never shown as expired.
const addColumns = async ({ schema }: Kysely<unknown>): Promise<void> => {
  const never = sql.lit(Number.MAX_SAFE_INTEGER);
  const table = () => schema.alterTable(APPROVALS);
  await table()
    .addColumn('created', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await table()
    .addColumn('expires', 'bigint', (column) => column.notNull().defaultTo(never))
    .execute();
  for (const name of ['tool', 'requester']) {
    await table()
      .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
      .execute();
  }
  await table().addColumn('decider', 'text').execute();
};

const addTables = async (database: Kysely<unknown>): Promise<void> => {
  await database.schema
    .createTable(DECIDERS)
    .addColumn('place', isPostgres(database) ? 'bigint' : 'integer', (column) => column.notNull())
    .addColumn('decider', 'text', (column) => column.notNull())
    .addColumn('tenant', 'text', (column) => column.notNull())
    .addColumn('requester', 'text')
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('expires', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint(`${DECIDERS}_pkey`, ['place', 'decider'])
    .execute();
  await database.schema
    .createTable('toolgate_tool_schemas')
    .addColumn('hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .execute();
};

const waits = () => sql<boolean>`status = ${sql.lit(WAITING.toolgate_approvals)}`;
const waitsNot = () => sql<boolean>`status <> ${sql.lit(WAITING.toolgate_approvals)}`;

/** Lists are ordered by the time of the request, and by the place among equal times. */
const replaceIndexes = async ({ schema }: Kysely<unknown>): Promise<void> => {
  for (const name of ['tenant', 'order', 'waiting', 'status']) await schema.dropIndex(`${APPROVALS}_${name}`).execute();
  const index = (name: string, columns: readonly string[]) =>
    schema
      .createIndex(`${APPROVALS}_${name}`)
      .on(APPROVALS)
      .columns([...columns]);
  await index('tenant', ['tenant', 'status', 'created', 'place']).where(markOf('creation')).execute();
  await index('order', ['tenant', 'created', 'place']).execute();
  await index('waiting', ['created', 'place'])
    .where(sql<boolean>`${waits()} and ${markOf('all')}`)
    .execute();
  await index('status', ['status', 'created', 'place']).where(waitsNot()).execute();
};

const addIndexes = async ({ schema }: Kysely<unknown>): Promise<void> => {
  const index = (table: string, name: string, columns: readonly string[]) =>
    schema
      .createIndex(`${table}_${name}`)
      .on(table)
      .columns([...columns]);
  await index(APPROVALS, 'expiring', ['tenant', 'status', 'expires', 'place']).where(markOf('expiry')).execute();
  await index(APPROVALS, 'overdue', ['expires', 'place'])
    .where(sql<boolean>`${waits()} and ${markOf('expiry')} and ${markOf('all')}`)
    .execute();
  for (const name of ['tool', 'requester']) {
    await index(APPROVALS, name, [name, 'tenant', 'status', 'created', 'place']).execute();
  }
  await index(APPROVALS, 'decider', ['decider', 'tenant', 'status', 'created', 'place'])
    .where(sql<boolean>`decider is not null`)
    .execute();
  await index(DECIDERS, 'tenant', ['tenant', 'decider', 'created', 'place']).execute();
  await index(DECIDERS, 'expiring', ['tenant', 'decider', 'expires', 'place']).where(markOf('expiry')).execute();
  await index(DECIDERS, 'order', ['decider', 'created', 'place']).execute();
  await index(EVENTS, 'counted', ['tenant', 'at']).where(countedTypes()).execute();
  await index(EVENTS, 'at', ['at']).where(countedTypes()).execute();
};

/**
 * Adds the columns by which an inbox filters and orders approvals, and the tables of the people who may decide and of
 * the schemas of tools.
 */
export const INBOX_LISTS: Migration = { up, ignorable: false };
