import {
  type BeforeApplicationShutdown,
  Inject,
  Module,
  type OnApplicationBootstrap,
  type OnModuleInit,
  Optional,
} from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { registerBrand, SeamException, seamProvider, Seams } from '#core';
import { ChatClientRegistry, ChatModule, TurnPersistence } from 'toolgate/chat';
import { LineLogger } from 'toolgate/model';
import { TOOL_CALLING_OPTIONS, type ToolCallingOptions, ToolGate, ToolResults } from 'toolgate/tool';
import { AlwaysApproveStrategy } from './strategy/always-approve.strategy.js';
import { ApprovalEngine } from './startup/approval-engine.js';
import { ApprovalGate } from './gate/approval.gate.js';
import type { ApprovalOptions } from './options/approval-options.js';
import { APPROVAL_OPTIONS, RESOLVER_MEMBERS, STORE_MEMBERS } from './approval.constants.js';
import { assertOptions } from './options/assert-options.js';
import { ApprovalChangeFeed } from './changes/approval-change.feed.js';
import { InProcessChangeFeed } from './changes/in-process-change.feed.js';
import { EffectiveStrategy } from './strategy/effective.strategy.js';
import { activeStrategyName, activeStrategyWords } from './startup/active-strategy.js';
import { CoverageReport } from './startup/coverage-report.js';
import { LimitsReport } from './startup/limits-report.js';
import { ApproverDirectory } from './requester/approver.directory.js';
import { RequesterResolver } from './requester/requester.resolver.js';
import { RunDispatcher } from './worker/run.dispatcher.js';
import { TimerRunDispatcher } from './worker/timer-run.dispatcher.js';
import { ApprovalService } from './service/approval.service.js';
import { ApprovalStore } from './store/approval.store.js';
import { strategyOf } from './options/strategy-option.js';
import { ToolApprovalAuditor } from './audit/tool-approval.auditor.js';
import { ToolApprovalStrategy } from './strategy/tool-approval.strategy.js';

const OPTIONS = { token: APPROVAL_OPTIONS, optional: true };
const TOOL_CALLING = { token: TOOL_CALLING_OPTIONS, optional: true };

for (const seam of [ToolApprovalStrategy, ToolApprovalAuditor]) registerBrand(seam);

const registerStrategy = (seams: Seams, { strategy }: ApprovalOptions = {}): ToolApprovalStrategy =>
  seams.register(ToolApprovalStrategy, new EffectiveStrategy(seams), {
    fallback: () => new AlwaysApproveStrategy(),
    option: {
      value: strategyOf(strategy),
      from: 'ToolgateModule.forRoot({ approval: { strategy } })',
    },
    scoped: true,
    refuseBareSubclass: true,
  });

// Active if the application provides none. Its methods throw an error that states what to provide.
const absent = <T extends object>(what: string, members: readonly (keyof T & string)[], remedy: string): T => {
  const throwAbsent = (): never => {
    throw new SeamException(`No ${what} is configured. ${remedy}`);
  };
  return Object.fromEntries(members.map((member) => [member, throwAbsent])) as unknown as T;
};

const auditorsIn = (seams: Seams): readonly ToolApprovalAuditor[] =>
  seams.collect(ToolApprovalAuditor).map((found) => found.instance());

const makeGate = (seams: Seams, engine: () => ApprovalEngine, { onError, timeoutMs }: ApprovalOptions): ApprovalGate =>
  new ApprovalGate({
    strategyFor: ({ context }) => seams.forTurn(ToolApprovalStrategy, context),
    strategyName: () => (seams.isReplaced(ToolApprovalStrategy) ? activeStrategyName(seams) : undefined),
    wordsFor: (tool) => activeStrategyWords(seams, tool),
    auditors: auditorsIn(seams),
    onError,
    timeoutMs,
    canAsk: () => engine().store() !== undefined,
    requesterOf: (context) => engine().requesters.of(context),
  });

/** Runs the application's approval strategy before its tools, and saves turns that wait for a person. */
@Module({
  imports: [ChatModule],
  providers: [
    { provide: ToolApprovalStrategy, inject: [Seams, OPTIONS], useFactory: registerStrategy },
    seamProvider(
      ApprovalStore,
      STORE_MEMBERS,
      (options?: ApprovalOptions) => ({
        fallback: () =>
          absent<ApprovalStore>('ApprovalStore', STORE_MEMBERS, 'Import SqlModule, or provide ApprovalStore.'),
        option: { value: options?.store, from: 'ToolgateModule.forRoot({ approval: { store } })' },
      }),
      [OPTIONS],
    ),
    seamProvider(
      RequesterResolver,
      RESOLVER_MEMBERS,
      (options?: ApprovalOptions) => ({
        fallback: () =>
          absent<RequesterResolver>(
            'RequesterResolver',
            RESOLVER_MEMBERS,
            'Provide RequesterResolver in a module, or pass approval.requester.',
          ),
        option: { value: options?.requester, from: 'ToolgateModule.forRoot({ approval: { requester } })' },
      }),
      [OPTIONS],
    ),
    seamProvider(ApproverDirectory, ['current', 'eligible'], () => ({
      fallback: () =>
        absent<ApproverDirectory>(
          'ApproverDirectory',
          ['current', 'eligible'],
          'Provide ApproverDirectory in a module.',
        ),
    })),
    seamProvider(RunDispatcher, ['start', 'wake', 'stop'], () => ({ fallback: () => new TimerRunDispatcher() })),
    seamProvider(ApprovalChangeFeed, ['isListening', 'publish', 'subscribe'], () => ({
      fallback: () => new InProcessChangeFeed(),
    })),
    {
      provide: ApprovalEngine,
      // The last two must exist before this module plugs its own parts into them.
      inject: [Seams, ModuleRef, OPTIONS, TOOL_CALLING, ToolGate, TurnPersistence],
      useFactory: (
        seams: Seams,
        modules: ModuleRef,
        options: ApprovalOptions = {},
        toolCalling: ToolCallingOptions = {},
      ) => {
        assertOptions(options);
        const engine: ApprovalEngine = new ApprovalEngine({
          seams,
          options,
          argumentLimits: toolCalling.arguments,
          clients: () => modules.get(ChatClientRegistry, { strict: false }),
          gate: () => makeGate(seams, () => engine, options),
          results: () => modules.get(ToolResults, { strict: false }),
          auditors: () => auditorsIn(seams),
        });
        return engine;
      },
    },
    CoverageReport,
    LimitsReport,
    { provide: ApprovalService, inject: [ApprovalEngine], useFactory: ({ service }: ApprovalEngine) => service },
  ],
  exports: [
    ToolApprovalStrategy,
    ApprovalStore,
    RequesterResolver,
    ApproverDirectory,
    RunDispatcher,
    ApprovalChangeFeed,
    ApprovalService,
  ],
})
export class ApprovalModule implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new LineLogger('Toolgate');

  constructor(
    private readonly seams: Seams,
    private readonly coverage: CoverageReport,
    private readonly engine: ApprovalEngine,
    @Optional() @Inject(APPROVAL_OPTIONS) private readonly options: ApprovalOptions = {},
  ) {
    seams.plug(ToolGate, () => makeGate(seams, () => engine, options));
    seams.plug(TurnPersistence, () => engine.persistence);
  }

  onModuleInit(): void {
    if (this.options.onError === 'ask' && !this.engine.store()) {
      throw new SeamException(
        "approval.onError is 'ask', and no ApprovalStore is configured. Import SqlModule, or provide ApprovalStore.",
      );
    }
    if (this.seams.isReplaced(ToolGate)) {
      this.logger.warn(
        'The application provides its own ToolGate: no approval strategy is active. Remove that ToolGate to use one.',
      );
    } else {
      this.coverage.report();
    }
  }

  onApplicationBootstrap(): void {
    if (this.options.worker !== false) this.engine.worker.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    // A reader of changes must not keep the server from closing.
    this.engine.changes.close();
    return this.engine.worker.stop();
  }
}
