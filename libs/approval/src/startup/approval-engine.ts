import { randomUUID } from 'node:crypto';
import type { Seams } from '#core';
import type { ChatClientRegistry } from 'toolgate/chat';
import { type ArgumentLimits, ToolCallbackResolver, type ToolResults } from 'toolgate/tool';
import type { ApprovalGate } from '../gate/approval.gate.js';
import type { ApprovalOptions } from '../options/approval-options.js';
import { STRATEGY_TIMEOUT_MS } from '../strategy/time-limits.js';
import type { StoredRun } from '../records/stored-run.js';
import { LeasedRuns } from '../runs/leased-runs.js';
import { reconcileRun } from '../runs/reconcile-run.js';
import { ApproverDirectory } from '../requester/approver.directory.js';
import { RequesterResolver } from '../requester/requester.resolver.js';
import { Requesters } from '../requester/requesters.js';
import { RunDispatcher } from '../worker/run.dispatcher.js';
import { type ApprovalTimes, TIMES } from '../runs/run-times.js';
import { RunWorker } from '../worker/run.worker.js';
import { StoredTurnPersistence } from '../runs/stored-turn.persistence.js';
import { ApprovalRuns } from '../service/approval-runs.js';
import { ApproverChecks } from '../service/approver-checks.js';
import { ApprovalService, type ApprovalServiceParts } from '../service/approval.service.js';
import type { AskPolicy } from '../service/check-edit.js';
import { ApprovalStore } from '../store/approval.store.js';
import { NotifyingApprovalStore } from '../store/notifying-approval.store.js';
import type { ToolApprovalAuditor } from '../audit/tool-approval.auditor.js';
import { ApprovalChangeFeed } from '../changes/approval-change.feed.js';
import { ChangeSubscriptions } from '../changes/change-subscriptions.js';

/**
 * Finds the parts of an approval engine. Each is resolved when it is needed, because an application may provide any of
 * them.
 */
export interface ApprovalEngineParts {
  readonly seams: Seams;
  readonly options: ApprovalOptions;
  /** The size limits of a call's arguments. */
  readonly argumentLimits?: ArgumentLimits;
  readonly clients: () => ChatClientRegistry;
  readonly gate: () => ApprovalGate;
  readonly results: () => ToolResults;
  readonly auditors: () => readonly ToolApprovalAuditor[];
}

const SHUTDOWN_MS = 10_000;
const CONCURRENCY = 8;

/** Creates the services that work with an ApprovalStore, once for each application. */
export class ApprovalEngine {
  readonly times: ApprovalTimes;
  readonly requesters: Requesters;
  readonly persistence: StoredTurnPersistence;
  readonly service: ApprovalService;
  readonly worker: RunWorker;
  readonly changes = new ChangeSubscriptions(() => this.parts.seams.effective(ApprovalChangeFeed));
  private notifying?: { readonly of: ApprovalStore; readonly store: ApprovalStore };

  constructor(private readonly parts: ApprovalEngineParts) {
    const { options, clients, results } = parts;
    const times = timesOf(options);
    const leasedRuns = new LeasedRuns();
    const store = () => this.store();
    const resolver = () => this.ifReplaced(RequesterResolver);
    const requesters = new Requesters(resolver);
    const tools = { resolve: (name: string) => parts.seams.effective(ToolCallbackResolver).resolve(name) };
    const wake = (): void => this.dispatcher().wake();
    // After its calls are settled, the run may be due.
    const reconcile = (run: StoredRun): Promise<void> =>
      reconcileRun({ store: this.store()!, resolver, tools, results, times }, run).then(wake);
    const close = (run: StoredRun): Promise<void> => this.worker.close(run);
    const { onMessage = 'reject', shutdownMs = SHUTDOWN_MS, concurrency = CONCURRENCY } = options;
    this.times = times;
    this.requesters = requesters;
    this.worker = new RunWorker({
      store,
      clients,
      dispatcher: () => this.dispatcher(),
      leasedRuns,
      times,
      reconcile,
      concurrency,
      shutdownMs,
    });
    this.persistence = new StoredTurnPersistence({
      store,
      resolver,
      requesters,
      tools,
      times,
      identifyMs: options.timeoutMs ?? STRATEGY_TIMEOUT_MS,
      leasedRuns,
      worker: randomUUID(),
      onMessage,
      wake,
      close,
    });
    const requestResume = (id: string): void => this.worker.request(id);
    const resuming = { wake, resume: close, requestResume, leasedRuns, reconcile };
    const runs = new ApprovalRuns({ store, times, tools, results, ...resuming });
    this.service = this.createService({ store, times, tools, wake, runs });
  }

  /** Returns the active store, which reports each write; undefined if the application provides none. */
  store(): ApprovalStore | undefined {
    const store = this.ifReplaced(ApprovalStore);
    if (!store) return undefined;
    if (this.notifying?.of === store) return this.notifying.store;
    const auditors = this.parts.auditors().filter(({ happened }) => happened);
    const feed = () => this.parts.seams.effective(ApprovalChangeFeed);
    this.notifying = { of: store, store: new NotifyingApprovalStore(store, auditors, feed) };
    return this.notifying.store;
  }

  /** Returns why a turn cannot wait for a person, and what to do about it; undefined if it can wait. */
  lack(): string | undefined {
    if (!this.store()) return 'no ApprovalStore is configured. Import SqlModule, or provide ApprovalStore.';
    if (this.ifReplaced(RequesterResolver)) return undefined;
    const missing = 'no RequesterResolver is provided under its own token.';
    const [bare] = this.parts.seams.collect(RequesterResolver);
    if (!bare?.type) return `${missing} Write { provide: RequesterResolver, useClass: … }.`;
    const { name } = bare.type;
    return `${missing} ${name} in ${bare.module} extends RequesterResolver. Write { provide: RequesterResolver, useClass: ${name} }.`;
  }

  private createService(
    shared: Pick<ApprovalServiceParts, 'store' | 'times' | 'tools' | 'wake' | 'runs'>,
  ): ApprovalService {
    const { options, gate, argumentLimits } = this.parts;
    const ask: AskPolicy = (call, of) => gate().askAboutEdit(call, of);
    const approvers = new ApproverChecks(
      () => this.ifReplaced(ApproverDirectory),
      options.timeoutMs ?? STRATEGY_TIMEOUT_MS,
    );
    return new ApprovalService({ ...shared, ask, approvers, changes: this.changes, limits: argumentLimits });
  }

  private dispatcher(): RunDispatcher {
    return this.parts.seams.effective(RunDispatcher);
  }

  private ifReplaced<T extends object>(token: Parameters<Seams['isReplaced']>[0] & { prototype: T }): T | undefined {
    const { seams } = this.parts;
    return seams.isReplaced(token) ? (seams.effective(token as never) as T) : undefined;
  }
}

const timesOf = (options: ApprovalOptions): ApprovalTimes => ({
  expiresInMs: options.expiresInMs ?? TIMES.expiresInMs,
  approvalLapsesInMs: options.approvalLapsesInMs ?? TIMES.approvalLapsesInMs,
  deadlineMs: options.deadlineMs ?? TIMES.deadlineMs,
  leaseMs: options.leaseMs ?? TIMES.leaseMs,
});
