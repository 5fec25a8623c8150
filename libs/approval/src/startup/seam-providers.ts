import type { Provider } from '@nestjs/common';
import { registerSeam, SeamException, seamProvider, Seams } from '#core';
import { APPROVAL_OPTIONS, RESOLVER_MEMBERS, STORE_MEMBERS } from '../approval.constants.js';
import { ToolApprovalAuditor } from '../audit/tool-approval.auditor.js';
import { CallTraces, NoCallTraces } from '../calls/call-traces.js';
import { ApprovalChangeFeed } from '../changes/approval-change.feed.js';
import { InProcessChangeFeed } from '../changes/in-process-change.feed.js';
import type { ApprovalOptions } from '../options/approval-options.js';
import { strategyOf } from '../options/options.js';
import { ApproverDirectory } from '../requester/approver.directory.js';
import { RequesterResolver } from '../requester/requester.resolver.js';
import { ApprovalStore } from '../store/approval.store.js';
import { AlwaysApproveStrategy } from '../strategy/always-approve.strategy.js';
import { EffectiveStrategy } from '../strategy/effective.strategy.js';
import { ToolApprovalStrategy } from '../strategy/tool-approval.strategy.js';
import { RunDispatcher } from '../dispatch/run.dispatcher.js';
import { TimerRunDispatcher } from '../dispatch/timer-run.dispatcher.js';

const OPTIONS = { token: APPROVAL_OPTIONS, optional: true };

for (const seam of [ToolApprovalStrategy, ToolApprovalAuditor]) registerSeam(seam);

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

// The provider that is active if the application provides none. Its methods throw an error that states what to provide.
const absent = <T extends object>(what: string, members: readonly (keyof T & string)[], remedy: string): T => {
  const throwAbsent = (): never => {
    throw new SeamException(`No ${what} is configured. ${remedy}`);
  };
  return Object.fromEntries(members.map((member) => [member, throwAbsent])) as T;
};

/** The seams of approvals: an application replaces each by providing its token. */
export const seamProviders: readonly Provider[] = [
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
      methods: RESOLVER_MEMBERS,
    }),
    [OPTIONS],
  ),
  seamProvider(ApproverDirectory, ['current', 'eligible'], () => ({
    fallback: () =>
      absent<ApproverDirectory>('ApproverDirectory', ['current', 'eligible'], 'Provide ApproverDirectory in a module.'),
    // A directory that is ignored would let a person decide with a role that was withdrawn.
    refuseBareSubclass: true,
  })),
  seamProvider(RunDispatcher, ['start', 'due', 'isRunning', 'stop'], () => ({
    fallback: () => new TimerRunDispatcher(),
  })),
  seamProvider(CallTraces, ['current', 'resumed', 'external'], () => ({ fallback: () => new NoCallTraces() })),
  seamProvider(ApprovalChangeFeed, ['isListening', 'publish', 'subscribe'], () => ({
    fallback: () => new InProcessChangeFeed(),
  })),
];
