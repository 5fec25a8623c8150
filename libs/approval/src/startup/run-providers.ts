import type { Provider } from '@nestjs/common';
import { Seams, factoryProvider, partsProvider } from '#core';
import { ChatClientRegistry } from 'toolgate/chat';
import { ToolCallbackResolver, ToolCallingManager, ToolResults } from 'toolgate/tool';
import { RequesterResolver } from '../requester/requester.resolver.js';
import { Requesters } from '../requester/requesters.js';
import { ApprovalChangeFeed } from '../changes/approval-change.feed.js';
import { CallAdvancer } from '../calls/call.advancer.js';
import { ExternalAdvancer } from '../external/external.advancer.js';
import { InnerRuns } from '../runs/inner-runs.js';
import { FollowedRuns } from '../runs/followed-runs.js';
import { LeasedRuns } from '../runs/leased-runs.js';
import { RunClaims } from '../runs/run-claims.js';
import { RunReconciler } from '../runs/run.reconciler.js';
import { StoredTurnPersistence } from '../runs/stored-turn.persistence.js';
import { ApprovalRuns } from '../service/approval-runs.js';
import { ActiveStore } from '../store/active-store.js';
import { RunDispatcher } from '../dispatch/run.dispatcher.js';
import { RunRetention } from '../retention/run-retention.js';
import { RunAdvancers } from '../worker/run-advancers.js';
import { RunWorker } from '../worker/run.worker.js';
import { TurnAdvancer } from '../worker/turn.advancer.js';
import { ApprovalSettings } from '../runs/approval-settings.js';

/** The parts that save turns that wait for a person, and resume them. Each finds the application's store at each use. */
export const runProviders: readonly Provider[] = [
  ApprovalSettings,
  ActiveStore,
  factoryProvider(
    LeasedRuns,
    [Seams],
    (seams) => new LeasedRuns(new FollowedRuns(() => seams.effective(ApprovalChangeFeed))),
  ),
  factoryProvider(
    Requesters,
    [Seams],
    (seams) => new Requesters(seams.cached(() => seams.provided(RequesterResolver))),
  ),
  partsProvider(RunReconciler, {
    store: ActiveStore,
    seams: Seams,
    tools: ToolCallbackResolver,
    results: ToolResults,
    settings: ApprovalSettings,
  }),
  partsProvider(RunRetention, { store: ActiveStore, settings: ApprovalSettings }),
  partsProvider(RunClaims, {
    seams: Seams,
    requesters: Requesters,
    tools: ToolCallbackResolver,
    leasedRuns: LeasedRuns,
    settings: ApprovalSettings,
  }),
  partsProvider(CallAdvancer, {
    store: ActiveStore,
    claims: RunClaims,
    manager: ToolCallingManager,
    tools: ToolCallbackResolver,
    leasedRuns: LeasedRuns,
    seams: Seams,
  }),
  // The kind of a run selects the advancer that resumes it.
  factoryProvider(
    RunAdvancers,
    [ChatClientRegistry, CallAdvancer],
    (clients, call) => new RunAdvancers({ turn: new TurnAdvancer(clients), call, external: new ExternalAdvancer() }),
  ),
  partsProvider(InnerRuns, {
    store: ActiveStore,
    tools: ToolCallbackResolver,
    results: ToolResults,
    leasedRuns: LeasedRuns,
    advancers: RunAdvancers,
    settings: ApprovalSettings,
  }),
  partsProvider(RunWorker, {
    store: ActiveStore,
    clients: ChatClientRegistry,
    advancers: RunAdvancers,
    dispatcher: RunDispatcher,
    leasedRuns: LeasedRuns,
    reconciler: RunReconciler,
    tools: ToolCallbackResolver,
    inner: InnerRuns,
    settings: ApprovalSettings,
  }),
  partsProvider(StoredTurnPersistence, {
    store: ActiveStore,
    seams: Seams,
    requesters: Requesters,
    tools: ToolCallbackResolver,
    leasedRuns: LeasedRuns,
    claims: RunClaims,
    worker: RunWorker,
    runs: ApprovalRuns,
    inner: InnerRuns,
    settings: ApprovalSettings,
  }),
];
