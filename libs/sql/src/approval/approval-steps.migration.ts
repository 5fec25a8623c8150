import type { Kysely } from 'kysely';
import type { Migration } from '../dialect/migration.js';

const up = async ({ schema }: Kysely<unknown>): Promise<void> => {
  await schema
    .createTable('toolgate_approval_steps')
    .addColumn('run', 'text', (column) => column.notNull())
    .addColumn('step', 'integer', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('toolgate_approval_steps_pkey', ['run', 'step'])
    .execute();
};

/** Adds a table for the steps that batches add to the checkpoints of their runs. */
export const APPROVAL_STEPS: Migration = { up, ignorable: false };
