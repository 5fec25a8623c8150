import type { Kysely } from 'kysely';
import { sql } from '../dialect/kysely.js';
import type { Migration } from '../dialect/migration.js';

const up = async (database: Kysely<unknown>): Promise<void> => {
  const { schema } = database;
  await schema
    .createTable('toolgate_memory_conversations')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('size', 'integer', (column) => column.notNull())
    .addColumn('used', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createTable('toolgate_memory_turns')
    .addColumn('conversation', 'text', (column) => column.notNull())
    .addColumn('turn', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('toolgate_memory_turns_key', ['conversation', 'turn'])
    .execute();
  await schema
    .createTable('toolgate_memory_messages')
    .addColumn('conversation', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('toolgate_memory_messages_key', ['conversation', 'position'])
    .execute();
  await schema
    .createIndex('toolgate_memory_system_messages')
    .on('toolgate_memory_messages')
    .columns(['conversation', 'position'])
    .where(sql<boolean>`role = 'system'`)
    .execute();
  await schema
    .createIndex('toolgate_memory_conversations_used')
    .on('toolgate_memory_conversations')
    .column('used')
    .execute();
};

/** The tables of `SqlChatMemoryRepository`. */
export const CHAT_MEMORY_MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-chat-memory': { up, ignorable: false },
};
