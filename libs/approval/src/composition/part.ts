import { inspect } from 'node:util';
import { ToolException } from 'toolgate/tool';
import type { ApprovalTraceEntry } from '../tool-approval-decision.js';
import type { ToolApprovalStrategy } from '../tool-approval.strategy.js';
import { ComposedStrategy } from './composed.strategy.js';
import { strategyNameOf } from './strategy-name-of.js';

/** A strategy as a part of a composition, with everything about it that no call changes. */
export interface Part {
  readonly strategy: ToolApprovalStrategy;
  readonly name: string;
  /** How long it may take; as long as the composition where nothing is said. */
  readonly timeoutMs?: number;
  /** The composition it is a part of. */
  readonly within: readonly string[];
  /** Where the entries of a trace that the strategy brings stand. */
  readonly traceWithin: readonly string[];
  /** What most answers leave in a trace. */
  readonly approved: ApprovalTraceEntry;
  readonly abstained: ApprovalTraceEntry;
}

/** Makes a strategy a part of the composition of a name. Throws `ToolException` for what is no strategy. */
export const toPart = (composition: string, strategy: ToolApprovalStrategy): Part => {
  assertStrategy(composition, strategy);
  const name = strategyNameOf(strategy);
  const within = [composition];
  return {
    strategy,
    name,
    timeoutMs: strategy.timeoutMs,
    within,
    traceWithin: strategy instanceof ComposedStrategy ? within : [composition, name],
    approved: { strategy: name, decision: 'approve', within },
    abstained: { strategy: name, decision: 'abstain', within },
  };
};

const assertStrategy = (composition: string, strategy: ToolApprovalStrategy | undefined | null): void => {
  if (typeof strategy?.approve !== 'function') {
    throw new ToolException(
      `${composition}() is given ${toldOf(strategy)}, which is no strategy: give an instance, or ToolApprovalStrategy.of(…).`,
    );
  }
  const { timeoutMs } = strategy;
  if (timeoutMs !== undefined && !(typeof timeoutMs === 'number' && timeoutMs > 0)) {
    throw new ToolException(
      `The timeoutMs of ${strategyNameOf(strategy)} is ${inspect(timeoutMs)}: give milliseconds above 0.`,
    );
  }
};

const toldOf = (value: unknown): string =>
  typeof value === 'function' ? `the function or class ${value.name}` : inspect(value, { depth: 0 });
