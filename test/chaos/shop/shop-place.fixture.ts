import { setTimeout as delay } from 'node:timers/promises';
import { Chance } from '../chance.fixture.js';
import { Ledger } from '../ledger/ledger.fixture.js';
import type { ShopJob, ShopReport } from './shop-job.fixture.js';

/** What all people in one process of the shop share. */
export class ShopPlace {
  readonly ledger: Ledger;
  readonly chance: Chance;
  /** True from the moment the process receives a signal to stop. */
  isLeaving = false;
  private names = 0;

  constructor(readonly job: ShopJob) {
    this.ledger = new Ledger(job.ledger);
    this.chance = new Chance(job.seed);
  }

  /** A name that is unique across all processes. */
  readonly unique = (): string => `${this.job.seed}.${++this.names}`;

  /** Waits a moment, sometimes longer than a lease; before that the whole process may stop itself. */
  async pause(mostMs: number, stops = 0.03): Promise<void> {
    if (this.job.mode === 'open' && this.chance.isHit(stops)) await this.stop();
    await delay(this.chance.isHit(0.02) ? this.job.leaseMs * 1.5 : this.chance.below(mostMs));
  }

  // The program that started the process continues it.
  private async stop(): Promise<void> {
    const report: ShopReport = { type: 'stops', forMs: this.job.leaseMs * (1 + 2 * this.chance.next()) };
    await new Promise((resolve) => process.send?.(report, resolve));
    process.kill(process.pid, 'SIGSTOP');
  }
}
