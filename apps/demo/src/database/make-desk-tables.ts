import { sql } from 'kysely';
import { ORDER_BOOK } from '../orders/order-book.js';
import type { DeskDatabase, DeskTransaction } from './desk-tables.js';

/** The key of an advisory lock: any number, if it is the same in each instance. */
const LOCK = 7_300_420;

/** Creates the tables of the desk and fills the order book; existing tables do not change. */
export const makeDeskTables = (database: DeskDatabase, isPostgres = false): Promise<void> =>
  database.transaction().execute(async (transaction) => {
    // Instances that start at the same time create the tables one after the other.
    if (isPostgres) await sql`select pg_advisory_xact_lock(${LOCK})`.execute(transaction);
    await createOrders(transaction);
    await transaction.schema
      .createTable('desk_outbox')
      .ifNotExists()
      .addColumn('id', 'integer', (column) =>
        isPostgres ? column.primaryKey().generatedAlwaysAsIdentity() : column.primaryKey(),
      )
      .addColumn('tenant', 'text', (column) => column.notNull())
      .addColumn('to', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .execute();
    await transaction.schema
      .createTable('desk_effects')
      .ifNotExists()
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('result', 'text', (column) => column.notNull())
      .execute();
  });

const createOrders = async (transaction: DeskTransaction): Promise<void> => {
  await transaction.schema
    .createTable('desk_orders')
    .ifNotExists()
    .addColumn('number', 'text', (column) => column.primaryKey())
    .addColumn('tenant', 'text', (column) => column.notNull())
    .addColumn('customer', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('item', 'text', (column) => column.notNull())
    .addColumn('amount', 'double precision', (column) => column.notNull())
    .addColumn('refunded', 'double precision', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .execute();
  const known = await transaction.selectFrom('desk_orders').select('number').limit(1).executeTakeFirst();
  if (!known) await transaction.insertInto('desk_orders').values(ORDER_BOOK).execute();
};
