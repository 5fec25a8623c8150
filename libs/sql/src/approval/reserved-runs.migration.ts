import type { Migration } from '../dialect/migration.js';
import type { StoredRun } from 'toolgate/approval';
import { storableId } from '../dialect/storable-id.js';
import { jsonIn, textColumn } from '../dialect/stored-text.js';
import type { ApprovalDatabase } from './approval-tables.js';

const PAGE = 500;
const table = 'toolgate_approval_runs';

const up = async (database: ApprovalDatabase): Promise<void> => {
  const { schema } = database;
  const added = [
    schema.alterTable(table).addColumn('kind', 'text', (column) => column.notNull().defaultTo('turn')),
    schema.alterTable(table).addColumn('schema', 'integer'),
    schema.alterTable(table).addColumn('client', 'text'),
    schema.alterTable(table).addColumn('reserved', 'bigint'),
  ];
  for (const column of added) await column.execute();
  let last: number | string | undefined = 0;
  while (last !== undefined) last = await fillClients(database, last);
};

/** Fills the clients of a page of the due runs. A row that cannot be read gets no client, and `due` still finds it. */
const fillClients = async (database: ApprovalDatabase, after: number | string) => {
  const rows = await database
    .selectFrom(table)
    .select(['place', textColumn(database, 'body').as('body')])
    .where('place', '>', after)
    .where('due', 'is not', null)
    .orderBy('place')
    .limit(PAGE)
    .execute();
  const places = new Map<string, (number | string)[]>();
  for (const { place, body } of rows) {
    const json = jsonIn<StoredRun>(body);
    const client = 'value' in json ? json.value.client : undefined;
    if (typeof client === 'string') places.set(client, [...(places.get(client) ?? []), place]);
  }
  for (const [client, found] of places) {
    await database
      .updateTable(table)
      .set({ client: storableId(client) })
      .where('place', 'in', found)
      .execute();
  }
  return rows.at(-1)?.place;
};

/**
 * Adds columns to the runs: those that determine which process can resume a run, and the time until which it is
 * reserved.
 */
export const RESERVED_RUNS: Migration = { up, ignorable: false };
