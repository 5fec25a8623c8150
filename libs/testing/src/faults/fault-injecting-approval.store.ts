import {
  type StoredApproval,
  type ApprovalCounts,
  type StoredEvent,
  ApprovalStore,
  type ApprovalStatsQuery,
  type ChangeRun,
  type DueQuery,
  type DueRuns,
  type Page,
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
import { InjectedFaultException } from './injected-fault.errors.js';

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
 * The fault of a call. `fail-before`: the call fails and has changed nothing. `fail-after` and `lost-reply`: the call
 * is carried out completely, and fails then. `stale`: a read returns its earlier result for the same arguments.
 * `waitFor`: the call is slow, and begins when the promise resolves.
 */
export type StoreFault =
  'ok' | 'fail-before' | 'fail-after' | 'lost-reply' | 'stale' | { readonly waitFor: Promise<unknown> };

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
    return this.meet('change', () => this.store.change(run, change));
  }

  state(run: string): Promise<RunState | undefined> {
    return this.meet('state', () => this.store.state(run), run);
  }

  checkpoint(run: string): Promise<RunCheckpoint | undefined> {
    return this.meet('checkpoint', () => this.store.checkpoint(run), run);
  }

  approval(id: string): Promise<StoredApproval | undefined> {
    return this.meet('approval', () => this.store.approval(id), id);
  }

  approvals(query: StoredApprovalQuery): Promise<Page<StoredApproval>> {
    return this.meet('approvals', () => this.store.approvals(query), query);
  }

  count(filter: StoredApprovalFilter): Promise<StatusCounts> {
    return this.meet('count', () => this.store.count(filter), filter);
  }

  stats(query: ApprovalStatsQuery): Promise<StoredApprovalStats> {
    return this.meet('stats', () => this.store.stats(query), query);
  }

  toolSchema(hash: string): Promise<JsonSchema | undefined> {
    return this.meet('toolSchema', () => this.store.toolSchema(hash), hash);
  }

  runs(query: RunQuery): Promise<Page<StoredRun>> {
    return this.meet('runs', () => this.store.runs(query), query);
  }

  due(limit: number, query?: DueQuery): Promise<DueRuns> {
    return this.meet('due', () => this.store.due(limit, query), { limit, ...query });
  }

  events(run: string): Promise<readonly StoredEvent[]> {
    return this.meet('events', () => this.store.events(run), run);
  }

  counts(): Promise<ApprovalCounts> {
    return this.meet('counts', () => this.store.counts(), '');
  }

  setAside(run: string, reason: string): Promise<boolean> {
    return this.meet('setAside', () => this.store.setAside(run, reason));
  }

  /** Calls the store by its plan. A change has no key, and is never stale. */
  private async meet<T>(method: StoreMethod, act: () => Promise<T>, question?: unknown): Promise<T> {
    const count = this.calls.filter((call) => call.method === method).length + 1;
    const call = { method, count, total: this.calls.length + 1 };
    this.calls.push(call);
    const fault = this.plan(call);
    if (fault === 'fail-before') throw new InjectedFaultException(`${method} fails, and has done nothing.`);
    if (typeof fault === 'object') await fault.waitFor;
    const key = question === undefined ? undefined : `${method} ${JSON.stringify(question)}`;
    if (fault === 'stale' && key !== undefined && this.answers.has(key))
      return structuredClone(this.answers.get(key)) as T;
    const answer = await act();
    if (key !== undefined) this.answers.set(key, structuredClone(answer));
    if (fault === 'fail-after') throw new InjectedFaultException(`${method} fails, after it has done everything.`);
    if (fault === 'lost-reply')
      throw new InjectedFaultException(`${method} has done everything, and its reply is lost.`);
    return answer;
  }
}
