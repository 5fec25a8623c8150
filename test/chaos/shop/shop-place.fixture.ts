import { Chance } from '../chance.fixture.js';
import { Ledger } from '../ledger/ledger.fixture.js';
import type { ShopJob } from './shop-job.fixture.js';

/** What everybody in one process of the shop shares. */
export class ShopPlace {
  readonly ledger: Ledger;
  readonly chance: Chance;
  /** From the moment the process is told to stop. */
  isLeaving = false;
  private names = 0;

  constructor(readonly job: ShopJob) {
    this.ledger = new Ledger(job.ledger);
    this.chance = new Chance(job.seed);
  }

  /** A name that nobody else in any process has. */
  readonly unique = (): string => `${this.job.seed}.${++this.names}`;

  /** Mostly a moment; now and then longer than a lease. */
  pauseMs(most: number): number {
    return this.chance.isHit(0.02) ? this.job.leaseMs * 1.5 : this.chance.below(most);
  }
}
