import type { Kysely } from 'kysely';
import type { Migration } from '../dialect/migration.js';

const TURNS = 'toolgate_live_turns';

const up = async ({ schema }: Kysely<unknown>): Promise<void> => {
  await schema
    .createTable(TURNS)
    .addColumn('run', 'text', (column) => column.primaryKey().notNull())
    .addColumn('tenant', 'text', (column) => column.notNull())
    .addColumn('conversation', 'text')
    .addColumn('requester', 'text')
    .addColumn('attempt', 'integer', (column) => column.notNull())
    .addColumn('first', 'integer', (column) => column.notNull())
    .addColumn('writer', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('opened', 'bigint', (column) => column.notNull())
    .addColumn('until', 'bigint', (column) => column.notNull())
    .addColumn('aborted', 'integer', (column) => column.notNull())
    .execute();
  await schema
    .createTable('toolgate_live_parts')
    .addColumn('run', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('size', 'integer', (column) => column.notNull())
    .addColumn('bytes', 'integer', (column) => column.notNull())
    .addColumn('parts', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('toolgate_live_parts_key', ['run', 'position'])
    .execute();
  const conversation = ['conversation', 'tenant', 'opened'];
  await schema.createIndex('toolgate_live_turns_conversation').on(TURNS).columns(conversation).execute();
  await schema.createIndex('toolgate_live_turns_until').on(TURNS).column('until').execute();
};

/** The tables of `SqlTurnLog`. */
export const LIVE_TURNS_TABLES: Migration = { up, ignorable: false };
