import type { CreateTableBuilder, Kysely } from 'kysely';
import { sql } from '../dialect/kysely.js';
import type { Migration } from '../dialect/migration.js';
import { isPostgres } from '../dialect/is-postgres.js';

const up = async (database: Kysely<unknown>): Promise<void> => {
  await createRuns(database);
  await createApprovals(database);
  await createEvents(database);
};

const createRuns = async (database: Kysely<unknown>): Promise<void> => {
  await createOrdered(database, 'toolgate_approval_runs')
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('tenant', 'text', (column) => column.notNull())
    .addColumn('conversation', 'text')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('due', 'bigint')
    .addColumn('body', 'text', (column) => column.notNull())
    .execute();
  await database.schema
    .createTable('toolgate_approval_checkpoints')
    .addColumn('run', 'text', (column) => column.primaryKey().notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .execute();
  await database.schema
    .createIndex('toolgate_approval_runs_due')
    .on('toolgate_approval_runs')
    .columns(['due', 'place'])
    .where(sql<boolean>`due is not null`)
    .execute();
  await createLists(database, 'toolgate_approval_runs');
};

const createApprovals = async (database: Kysely<unknown>): Promise<void> => {
  await createOrdered(database, 'toolgate_approvals')
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('run', 'text', (column) => column.notNull())
    .addColumn('tenant', 'text', (column) => column.notNull())
    .addColumn('conversation', 'text')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .execute();
  await database.schema
    .createIndex('toolgate_approvals_run')
    .on('toolgate_approvals')
    .columns(['run', 'place'])
    .execute();
  await createLists(database, 'toolgate_approvals');
};

const createEvents = async (database: Kysely<unknown>): Promise<void> => {
  await createOrdered(database, 'toolgate_approval_events')
    .addColumn('run', 'text', (column) => column.notNull())
    .addColumn('approval', 'text')
    .addColumn('tenant', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .execute();
  await database.schema
    .createIndex('toolgate_approval_events_run')
    .on('toolgate_approval_events')
    .columns(['run', 'place'])
    .execute();
};

/** A table with an increasing row number. */
export const createOrdered = (database: Kysely<unknown>, table: string): CreateTableBuilder<string, 'place'> =>
  database.schema
    .createTable(table)
    // SQLite generates values for an integer column that is the primary key.
    .addColumn('place', isPostgres(database) ? 'bigserial' : 'integer', (column) => column.primaryKey().notNull());

const createLists = async ({ schema }: Kysely<unknown>, table: string): Promise<void> => {
  await schema.createIndex(`${table}_status`).on(table).columns(['status', 'place']).execute();
  await schema.createIndex(`${table}_tenant`).on(table).columns(['tenant', 'status', 'place']).execute();
  await schema
    .createIndex(`${table}_conversation`)
    .on(table)
    // SQLite chooses the index with the most matching columns, so it reads little of a conversation.
    .columns(['conversation', 'status', 'tenant', 'place'])
    .where(sql<boolean>`conversation is not null`)
    .execute();
};

/** The tables of `SqlApprovalStore`. */
export const APPROVAL_MIGRATIONS: Readonly<Record<string, Migration>> = { '0002-approvals': { up, ignorable: false } };
