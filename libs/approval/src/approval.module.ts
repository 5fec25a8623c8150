import { Module } from '@nestjs/common';
import { Seams } from '#core';
import { ChatModule } from '#chat';
import { ToolGate } from 'toolgate/tool';
import { GatedCalls } from './calls/gated-calls.js';
import { ApprovalChangeFeed } from './changes/approval-change.feed.js';
import { GuardedMethods } from './guard/guarded-methods.js';
import { ApprovalHealth } from './health/approval-health.js';
import { ApproverDirectory } from './requester/approver.directory.js';
import { RequesterResolver } from './requester/requester.resolver.js';
import { ApprovalService } from './service/approval.service.js';
import { ApprovalNotices } from './service/approval-notices.js';
import { ActiveGate } from './startup/active-gate.js';
import { CoverageReport } from './startup/coverage-report.js';
import { LimitsReport } from './startup/limits-report.js';
import { seamProviders } from './startup/seam-providers.js';
import { partProviders } from './startup/part-providers.js';
import { WorkerLifecycle } from './startup/worker-lifecycle.js';
import { ApprovalStore } from './store/approval.store.js';
import { ToolApprovalStrategy } from './strategy/tool-approval.strategy.js';
import { RunDispatcher } from './dispatch/run.dispatcher.js';

/** Runs the application's approval strategy before its tools, and saves turns that wait for a person. */
@Module({
  imports: [ChatModule],
  providers: [...seamProviders, ...partProviders, LimitsReport, CoverageReport, GuardedMethods, WorkerLifecycle],
  exports: [
    ToolApprovalStrategy,
    ApprovalStore,
    RequesterResolver,
    ApproverDirectory,
    RunDispatcher,
    ApprovalChangeFeed,
    ApprovalService,
    GatedCalls,
    ApprovalHealth,
    ApprovalNotices,
  ],
})
export class ApprovalModule {
  // It depends on few parts, so the gate is active before any prompt can run.
  constructor(seams: Seams, gate: ActiveGate) {
    seams.plug(ToolGate, () => gate.create());
  }
}
