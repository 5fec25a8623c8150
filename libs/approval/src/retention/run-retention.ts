import { randomUUID } from 'node:crypto';
import { LineLogger } from 'toolgate/model';
import { describeFailure } from '../errors/describe-failure.js';
import { changeRun } from '../runs/store-calls.js';
import type { ApprovalStore } from '../store/approval.store.js';
import { removeOldContent } from '../transitions/remove-content.js';
import { eachAtOnce } from '../worker/each-at-once.js';
import type { ActiveStore } from '../store/active-store.js';
import type { ApprovalSettings } from '../runs/approval-settings.js';

/** How many runs lost their content, and how many were deleted with all their records. */
export interface RemovedRuns {
  readonly contents: number;
  readonly records: number;
}

interface RunRetentionParts {
  readonly store: ActiveStore;
  readonly settings: ApprovalSettings;
}

const FIRST_MS = 60_000;
const EACH_MS = 600_000;
/** How long a lost process prevents others from removing runs. */
const RESERVED_MS = 60_000;
const TASK = 'retention';
const PAGE = 100;
const AT_ONCE = 4;
const MOST_FAILURES = 400;

/** Removes the content of ended runs, and later their records, in small batches and by one process at a time. */
export class RunRetention {
  private readonly logger = new LineLogger('Toolgate');
  private readonly holder = randomUUID();
  private timer?: NodeJS.Timeout;
  private isStopped = false;

  constructor(private readonly parts: RunRetentionParts) {}

  start(): void {
    if (this.parts.settings.retention && this.parts.store.find()) this.plan(FIRST_MS);
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  /** Removes the content and the records that are old enough now, unless another process removes them. */
  async apply(): Promise<RemovedRuns> {
    const store = this.parts.store.find();
    const { recordsMs, contentMs = recordsMs } = this.parts.settings.retention ?? {};
    if (!store) return { contents: 0, records: 0 };
    return {
      contents: contentMs === undefined ? 0 : await this.removeContents(store, contentMs),
      records: recordsMs === undefined ? 0 : await this.deleteRecords(store, recordsMs),
    };
  }

  private plan(ms: number): void {
    if (this.isStopped) return;
    this.timer = setTimeout(() => void this.run(), ms);
    this.timer.unref();
  }

  private async run(): Promise<void> {
    await this.apply().catch((error: unknown) => {
      this.logger.warn(`Old runs could not be removed, and are removed later: ${describeFailure(error)}`);
    });
    this.plan(EACH_MS);
  }

  private async removeContents(store: ApprovalStore, endedForMs: number): Promise<number> {
    const failed = new Set<string>();
    let count = 0;
    while (await this.isOurs(store)) {
      const listed = await store.ended({ limit: PAGE + failed.size, endedForMs });
      const runs = listed.filter((id) => !failed.has(id));
      await eachAtOnce(runs, AT_ONCE, async (id) => {
        try {
          const act = (draft: Parameters<typeof removeOldContent>[0]) => removeOldContent(draft, endedForMs);
          if (await changeRun(store, id, this.parts.settings.times, act)) count++;
        } catch (error) {
          this.leave(failed, id, error);
        }
      });
      if (runs.length === 0 || failed.size >= MOST_FAILURES) break;
    }
    return count;
  }

  // A run that cannot be read must not delay the others.
  private leave(failed: Set<string>, id: string, error: unknown): void {
    if (failed.size === 0) {
      this.logger.warn(
        `The content of some ended runs could not be removed. The first: ${describeFailure(error)} (runId ${id})`,
      );
    }
    failed.add(id);
  }

  private async deleteRecords(store: ApprovalStore, endedForMs: number): Promise<number> {
    let count = 0;
    while (await this.isOurs(store)) {
      const deleted = await store.deleteEnded({ limit: PAGE, endedForMs });
      count += deleted.length;
      if (deleted.length < PAGE) break;
    }
    return count;
  }

  private async isOurs(store: ApprovalStore): Promise<boolean> {
    if (this.isStopped) return false;
    return (await store.reserveTask?.(TASK, this.holder, RESERVED_MS)) ?? true;
  }
}
