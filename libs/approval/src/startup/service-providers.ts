import type { Provider } from '@nestjs/common';
import { factoryProvider, Seams } from '#core';
import { ToolCallbackResolver, ToolCallingManager, ToolRegistry, ToolResults } from 'toolgate/tool';
import { CallTraces } from '../calls/call-traces.js';
import { GatedCalls } from '../calls/gated-calls.js';
import { ApprovalChangeFeed } from '../changes/approval-change.feed.js';
import { ChangeSubscriptions } from '../changes/change-subscriptions.js';
import { Requesters } from '../requester/requesters.js';
import { ApproverDirectory } from '../requester/approver.directory.js';
import { RunDispatcher } from '../dispatch/run.dispatcher.js';
import { NoticeDelivery } from '../delivery/notice-delivery.js';
import { ApprovalHealth } from '../health/approval-health.js';
import { InnerRuns } from '../runs/inner-runs.js';
import { LeasedRuns } from '../runs/leased-runs.js';
import { RunClaims } from '../runs/run-claims.js';
import { RunReconciler } from '../runs/run.reconciler.js';
import { ApprovalRuns } from '../service/approval-runs.js';
import { ApprovalService } from '../service/approval.service.js';
import { ApproverChecks } from '../service/approver-checks.js';
import { ActiveStore } from '../store/active-store.js';
import { RunRetention } from '../retention/run-retention.js';
import { RunAdvancers } from '../worker/run-advancers.js';
import { RunWorker } from '../worker/run.worker.js';
import { ActiveGate } from './active-gate.js';
import { ApprovalSettings } from './approval-settings.js';

/** The service that people decide with, and its parts. */
export const serviceProviders: readonly Provider[] = [
  ActiveGate,
  factoryProvider(ChangeSubscriptions, [Seams], (seams) => {
    const feed = () => seams.effective(ApprovalChangeFeed);
    return new ChangeSubscriptions(feed);
  }),
  factoryProvider(
    ApproverChecks,
    [Seams, ApprovalSettings],
    (seams, { answerMs }) => new ApproverChecks(() => seams.provided(ApproverDirectory), answerMs),
  ),
  factoryProvider(
    ApprovalRuns,
    [
      ActiveStore,
      ToolCallbackResolver,
      ToolResults,
      RunWorker,
      LeasedRuns,
      RunReconciler,
      ApprovalSettings,
      RunRetention,
      InnerRuns,
    ],
    (...[store, tools, results, worker, leasedRuns, reconciler, { times }, retention, inner]) =>
      new ApprovalRuns({
        store: () => store.find(),
        times,
        tools,
        results,
        resume: (run) => worker.close(run),
        requestResume: (run) => void worker.request(run),
        leasedRuns,
        settle: (run) => inner.settle(run),
        reconcile: (run) => reconciler.reconcile(run),
        applyRetention: () => retention.apply(),
      }),
  ),
  factoryProvider(
    GatedCalls,
    [
      ActiveStore,
      ToolCallingManager,
      ToolCallbackResolver,
      ToolRegistry,
      RunClaims,
      Requesters,
      LeasedRuns,
      RunAdvancers,
      Seams,
      ApprovalSettings,
    ],
    (...[store, manager, tools, registry, claims, requesters, leasedRuns, advancer, seams, { times }]) =>
      new GatedCalls({
        store: () => store.find(),
        manager,
        tools,
        registry,
        claims,
        requesters,
        leasedRuns,
        advancer,
        times,
        traceParent: () => seams.effective(CallTraces).current(),
      }),
  ),
  factoryProvider(
    ApprovalHealth,
    [ActiveStore, RunWorker, RunDispatcher, NoticeDelivery, ApprovalSettings],
    (...[store, worker, dispatcher, notices, { hasWorker }]) =>
      new ApprovalHealth({
        store: () => store.find(),
        worker: () => worker.state,
        hasWorker,
        isDispatching: () => dispatcher.isRunning?.() ?? true,
        notices: () => notices.counts(),
      }),
  ),
  factoryProvider(
    ApprovalService,
    [
      ActiveStore,
      ActiveGate,
      ToolCallbackResolver,
      ApprovalRuns,
      ApproverChecks,
      ChangeSubscriptions,
      Seams,
      ApprovalSettings,
    ],
    (...[store, gate, tools, runs, approvers, changes, seams, { times, argumentLimits }]) =>
      new ApprovalService({
        store: () => store.find(),
        times,
        tools,
        ask: (call, of) => gate.create().askAgain(call, of),
        limits: argumentLimits,
        runs,
        changes,
        approvers,
        traces: () => seams.effective(CallTraces),
      }),
  ),
];
