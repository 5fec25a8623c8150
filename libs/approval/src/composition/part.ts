import { inspect } from 'node:util';
import { ToolException } from 'toolgate/tool';
import type { ApprovalTraceEntry } from '../strategy/tool-approval-decision.js';
import type { ToolApprovalStrategy } from '../strategy/tool-approval.strategy.js';
import { ComposedStrategy } from './composed.strategy.js';
import { strategyNameOf } from './strategy-words.js';

/** A strategy as a part of a composition, with everything that is the same for each call. */
export interface Part {
  readonly strategy: ToolApprovalStrategy;
  readonly name: string;
  /** How long it may take, in milliseconds; absent if it may take as long as the composition. */
  readonly timeoutMs?: number;
  /** The composition that contains it. */
  readonly within: readonly string[];
  /** The `within` prefix for the entries of a trace that the strategy returns. */
  readonly traceWithin: readonly string[];
  /** The trace entries of an approval and an abstention without a reason. */
  readonly approved: ApprovalTraceEntry;
  readonly abstained: ApprovalTraceEntry;
}

/** Creates a part of the named composition. Throws `ToolException` for a value that is not a strategy. */
export const toPart = (composition: string, strategy: ToolApprovalStrategy): Part => {
  assertPart(composition, strategy);
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

const assertPart = (composition: string, strategy: ToolApprovalStrategy | undefined | null): void => {
  if (typeof strategy?.approve !== 'function') {
    throw new ToolException(
      `${composition}() received ${describe(strategy)}, which is not a strategy. Pass an instance, or ToolApprovalStrategy.of(…).`,
    );
  }
  const { timeoutMs } = strategy;
  if (timeoutMs !== undefined && !(typeof timeoutMs === 'number' && timeoutMs > 0)) {
    throw new ToolException(
      `The timeoutMs of ${strategyNameOf(strategy)} is ${inspect(timeoutMs)}. Pass milliseconds above 0.`,
    );
  }
};

const describe = (value: unknown): string =>
  typeof value === 'function' ? `the function or class ${value.name}` : inspect(value, { depth: 0 });
