import { inspect } from 'node:util';
import { Inject, Injectable, type OnModuleInit, Optional } from '@nestjs/common';
import { SeamException, Seams, toolsAre } from '#core';
import { LineLogger } from 'toolgate/model';
import { type ToolCallback, ToolGate, ToolRegistry } from 'toolgate/tool';
import { A_PERSON_DECIDES, APPROVAL_OPTIONS } from '../approval.constants.js';
import type { ApprovalOptions } from '../options/approval-options.js';
import { ToolApprovalStrategy } from '../strategy/tool-approval.strategy.js';
import { activeStrategy, activeStrategyWords } from './active-strategy.js';
import { ActiveStore } from '../store/active-store.js';
import { RequesterResolver } from '../requester/requester.resolver.js';

const isAskedAbout = (words = ''): boolean => words.includes(A_PERSON_DECIDES);

interface Uncovered {
  readonly why: string;
  readonly effect: string;
  readonly remedy: string;
}

const NO_STRATEGY: Uncovered = {
  why: 'the application provides no ToolApprovalStrategy',
  effect: 'it runs for everyone',
  remedy: 'Provide one in any module.',
};

const NO_OPINION: Uncovered = {
  why: 'the strategy abstains on every call of it',
  effect: 'every call is rejected',
  remedy: 'Name the tool in a part of the strategy.',
};

/** Reports at start-up which tools the strategy does not decide as they require, and which patterns match no tool. */
@Injectable()
export class CoverageReport implements OnModuleInit {
  private readonly logger = new LineLogger('Toolgate');

  constructor(
    private readonly seams: Seams,
    private readonly tools: ToolRegistry,
    private readonly store: ActiveStore,
    @Optional() @Inject(APPROVAL_OPTIONS) private readonly options: ApprovalOptions = {},
  ) {}

  /** Logs each gap. Throws `SeamException` for an invalid strategy, and for the first gap with `requireCoverage`. */
  onModuleInit(): void {
    if (this.options.onError === 'ask' && !this.store.find()) {
      throw new SeamException(
        "approval.onError is 'ask', and no ApprovalStore is configured. Import SqlModule, or provide ApprovalStore.",
      );
    }
    if (this.seams.isReplaced(ToolGate)) {
      this.logger.warn(
        'The application provides its own ToolGate: no approval strategy is active. Remove that ToolGate to use one.',
      );
      return;
    }
    this.assertStrategy();
    this.reportUncovered();
    this.reportUnmatched();
    this.reportUnsaveable();
  }

  private assertStrategy(): void {
    const strategy = activeStrategy(this.seams);
    if (!strategy || typeof strategy.approve === 'function') return;
    throw new SeamException(
      `The provider of ToolApprovalStrategy has no method approve(): it is ${inspect(strategy, { depth: 0 })}. Provide a class that extends ToolApprovalStrategy, or the value of ToolApprovalStrategy.of(…).`,
    );
  }

  private reportUncovered(): void {
    for (const { callback, origin } of this.tools.all()) {
      // A person decides a guarded method that no strategy decides.
      if (callback.metadata.requiresApproval !== true || callback.metadata.guard) continue;
      const uncovered = this.whyUncovered(callback);
      if (!uncovered) continue;
      const { why, effect, remedy } = uncovered;
      const what = `"${callback.definition.name}" (${origin}) requires approval, and ${why}`;
      if (this.options.requireCoverage) throw new SeamException(`${what}. ${remedy}`);
      this.logger.warn(`${what}: ${effect}. ${remedy}`);
    }
  }

  // A misspelt pattern gates no tool.
  private reportUnmatched(): void {
    const tools = this.tools.ofApplication();
    const names = tools.map(({ definition: { name } }) => name);
    for (const pattern of activeStrategy(this.seams)?.unmatched?.(tools) ?? []) {
      const what = `No tool matches ${pattern}. ${toolsAre(names)} A string is a glob, in which only * is special; a RegExp is a regular expression. Correct the pattern, or remove it.`;
      if (this.options.requireCoverage) throw new SeamException(what);
      this.logger.warn(what);
    }
  }

  // An approval that cannot be saved fails its turn, so start-up reports it first.
  private reportUnsaveable(): void {
    const lack = lackOf(this.store, this.seams);
    const asked =
      lack &&
      this.tools
        .all()
        .find(
          ({ callback }) => callback.metadata.guard ?? isAskedAbout(activeStrategyWords(this.seams, callback)?.words),
        );
    if (!asked) return;
    const what = `"${asked.callback.definition.name}" requires the decision of a person, and ${lack}`;
    if (this.options.requireCoverage) throw new SeamException(what);
    this.logger.warn(`${what} Until then, a turn that must wait fails.`);
  }

  private whyUncovered(tool: ToolCallback): Uncovered | undefined {
    if (!this.seams.isReplaced(ToolApprovalStrategy)) return NO_STRATEGY;
    const description = activeStrategyWords(this.seams, tool);
    return description && description.words === undefined ? NO_OPINION : undefined;
  }
}

/** Returns why a turn cannot wait for a person, and what to do about it; undefined if it can wait. */
const lackOf = (store: ActiveStore, seams: Seams): string | undefined => {
  if (!store.find()) return 'no ApprovalStore is configured. Import SqlModule, or provide ApprovalStore.';
  if (seams.isReplaced(RequesterResolver)) return undefined;
  const missing = 'no RequesterResolver is provided under its own token.';
  const [bare] = seams.collect(RequesterResolver);
  if (!bare?.type) return `${missing} Write { provide: RequesterResolver, useClass: … }.`;
  const { name } = bare.type;
  return `${missing} ${name} in ${bare.module} extends RequesterResolver. Write { provide: RequesterResolver, useClass: ${name} }.`;
};
