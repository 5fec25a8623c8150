import type { Kysely } from 'kysely';
import { sql } from '../dialect/kysely.js';
import type { Migration } from '../dialect/migration.js';
import { createOrdered } from './approval.migrations.js';

const TABLE = 'toolgate_approval_notices';

const up = async (database: Kysely<unknown>): Promise<void> => {
  await createOrdered(database, TABLE)
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('run', 'text', (column) => column.notNull())
    .addColumn('tenant', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('due', 'bigint', (column) => column.notNull())
    .addColumn('holder', 'text')
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('first', 'bigint')
    .addColumn('settled', 'bigint')
    .addColumn('error', 'text')
    .addColumn('body', 'text', (column) => column.notNull())
    .execute();
  const index = (name: string) => database.schema.createIndex(`${TABLE}_${name}`).on(TABLE);
  await index('run').columns(['run', 'channel', 'place']).execute();
  await index('due')
    .columns(['channel', 'due', 'place'])
    .where(sql<boolean>`state = 'open'`)
    .execute();
  await index('open')
    .columns(['at', 'channel'])
    .where(sql<boolean>`state = 'open'`)
    .execute();
  await index('parked')
    .column('place')
    .where(sql<boolean>`state = 'parked'`)
    .execute();
  await index('settled')
    .column('settled')
    .where(sql<boolean>`settled is not null`)
    .execute();
};

/** The table of the notices of channels. An instance of an earlier version ignores the table and writes no notices. */
export const NOTICES: Migration = { up, ignorable: { since: '0015-ignorable-migrations' } };
