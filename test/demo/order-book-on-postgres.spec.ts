import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSqlDatabase } from 'toolgate/sql';
import type { DeskDatabase } from '../../apps/demo/src/database/desk-tables.js';
import { Effects } from '../../apps/demo/src/database/effects.js';
import { makeDeskTables } from '../../apps/demo/src/database/make-desk-tables.js';
import { Bank } from '../../apps/demo/src/orders/bank.js';
import { OrdersService } from '../../apps/demo/src/orders/orders.service.js';
import { OutboxService } from '../../apps/demo/src/outbox/outbox.service.js';
import { type PostgresServer, startPostgres } from '../../libs/sql/src/fixtures/postgres-server.fixture.js';

const CHAIR = { tenant: 'acme', orderNumber: 'A-1043' };

const EMAIL = { tenant: 'acme', to: 'ann@example.com', subject: 'Your order', body: 'It is refunded.' };

const INSTANCES = 6;

let server: PostgresServer;
let databases: DeskDatabase[];

beforeAll(async () => {
  server = await startPostgres();
});

afterAll(() => server.stop());

beforeEach(async () => {
  const connectionString = await server.makeDatabase();
  const open = async () => (await openSqlDatabase({ postgres: { connectionString } })) as DeskDatabase;
  databases = await Promise.all(Array.from({ length: INSTANCES }, open));
  return () => Promise.all(databases.map((database) => database.destroy()));
});

/** The order book of each instance; all of them start together. */
const openBooks = async (): Promise<readonly OrdersService[]> => {
  await Promise.all(databases.map((database) => makeDeskTables(database, true)));
  return databases.map((database) => new OrdersService(database, new Effects(database), new Bank()));
};

describe('the order book of several instances on PostgreSQL', () => {
  it('is created and filled once, although they start together', async () => {
    const [book] = await openBooks();
    expect(await book?.all()).toHaveLength(9);
  });

  it('refunds once for a key, and each instance returns the same result', async () => {
    const books = await openBooks();
    const results = await Promise.all(books.map((book) => book.refund(CHAIR, 70, 'run:0:0')));
    expect(results).toEqual(results.map(() => expect.objectContaining({ status: 'refunded', refunded: 70 })));
    expect(await databases[0]?.selectFrom('desk_effects').select('key').execute()).toEqual([{ key: 'run:0:0' }]);
  });

  it('refunds once if each instance refunds with a key of its own', async () => {
    const books = await openBooks();
    const refunds = await Promise.allSettled(books.map((book, index) => book.refund(CHAIR, 70, `run:${index}:0`)));
    expect(refunds.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await databases[0]?.selectFrom('desk_effects').select('key').execute()).toHaveLength(1);
  });

  it('sends an e-mail once for a key, beside the e-mails of the others', async () => {
    await openBooks();
    const outboxes = databases.map((database) => new OutboxService(database, new Effects(database)));
    await Promise.all(outboxes.map((outbox) => outbox.send(EMAIL, 'run:0:1')));
    await Promise.all(outboxes.map((outbox, index) => outbox.send(EMAIL, `run:${index}:2`)));
    expect(await outboxes[0]?.all()).toHaveLength(1 + INSTANCES);
  });
});
