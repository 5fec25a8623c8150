import { describe, expect, it } from 'vitest';
import { openSqlDatabase } from 'toolgate/sql';
import type { DeskDatabase } from '../database/desk-tables.js';
import { Effects } from '../database/effects.js';
import { makeDeskTables } from '../database/make-desk-tables.js';
import { Bank } from './bank.js';
import { OrdersService } from './orders.service.js';

const openBook = async () => {
  const database = (await openSqlDatabase({ sqlite: { file: ':memory:' } })) as DeskDatabase;
  await makeDeskTables(database);
  return { database, orders: new OrdersService(database, new Effects(database), new Bank()) };
};

const CHAIR = { tenant: 'acme', orderNumber: 'A-1043' };

describe('the order book', () => {
  it('refunds once for a key, and returns the same result again', async () => {
    const { database, orders } = await openBook();
    const first = await orders.refund(CHAIR, 70, 'run:0:0');
    expect(first).toMatchObject({ number: 'A-1043', status: 'refunded', refunded: 70 });
    expect(await orders.refund(CHAIR, 70, 'run:0:0')).toEqual(first);
    await expect(orders.refund(CHAIR, 10, 'run:1:0')).rejects.toThrow('has already been refunded (€70)');
    expect(await orders.get(CHAIR)).toEqual(first);
    await database.destroy();
  });

  it('refunds once if two requests arrive together', async () => {
    const { database, orders } = await openBook();
    const [one, other] = await Promise.all([orders.refund(CHAIR, 70, 'key'), orders.refund(CHAIR, 70, 'key')]);
    expect(other).toEqual(one);
    await database.destroy();
  });

  it('stores nothing of a failed effect: the key may be used again', async () => {
    const { database, orders } = await openBook();
    await expect(orders.refund(CHAIR, 90, 'key')).rejects.toThrow('Refund €80 at most');
    expect(await orders.refund(CHAIR, 80, 'key')).toMatchObject({ refunded: 80 });
    await database.destroy();
  });

  it('is filled once', async () => {
    const { database, orders } = await openBook();
    const cancelled = await orders.cancel({ tenant: 'acme', orderNumber: 'A-1050' }, 'key');
    await makeDeskTables(database);
    expect(await orders.all()).toHaveLength(9);
    expect(await orders.get({ tenant: 'acme', orderNumber: 'a-1050' })).toEqual(cancelled);
    await database.destroy();
  });
});
