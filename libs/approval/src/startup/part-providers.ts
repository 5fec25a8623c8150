import type { Provider } from '@nestjs/common';
import { factoryProvider, partsProvider, Seams } from '#core';
import { ChatClientRegistry } from 'toolgate/chat';
import { ToolCallbackResolver, ToolCallingManager, ToolRegistry, ToolResults } from 'toolgate/tool';
import { CallAdvancer } from '../calls/call.advancer.js';
import { GatedCalls } from '../calls/gated-calls.js';
import { ApprovalChangeFeed } from '../changes/approval-change.feed.js';
import { ChangeSubscriptions } from '../changes/change-subscriptions.js';
import { NoticeDelivery } from '../delivery/notice-delivery.js';
import { RunDispatcher } from '../dispatch/run.dispatcher.js';
import { ExternalAdvancer } from '../external/external.advancer.js';
import { ApprovalHealth } from '../health/approval-health.js';
import { NoticeWakeUps } from '../notices/notice-wake-ups.js';
import { ApproverDirectory } from '../requester/approver.directory.js';
import { RequesterResolver } from '../requester/requester.resolver.js';
import { Requesters } from '../requester/requesters.js';
import { RunRetention } from '../retention/run-retention.js';
import { ApprovalSettings } from '../runs/approval-settings.js';
import { FollowedRuns } from '../runs/followed-runs.js';
import { InnerRuns } from '../runs/inner-runs.js';
import { LeasedRuns } from '../runs/leased-runs.js';
import { RunClaims } from '../runs/run-claims.js';
import { RunReconciler } from '../runs/run.reconciler.js';
import { StoredTurnPersistence } from '../runs/stored-turn.persistence.js';
import { ApprovalNotices } from '../service/approval-notices.js';
import { ApprovalRuns } from '../service/approval-runs.js';
import { ApprovalService } from '../service/approval.service.js';
import { ApproverChecks } from '../service/approver-checks.js';
import { ActiveStore } from '../store/active-store.js';
import { RunAdvancers } from '../worker/run-advancers.js';
import { RunWorker } from '../worker/run.worker.js';
import { TurnAdvancer } from '../worker/turn.advancer.js';
import { ActiveGate } from './active-gate.js';
import { ChannelReport } from './channel-report.js';

// The parts, by the names under which the constructors of other parts receive them.
const advancers = RunAdvancers;
const approvers = ApproverChecks;
const changes = ChangeSubscriptions;
const claims = RunClaims;
const clients = ChatClientRegistry;
const dispatcher = RunDispatcher;
const gate = ActiveGate;
const inner = InnerRuns;
const leasedRuns = LeasedRuns;
const manager = ToolCallingManager;
const notices = NoticeDelivery;
const reconciler = RunReconciler;
const registry = ToolRegistry;
const requesters = Requesters;
const results = ToolResults;
const retention = RunRetention;
const runs = ApprovalRuns;
const seams = Seams;
const settings = ApprovalSettings;
const store = ActiveStore;
const tools = ToolCallbackResolver;
const wakeUps = NoticeWakeUps;
const worker = RunWorker;

/** The parts of approvals. Each finds the application's store at each use. */
export const partProviders: readonly Provider[] = [
  // They save turns that wait for a person, and resume them.
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
  partsProvider(RunReconciler, { store, seams, tools, results, settings }),
  partsProvider(RunRetention, { store, settings }),
  partsProvider(RunClaims, { seams, requesters, tools, leasedRuns, settings }),
  partsProvider(CallAdvancer, { store, claims, manager, tools, leasedRuns, seams }),
  // The kind of a run selects the advancer that resumes it.
  factoryProvider(
    RunAdvancers,
    [ChatClientRegistry, CallAdvancer],
    (clients, call) => new RunAdvancers({ turn: new TurnAdvancer(clients), call, external: new ExternalAdvancer() }),
  ),
  partsProvider(InnerRuns, { store, tools, results, leasedRuns, advancers, settings }),
  partsProvider(RunWorker, { store, clients, advancers, dispatcher, leasedRuns, reconciler, tools, inner, settings }),
  partsProvider(StoredTurnPersistence, {
    store,
    seams,
    requesters,
    tools,
    leasedRuns,
    claims,
    worker,
    runs,
    inner,
    settings,
  }),
  // They deliver notices; the last one is the service for operators.
  NoticeWakeUps,
  ChannelReport,
  partsProvider(NoticeDelivery, { store, seams, wakeUps, settings }),
  factoryProvider(
    ApprovalNotices,
    [NoticeDelivery, ApprovalSettings],
    (delivery, { notices }) => new ApprovalNotices(delivery, notices.inboxUrl),
  ),
  // They form the service that people decide with.
  ActiveGate,
  factoryProvider(
    ChangeSubscriptions,
    [Seams],
    (seams) => new ChangeSubscriptions(() => seams.effective(ApprovalChangeFeed)),
  ),
  factoryProvider(
    ApproverChecks,
    [Seams, ApprovalSettings],
    (seams, { answerMs }) => new ApproverChecks(() => seams.provided(ApproverDirectory), answerMs),
  ),
  partsProvider(ApprovalRuns, { store, tools, results, worker, leasedRuns, reconciler, retention, inner, settings }),
  partsProvider(GatedCalls, {
    store,
    manager,
    tools,
    registry,
    claims,
    requesters,
    leasedRuns,
    advancer: advancers,
    seams,
    settings,
  }),
  partsProvider(ApprovalHealth, { store, worker, dispatcher, notices, settings }),
  partsProvider(ApprovalService, { store, gate, tools, runs, approvers, changes, seams, settings }),
];
