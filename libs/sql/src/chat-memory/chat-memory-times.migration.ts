import type { Kysely } from 'kysely';
import type { Migration } from '../dialect/migration.js';

const up = async ({ schema }: Kysely<unknown>): Promise<void> => {
  await schema.alterTable('toolgate_memory_messages').addColumn('turn', 'text').execute();
  await schema.alterTable('toolgate_memory_messages').addColumn('said', 'bigint').execute();
};

/** Adds a turn and a time to each message. Existing messages have neither. */
export const CHAT_MEMORY_TIMES: Migration = { up, ignorable: false };
