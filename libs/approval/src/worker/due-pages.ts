import { type DueWork, RUN_KINDS, RUN_SCHEMA } from '../records/stored-run.js';
import type { ApprovalStore, DueRuns } from '../store/approval.store.js';
import { eachAtOnce } from './each-at-once.js';

interface DuePagesParts {
  readonly store: () => ApprovalStore;
  readonly clients: () => readonly string[];
  /** Whether this process leaves a run to others for a while. */
  readonly isSkipped: (run: string) => boolean;
  /** The runs that this process leaves to others for a while, although it could load them. */
  readonly left: () => readonly string[];
  /** For how long due runs are reserved for this process, in milliseconds. */
  readonly reserveMs: number;
}

/** The action for each due run. */
interface DueAction {
  readonly work: DueWork;
  /** How many runs can be acted on now. It may decrease with each one. */
  readonly places: () => number;
  readonly act: (run: string) => Promise<void>;
}

/** The number of due runs on the first page, and the most on a later page. Usually the first page is enough. */
const FIRST_PAGE = 32;
const LARGEST_PAGE = 500;
const AT_ONCE = 8;
/** How often all due runs are listed. A store that reserves runs returns only those of known clients and versions. */
const LISTS_EACH_MS = 60_000;

/** Finds the runs that are due, page after page. */
export class DuePages {
  private readonly listedAt: Partial<Record<DueWork, number>> = {};

  constructor(private readonly parts: DuePagesParts) {}

  /** Acts on each due run. Returns in how many milliseconds the next one is due. */
  async each(action: DueAction): Promise<number | undefined> {
    const reserved = await this.eachReserved(action);
    const { [action.work]: listedAt = -Infinity } = this.listedAt;
    if (reserved && performance.now() - listedAt < LISTS_EACH_MS) return reserved.nextInMs;
    this.listedAt[action.work] = performance.now();
    const nextInMs = await this.eachListed(action);
    return reserved ? reserved.nextInMs : nextInMs;
  }

  /** Returns undefined if the store does not reserve runs. */
  private async eachReserved({ work, places, act }: DueAction): Promise<Pick<DueRuns, 'nextInMs'> | undefined> {
    const { store, clients, left, reserveMs: forMs } = this.parts;
    const known = { work, kinds: RUN_KINDS, schema: RUN_SCHEMA, forMs, ...(work === 'turn' && { clients: clients() }) };
    for (let size = FIRST_PAGE; ; size = Math.min(4 * size, LARGEST_PAGE)) {
      const limit = Math.min(size, places());
      if (limit <= 0) return {};
      const except = left();
      const page = await store().reserveDue?.(limit, { ...known, ...(except.length > 0 && { except }) });
      if (!page) return undefined;
      await eachAtOnce(page.runs, AT_ONCE, act);
      if (page.runs.length < limit) return page;
    }
  }

  private async eachListed({ work, places, act }: DueAction): Promise<number | undefined> {
    const { store, isSkipped } = this.parts;
    let cursor: string | undefined;
    // Without a free place, a run would only be listed again.
    for (let size = FIRST_PAGE; places() > 0; size = Math.min(4 * size, LARGEST_PAGE)) {
      const page: DueRuns = await store().due(size, { work, ...(cursor !== undefined && { cursor }) });
      const runs = page.runs.filter((id) => !isSkipped(id));
      await eachAtOnce(runs, Math.min(AT_ONCE, places()), async (id) => {
        if (places() > 0) await act(id);
      });
      if (page.cursor === undefined) return page.nextInMs;
      cursor = page.cursor;
    }
    return undefined;
  }
}
