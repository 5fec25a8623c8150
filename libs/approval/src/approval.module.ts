import { inspect } from 'node:util';
import {
  type BeforeApplicationShutdown,
  Inject,
  Module,
  type OnApplicationBootstrap,
  type OnModuleInit,
  Optional,
} from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { ChatClientRegistry, ChatModule, TurnPersistence } from 'toolgate/chat';
import { LineLogger } from 'toolgate/model';
import {
  registerBrand,
  SeamException,
  seamProvider,
  Seams,
  TOOL_CALLING_OPTIONS,
  type ToolCallback,
  type ToolCallingOptions,
  ToolGate,
  ToolRegistry,
  ToolResults,
} from 'toolgate/tool';
import { AlwaysApproveStrategy } from './strategy/always-approve.strategy.js';
import { ApprovalEngine } from './startup/approval-engine.js';
import { ApprovalGate } from './gate/approval.gate.js';
import type { ApprovalOptions } from './options/approval-options.js';
import { APPROVAL_OPTIONS, A_PERSON_DECIDES, RESOLVER_MEMBERS, STORE_MEMBERS } from './approval.constants.js';
import { assertOptions } from './options/assert-options.js';
import { ApprovalChangeFeed } from './changes/approval-change.feed.js';
import { InProcessChangeFeed } from './changes/in-process-change.feed.js';
import { strategyNameOf } from './composition/strategy-name.js';
import { EffectiveStrategy } from './strategy/effective.strategy.js';
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
const absent = <T extends object>(what: string, members: readonly (keyof T & string)[]): T => {
  const throwAbsent = (): never => {
    throw new SeamException(`No ${what} is configured. Provide one in any module.`);
  };
  return Object.fromEntries(members.map((member) => [member, throwAbsent])) as unknown as T;
};

const auditorsIn = (seams: Seams): readonly ToolApprovalAuditor[] =>
  seams.collect(ToolApprovalAuditor).map((found) => found.instance());

const makeGate = (seams: Seams, engine: () => ApprovalEngine, { onError, timeoutMs }: ApprovalOptions): ApprovalGate =>
  new ApprovalGate({
    strategyFor: ({ context }) => seams.forTurn(ToolApprovalStrategy, context),
    strategyName: () => (seams.isReplaced(ToolApprovalStrategy) ? nameOf(seams) : undefined),
    wordsFor: (tool) => wordsFor(seams, tool),
    auditors: auditorsIn(seams),
    onError,
    timeoutMs,
    canAsk: () => engine().store() !== undefined,
    requesterOf: (context) => engine().requesters.of(context),
  });

const strategyIn = (seams: Seams): ToolApprovalStrategy | undefined =>
  seams.isMadeForTurns(ToolApprovalStrategy) ? undefined : seams.effective(ToolApprovalStrategy);

const nameOf = (seams: Seams): string => {
  const strategy = strategyIn(seams);
  return strategy ? strategyNameOf(strategy) : seams.nameOf(ToolApprovalStrategy);
};

const wordsFor = (seams: Seams, tool: ToolCallback): { readonly words?: string } | undefined => {
  const strategy = strategyIn(seams);
  return strategy?.describe && { words: strategy.describe(tool) };
};

const isAskedAbout = (words = ''): boolean => words.includes(A_PERSON_DECIDES);

const SHOWN = 20;

const toolsAre = (names: readonly string[]): string => {
  if (names.length === 0) return 'There are no tools.';
  const more = names.length > SHOWN ? `, and ${names.length - SHOWN} more` : '';
  return `The tools are: ${names.slice(0, SHOWN).join(', ')}${more}.`;
};

interface Uncovered {
  readonly why: string;
  readonly effect: string;
  readonly way: string;
}

const NO_STRATEGY: Uncovered = {
  why: 'the application provides no ToolApprovalStrategy',
  effect: 'it runs for everyone',
  way: 'Provide one in any module.',
};

const NO_OPINION: Uncovered = {
  why: 'the strategy never has an opinion of it',
  effect: 'every call is rejected',
  way: 'Name the tool in a part of the strategy.',
};

/** Runs the application's approval strategy before its tools, and saves turns that wait for a person. */
@Module({
  imports: [ChatModule],
  providers: [
    { provide: ToolApprovalStrategy, inject: [Seams, OPTIONS], useFactory: registerStrategy },
    seamProvider(
      ApprovalStore,
      STORE_MEMBERS,
      (options?: ApprovalOptions) => ({
        fallback: () => absent<ApprovalStore>('ApprovalStore', STORE_MEMBERS),
        option: { value: options?.store, from: 'ToolgateModule.forRoot({ approval: { store } })' },
      }),
      [OPTIONS],
    ),
    seamProvider(
      RequesterResolver,
      RESOLVER_MEMBERS,
      (options?: ApprovalOptions) => ({
        fallback: () => absent<RequesterResolver>('RequesterResolver', RESOLVER_MEMBERS),
        option: { value: options?.requester, from: 'ToolgateModule.forRoot({ approval: { requester } })' },
      }),
      [OPTIONS],
    ),
    seamProvider(ApproverDirectory, ['current', 'eligible'], () => ({
      fallback: () => absent<ApproverDirectory>('ApproverDirectory', ['current', 'eligible']),
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
    private readonly tools: ToolRegistry,
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
      this.assertStrategy();
      this.reportUncovered();
      this.reportUnmatched();
      this.reportUnheard();
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

  private assertStrategy(): void {
    const strategy = strategyIn(this.seams);
    if (!strategy || typeof strategy.approve === 'function') return;
    throw new SeamException(
      `The provider of ToolApprovalStrategy has no method approve(): it is ${inspect(strategy, { depth: 0 })}. Provide a class that extends ToolApprovalStrategy, or the value of ToolApprovalStrategy.of(…).`,
    );
  }

  private reportUncovered(): void {
    for (const { callback, origin } of this.tools.all()) {
      if (callback.metadata.requiresApproval !== true) continue;
      const uncovered = this.whyUncovered(callback);
      if (!uncovered) continue;
      const { why, effect, way } = uncovered;
      const what = `"${callback.definition.name}" (${origin}) requires approval, and ${why}`;
      if (this.options.requireCoverage) throw new SeamException(`${what}. ${way}`);
      this.logger.warn(`${what}: ${effect}. ${way}`);
    }
  }

  // A misspelt pattern gates no tool.
  private reportUnmatched(): void {
    const tools = this.tools.callbacks();
    const names = tools.map(({ definition: { name } }) => name);
    for (const pattern of strategyIn(this.seams)?.unmatched?.(tools) ?? []) {
      const what = `No tool matches ${pattern}. ${toolsAre(names)} A text is a glob, in which only * is special; a RegExp is a regular expression. Correct the pattern, or remove it.`;
      if (this.options.requireCoverage) throw new SeamException(what);
      this.logger.warn(what);
    }
  }

  // An approval that cannot be saved fails its turn, so start-up reports it first.
  private reportUnheard(): void {
    const lack = this.engine.lack();
    const asked = lack && this.tools.all().find(({ callback }) => isAskedAbout(wordsFor(this.seams, callback)?.words));
    if (!asked) return;
    const what = `"${asked.callback.definition.name}" requires the decision of a person, and ${lack}`;
    if (this.options.requireCoverage) throw new SeamException(what);
    this.logger.warn(`${what} Until then, a turn that must wait fails.`);
  }

  private whyUncovered(tool: ToolCallback): Uncovered | undefined {
    if (!this.seams.isReplaced(ToolApprovalStrategy)) return NO_STRATEGY;
    const description = wordsFor(this.seams, tool);
    return description && description.words === undefined ? NO_OPINION : undefined;
  }
}
