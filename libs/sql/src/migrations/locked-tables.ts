import { setTimeout as delay } from 'node:timers/promises';
import { recordOf } from '#core';
import { LineLogger } from 'toolgate/model';
import { SqlException } from '../errors/sql.errors.js';

/** How migrations on PostgreSQL wait for other transactions that use the tables, in milliseconds. */
export interface LockLimits {
  /** How long each attempt waits for a lock. Statements of other processes wait meanwhile. */
  readonly attemptMs: number;
  /** The pause between two attempts, in which other processes work. */
  readonly pauseMs: number;
  /** How long attempts are repeated. */
  readonly forMs: number;
}

/** An attempt is shorter than the lock timeout of a process, so that no statement of a process fails. */
export const LOCK_LIMITS: LockLimits = { attemptMs: 1000, pauseMs: 4000, forMs: 300_000 };

/** SQLSTATE codes for a lock that did not come in time, and for two transactions that wait for each other. */
const LOCKED: readonly unknown[] = ['55P03', '40P01'];

const logger = new LineLogger('Toolgate');

/** Waits between the attempts to migrate tables that other transactions use. */
export class LockedTables {
  private readonly since = performance.now();
  private isLogged = false;

  constructor(private readonly limits: LockLimits) {}

  /** Whether a migration failed because another transaction uses its tables. */
  static isCauseOf(error: unknown): boolean {
    return LOCKED.includes(recordOf(error).code);
  }

  /** Waits until the next attempt. Throws `SqlException` if the attempts have taken too long. */
  async wait(cause: unknown): Promise<void> {
    const { pauseMs, forMs } = this.limits;
    const seconds = Math.ceil(forMs / 1000);
    if (performance.now() - this.since >= forMs) {
      throw new SqlException(
        `The tables of toolgate could not be migrated within ${seconds} s: other transactions use them. Nothing was changed. ${REMEDY}, and start again. ${LIST}`,
        { cause },
      );
    }
    if (!this.isLogged) {
      logger.warn(
        `A migration waits for other transactions that use the tables, and is tried again for ${seconds} s. ${REMEDY}. ${LIST}`,
      );
    }
    this.isLogged = true;
    await delay(pauseMs);
  }
}

const REMEDY = 'End long transactions, such as a backup by pg_dump';
const LIST = 'To list them, run: select pid, xact_start, query from pg_stat_activity order by xact_start';
