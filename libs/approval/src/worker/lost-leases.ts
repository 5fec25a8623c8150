import type { StoredRun } from '../records/stored-run.js';
import type { ApprovalStore } from '../store/approval.store.js';
import type { Page } from '../store/approval-query.js';
import { transition } from '../transitions/transition.js';
import { RunSightings } from '../runs/run-sightings.js';
import type { ApprovalTimes } from '../runs/run-times.js';

const PAGE = 500;
const LOOKS_IN_A_LEASE = 3;

/**
 * Ends the leases of lost processes if the store's clock was set back, so that the leases appear valid. This process
 * must see such a run unchanged for as long as its lease was to last.
 */
export class LostLeases {
  private readonly sightings = new RunSightings();
  private lookedAt = -Infinity;

  constructor(
    private readonly store: () => ApprovalStore,
    private readonly times: ApprovalTimes,
  ) {}

  /**
   * Returns the ids of the runs whose leases it ended. It reads the store only a few times per lease, however often it
   * is called.
   */
  async end(): Promise<readonly string[]> {
    const now = performance.now();
    if (now - this.lookedAt < this.times.leaseMs / LOOKS_IN_A_LEASE) return [];
    this.lookedAt = now;
    const runs = await this.resuming();
    this.sightings.note(runs);
    const ended: string[] = [];
    for (const run of runs) if (await this.endOne(run)) ended.push(run.id);
    return ended;
  }

  private async resuming(): Promise<readonly StoredRun[]> {
    const runs: StoredRun[] = [];
    let cursor: string | undefined;
    do {
      const page: Page<StoredRun> = await this.store().runs({ status: 'resuming', limit: PAGE, cursor });
      runs.push(...page.items);
      cursor = page.cursor;
    } while (cursor !== undefined);
    return runs;
  }

  private async endOne({ id, lease, updatedAt }: StoredRun): Promise<boolean> {
    const seen = this.sightings.of(id);
    if (!lease || !seen || seen.forMs < lease.until - updatedAt) return false;
    const change = transition(this.times, ({ run }) => run.lease === undefined, seen);
    try {
      return (await this.store().change(id, change)) === true;
    } catch {
      // A run that cannot be changed must not delay the others; the worker reports it when it is due.
      return false;
    }
  }
}
