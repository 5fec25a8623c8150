import type { Kysely } from 'kysely';
import type { Migration } from '../migrations/migration.js';

const up = async ({ schema }: Kysely<unknown>): Promise<void> => {
  await schema.alterTable('toolgate_memory_messages').addColumn('turn', 'text').execute();
  await schema.alterTable('toolgate_memory_messages').addColumn('said', 'bigint').execute();
};

/** Gives each message its turn and its time; those that are there already have neither. */
export const CHAT_MEMORY_TIMES: Migration = { up };
