import type { StoredApproval, StoredEvent, StoredRun } from 'toolgate/approval';
import { openSqlDatabase, SqlApprovalStore } from 'toolgate/sql';
import { readLedger } from './ledger/ledger.fixture.js';
import type { LedgerLine } from './ledger/ledger-line.fixture.js';
import type { ShopDatabase } from './shop-database.fixture.js';

/** All evidence: the ledger outside the processes, and the store at the end. */
export interface Evidence {
  readonly lines: readonly LedgerLine[];
  readonly runs: readonly StoredRun[];
  readonly approvals: readonly StoredApproval[];
  /** The ends of processes that should not have ended. */
  readonly faults: readonly string[];
}

/** Reads the ledger and the whole store, after every process has ended. */
export const collectEvidence = async (
  { connection }: ShopDatabase,
  ledger: string,
  faults: readonly string[],
): Promise<Evidence> => {
  const database = await openSqlDatabase(connection);
  const store = new SqlApprovalStore(database);
  const runs = await everyPage((cursor) => store.runs({ limit: PAGE, cursor }));
  const approvals = await everyPage((cursor) => store.approvals({ limit: PAGE, cursor }));
  await database.destroy();
  return { lines: readLedger(ledger), runs, approvals, faults };
};

/** The events of some runs in the store. */
export const eventsOf = async (
  { connection }: ShopDatabase,
  runs: readonly string[],
): Promise<ReadonlyMap<string, readonly StoredEvent[]>> => {
  const database = await openSqlDatabase(connection);
  const store = new SqlApprovalStore(database);
  const events = new Map<string, readonly StoredEvent[]>();
  for (const run of runs) events.set(run, await store.events(run));
  await database.destroy();
  return events;
};

const PAGE = 500;

type Page<T> = { readonly items: readonly T[]; readonly cursor?: string };

const everyPage = async <T>(read: (cursor: string | undefined) => Promise<Page<T>>): Promise<readonly T[]> => {
  const all: T[] = [];
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    all.push(...page.items);
    ({ cursor } = page);
  } while (cursor !== undefined);
  return all;
};
