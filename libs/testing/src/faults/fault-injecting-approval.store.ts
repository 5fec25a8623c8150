import {
  type StoredApproval,
  type ApprovalCounts,
  type StoredEvent,
  ApprovalStore,
  type ApprovalStatsQuery,
  type ChangeRun,
  type DueQuery,
  type DueRuns,
  type EndedQuery,
  type NoticeStore,
  type Page,
  type ReserveQuery,
  type StoredRun,
  type RunCheckpoint,
  type RunQuery,
  type RunState,
  type StatusCounts,
  type StoredApprovalFilter,
  type StoredApprovalQuery,
  type StoredApprovalStats,
} from 'toolgate/approval';
import type { JsonSchema } from 'toolgate/model';

/** A planned failure of a store. */
export class InjectedFaultException extends Error {
  override readonly name = 'InjectedFaultException';
}

/** A method of a store into which a fault can be injected. */
export type StoreMethod = Exclude<keyof ApprovalStore, symbol>;

/** One call of a store. */
export interface StoreCall {
  readonly method: StoreMethod;
  /** The number of calls of the method, this one included. */
  readonly count: number;
  /** The number of calls of all methods, this one included. */
  readonly total: number;
}

/**
 * The fault of a call. `fail-before`: the call fails and changes nothing. `fail-after` and `lost-reply`: the call runs
 * completely and then fails. `stale`: a read returns its earlier result for the same arguments. `waitFor`: the call
 * begins when the promise resolves.
 */
export type StoreFault =
  | 'ok'
  | 'fail-before'
  | 'fail-after'
  | 'lost-reply'
  | 'stale'
  | { readonly waitFor: Promise<unknown> };

/** Decides on the fault of each call of a store. */
export type StorePlan = (call: StoreCall) => StoreFault;

/** A store that delegates to another store and fails as planned; `plan` can be changed at any time. */
export class FaultInjectingApprovalStore extends ApprovalStore {
  /** Every call so far. */
  readonly calls: StoreCall[] = [];
  private readonly answers = new Map<string, unknown>();

  constructor(
    private readonly store: ApprovalStore,
    public plan: StorePlan = () => 'ok',
  ) {
    super();
  }

  change<T>(run: string, change: ChangeRun<T>): Promise<T> {
    return this.callWithFault('change', () => this.store.change(run, change));
  }

  state(run: string): Promise<RunState | undefined> {
    return this.callWithFault('state', () => this.store.state(run), run);
  }

  checkpoint(run: string): Promise<RunCheckpoint | undefined> {
    return this.callWithFault('checkpoint', () => this.store.checkpoint(run), run);
  }

  approval(id: string): Promise<StoredApproval | undefined> {
    return this.callWithFault('approval', () => this.store.approval(id), id);
  }

  approvals(query: StoredApprovalQuery): Promise<Page<StoredApproval>> {
    return this.callWithFault('approvals', () => this.store.approvals(query), query);
  }

  count(filter: StoredApprovalFilter): Promise<StatusCounts> {
    return this.callWithFault('count', () => this.store.count(filter), filter);
  }

  stats(query: ApprovalStatsQuery): Promise<StoredApprovalStats> {
    return this.callWithFault('stats', () => this.store.stats(query), query);
  }

  toolSchema(hash: string): Promise<JsonSchema | undefined> {
    return this.callWithFault('toolSchema', () => this.store.toolSchema(hash), hash);
  }

  runs(query: RunQuery): Promise<Page<StoredRun>> {
    return this.callWithFault('runs', () => this.store.runs(query), query);
  }

  due(limit: number, query?: DueQuery): Promise<DueRuns> {
    return this.callWithFault('due', () => this.store.due(limit, query), { limit, ...query });
  }

  override isShared(): boolean {
    const { store } = this;
    return store.isShared?.() ?? store.reserveDue !== undefined;
  }

  override async reserveDue(limit: number, query: ReserveQuery): Promise<DueRuns | undefined> {
    const { store } = this;
    return store.reserveDue && this.callWithFault('reserveDue', async () => store.reserveDue?.(limit, query));
  }

  ended(query: EndedQuery): Promise<readonly string[]> {
    return this.callWithFault('ended', () => this.store.ended(query), query);
  }

  deleteEnded(query: EndedQuery): Promise<readonly string[]> {
    return this.callWithFault('deleteEnded', () => this.store.deleteEnded(query));
  }

  override async reserveTask(task: string, holder: string, forMs: number): Promise<boolean> {
    return this.callWithFault('reserveTask', async () => this.store.reserveTask?.(task, holder, forMs) ?? true);
  }

  /** Returns the other store's notices. Faults are never injected into their calls. */
  override notices(): NoticeStore | undefined {
    return this.store.notices?.();
  }

  events(run: string): Promise<readonly StoredEvent[]> {
    return this.callWithFault('events', () => this.store.events(run), run);
  }

  counts(): Promise<ApprovalCounts> {
    return this.callWithFault('counts', () => this.store.counts(), '');
  }

  setAside(run: string, reason: string): Promise<boolean> {
    return this.callWithFault('setAside', () => this.store.setAside(run, reason));
  }

  /** Calls the store with the planned fault. A call without a query is never stale. */
  private async callWithFault<T>(method: StoreMethod, send: () => Promise<T>, query?: unknown): Promise<T> {
    const count = this.calls.filter((call) => call.method === method).length + 1;
    const call = { method, count, total: this.calls.length + 1 };
    this.calls.push(call);
    const fault = this.plan(call);
    if (fault === 'fail-before')
      throw new InjectedFaultException(`Injected fault: ${method}() failed before it changed anything.`);
    if (typeof fault === 'object') await fault.waitFor;
    const key = query === undefined ? undefined : `${method} ${JSON.stringify(query)}`;
    if (fault === 'stale' && key !== undefined && this.answers.has(key))
      return structuredClone(this.answers.get(key)) as T;
    const answer = await send();
    if (key !== undefined) this.answers.set(key, structuredClone(answer));
    if (fault === 'fail-after')
      throw new InjectedFaultException(`Injected fault: ${method}() ran completely and then failed.`);
    if (fault === 'lost-reply')
      throw new InjectedFaultException(`Injected fault: ${method}() ran completely, and its reply was lost.`);
    return answer;
  }
}
