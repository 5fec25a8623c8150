import type { CreateTableBuilder, Kysely } from 'kysely';
import { sql } from '../dialect/kysely.js';
import type { Migration } from '../dialect/migration.js';
import { isPostgres } from '../dialect/is-postgres.js';

const CONVERSATIONS = 'toolgate_memory_conversations';
const TURNS = 'toolgate_memory_turns';
const MESSAGES = 'toolgate_memory_messages';

const up = async (database: Kysely<unknown>): Promise<void> => {
  const { schema } = database;
  await schema.dropIndex('toolgate_memory_system_messages').execute();
  await (isPostgres(database) ? alterTables(database) : replaceTables(database));
  await schema
    .createIndex('toolgate_memory_system_messages')
    .on(MESSAGES)
    .columns(['tenant', 'conversation', 'position'])
    .where(sql<boolean>`role = 'system'`)
    .execute();
};

const alterTables = async (database: Kysely<unknown>): Promise<void> => {
  await alterTable(database, CONVERSATIONS, 'toolgate_memory_conversations_pkey', ['tenant', 'id']);
  await alterTable(database, TURNS, 'toolgate_memory_turns_key', ['tenant', 'conversation', 'turn']);
  await alterTable(database, MESSAGES, 'toolgate_memory_messages_key', ['tenant', 'conversation', 'position']);
};

const alterTable = async ({ schema }: Kysely<unknown>, table: string, constraint: string, key: readonly string[]) => {
  await schema
    .alterTable(table)
    .addColumn('tenant', 'text', (column) => column.notNull().defaultTo('default'))
    .execute();
  await schema.alterTable(table).dropConstraint(constraint).execute();
  await schema
    .alterTable(table)
    .addPrimaryKeyConstraint(constraint, [...key])
    .execute();
};

type Table = CreateTableBuilder<string, string>;

const replaceTables = async (database: Kysely<unknown>): Promise<void> => {
  await replaceTable(database, CONVERSATIONS, (table) =>
    table
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('size', 'integer', (column) => column.notNull())
      .addColumn('used', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('toolgate_memory_conversations_key', ['tenant', 'id']),
  );
  await replaceTable(database, TURNS, (table) =>
    table
      .addColumn('conversation', 'text', (column) => column.notNull())
      .addColumn('turn', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('toolgate_memory_turns_key', ['tenant', 'conversation', 'turn']),
  );
  await replaceTable(database, MESSAGES, (table) =>
    table
      .addColumn('conversation', 'text', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('message', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('toolgate_memory_messages_key', ['tenant', 'conversation', 'position']),
  );
  const used = database.schema.createIndex('toolgate_memory_conversations_used').on(CONVERSATIONS).column('used');
  await used.execute();
};

/** SQLite cannot change the key of a table, so its rows move to a new one, whose first column is the tenant. */
const replaceTable = async (database: Kysely<unknown>, name: string, define: (table: Table) => Table) => {
  const { schema } = database;
  const before = `${name}_before_tenants`;
  await schema.alterTable(name).renameTo(before).execute();
  const table = schema.createTable(name).addColumn('tenant', 'text', (column) => column.notNull().defaultTo('default'));
  await define(table).execute();
  await sql`insert into ${sql.table(name)} select 'default', * from ${sql.table(before)}`.execute(database);
  await schema.dropTable(before).execute();
};

/** Adds a tenant to the tables of `SqlChatMemoryRepository`. Existing rows belong to the tenant `default`. */
export const CHAT_MEMORY_TENANTS: Migration = { up, ignorable: false };
