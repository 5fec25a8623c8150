import type { Provider } from '@nestjs/common';
import { Seams, factoryProvider, partsProvider } from '#core';
import { ToolCallbackResolver, ToolCallingManager, ToolRegistry, ToolResults } from 'toolgate/tool';
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
import { ApprovalSettings } from '../runs/approval-settings.js';

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
  partsProvider(ApprovalRuns, {
    store: ActiveStore,
    tools: ToolCallbackResolver,
    results: ToolResults,
    worker: RunWorker,
    leasedRuns: LeasedRuns,
    reconciler: RunReconciler,
    retention: RunRetention,
    inner: InnerRuns,
    settings: ApprovalSettings,
  }),
  partsProvider(GatedCalls, {
    store: ActiveStore,
    manager: ToolCallingManager,
    tools: ToolCallbackResolver,
    registry: ToolRegistry,
    claims: RunClaims,
    requesters: Requesters,
    leasedRuns: LeasedRuns,
    advancer: RunAdvancers,
    seams: Seams,
    settings: ApprovalSettings,
  }),
  partsProvider(ApprovalHealth, {
    store: ActiveStore,
    worker: RunWorker,
    dispatcher: RunDispatcher,
    notices: NoticeDelivery,
    settings: ApprovalSettings,
  }),
  partsProvider(ApprovalService, {
    store: ActiveStore,
    gate: ActiveGate,
    tools: ToolCallbackResolver,
    runs: ApprovalRuns,
    approvers: ApproverChecks,
    changes: ChangeSubscriptions,
    seams: Seams,
    settings: ApprovalSettings,
  }),
];
