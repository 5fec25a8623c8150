import type { Approval } from '../records/approval.js';
import type { ApprovalEvent } from '../records/approval-event.js';
import type { Run, RunCheckpoint, RunState } from '../records/run.js';
import {
  type ApprovalQuery,
  ApprovalStore,
  type ChangeRun,
  type DueRuns,
  type Page,
  type PageQuery,
  type RunQuery,
} from './approval.store.js';
import { pageSize } from './page-size.js';

interface Row {
  run: Run;
  readonly position: number;
  readonly approvals: Map<string, Approval>;
  checkpoint?: RunCheckpoint;
  readonly events: ApprovalEvent[];
}

interface Listed {
  readonly tenant: string;
  readonly conversation?: string;
  readonly status: string;
}

/** Keeps runs and approvals as long as the process lives: for tests, and for a first try. */
export class InMemoryApprovalStore extends ApprovalStore {
  private readonly rows = new Map<string, Row>();
  private readonly runOf = new Map<string, Row>();
  private readonly list: Approval[] = [];

  constructor(private readonly now: () => number = Date.now) {
    super();
  }

  async change<T>(id: string, change: ChangeRun<T>): Promise<T> {
    const row = this.rows.get(id);
    const written = copy(change(row && stateOf(row), this.now()));
    const { run = row?.run, approvals = [], checkpoint = row?.checkpoint, events = [], result } = written;
    if (!run) return result;
    const kept: Row = row ?? { run, position: this.rows.size, approvals: new Map(), events: [] };
    kept.run = run;
    kept.checkpoint = checkpoint;
    kept.events.push(...events);
    for (const approval of approvals) {
      if (!kept.approvals.has(approval.id)) this.list.push(approval);
      kept.approvals.set(approval.id, approval);
      this.runOf.set(approval.id, kept);
    }
    this.rows.set(id, kept);
    return result;
  }

  async state(run: string): Promise<RunState | undefined> {
    const row = this.rows.get(run);
    return row && stateOf(row);
  }

  async checkpoint(run: string): Promise<RunCheckpoint | undefined> {
    return copy(this.rows.get(run)?.checkpoint);
  }

  async approval(id: string): Promise<Approval | undefined> {
    return copy(this.runOf.get(id)?.approvals.get(id));
  }

  async approvals(query: ApprovalQuery): Promise<Page<Approval>> {
    const all = this.list.map(({ id }) => this.runOf.get(id)!.approvals.get(id)!);
    return pageOf(all, query, ({ run }) => query.run === undefined || run === query.run);
  }

  async runs(query: RunQuery): Promise<Page<Run>> {
    return pageOf(
      [...this.rows.values()].map(({ run }) => run),
      query,
      () => true,
    );
  }

  async due(limit: number): Promise<DueRuns> {
    const now = this.now();
    const waiting = [...this.rows.values()].filter(({ run }) => run.dueAt !== undefined);
    const sorted = waiting.sort((a, b) => a.run.dueAt! - b.run.dueAt! || a.position - b.position);
    const due = sorted.filter(({ run }) => run.dueAt! <= now).slice(0, limit);
    const next = sorted.find(({ run }) => run.dueAt! > now);
    return { runs: due.map(({ run }) => run.id), ...(next && { nextInMs: next.run.dueAt! - now }) };
  }

  async events(run: string): Promise<readonly ApprovalEvent[]> {
    return copy(this.rows.get(run)?.events ?? []);
  }
}

const stateOf = ({ run, approvals }: Row): RunState => copy({ run, approvals: [...approvals.values()] });

const copy = <T>(value: T): T => structuredClone(value);

const pageOf = <T extends Listed>(
  all: readonly T[],
  query: PageQuery & { readonly status?: string },
  fits: (item: T) => boolean,
): Page<T> => {
  const from = query.cursor === undefined ? 0 : Number(query.cursor);
  const limit = pageSize(query.limit);
  const items: T[] = [];
  for (let index = from; index < all.length; index++) {
    if (items.length === limit) return { items: copy(items), cursor: String(index) };
    const item = all[index]!;
    if (isListed(item, query) && fits(item)) items.push(item);
  }
  return { items: copy(items) };
};

const isListed = (item: Listed, { tenant, conversation, status }: PageQuery & { readonly status?: string }): boolean =>
  (tenant === undefined || item.tenant === tenant) &&
  (conversation === undefined || item.conversation === conversation) &&
  (status === undefined || item.status === status);
