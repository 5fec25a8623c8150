import { setTimeout as delay } from 'node:timers/promises';
import type { ShopDatabase } from './shop-database.fixture.js';
import { ShopInstance } from './shop-instance.fixture.js';
import type { DispatcherKind } from './shop/shop-job.fixture.js';

/** The open runs after the disturbances. */
export interface Remainder {
  readonly program: string;
  readonly dispatcher: DispatcherKind;
  readonly database: ShopDatabase;
  readonly ledger: string;
  readonly seed: string;
}

/** Long enough for a busy machine. */
const LEASE_MS = 5000;
const LONGEST_MS = 90_000;
const MOST_PROCESSES = 2;
const LOOK_EVERY_MS = 100;

/**
 * Answers and reports everything that is open, until nothing is; runs that stay open are stuck. Returns what was wrong
 * with the processes.
 */
export const drain = async ({ program, dispatcher, database, ledger, seed }: Remainder): Promise<readonly string[]> => {
  const { connection, processes } = database;
  const job = {
    database: connection,
    dispatcher,
    conversations: 1,
    ledger,
    kinds: [],
    mode: 'closing',
    worker: true,
    onMessage: 'reject',
  } as const;
  const instances = Array.from(
    { length: Math.min(processes, MOST_PROCESSES) },
    (_, slot) => new ShopInstance(program, { ...job, seed: `${seed}-last-${slot}`, leaseMs: LEASE_MS }),
  );
  const begun = performance.now();
  const isDone = (): boolean => instances.some(({ hasEnded }) => hasEnded) || instances.every(({ open }) => open === 0);
  while (!isDone() && performance.now() - begun < LONGEST_MS) await delay(LOOK_EVERY_MS);
  const faults = await Promise.all(
    instances.map(async (instance) => [...(await instance.stopWithin(LONGEST_MS)), ...(await instance.faultsOfEnd())]),
  );
  return faults.flat();
};
