import type { ToolApprovalStrategy } from '../tool-approval.strategy.js';

/** How long a strategy may take that says nothing of it, in milliseconds. */
export const STRATEGY_TIMEOUT_MS = 10_000;

/** How long a composition may take whose parts start together. Undefined where no part says anything: the gate's limit holds. */
export const longestTime = (strategies: readonly ToolApprovalStrategy[]): number | undefined =>
  timeOf(strategies, (times) => Math.max(...times));

/** How long a composition may take whose parts are asked one after the other. Undefined where no part says anything. */
export const wholeTime = (strategies: readonly ToolApprovalStrategy[]): number | undefined =>
  timeOf(strategies, (times) => times.reduce((sum, time) => sum + time, 0));

const timeOf = (
  strategies: readonly ToolApprovalStrategy[],
  together: (times: readonly number[]) => number,
): number | undefined =>
  strategies.every(({ timeoutMs }) => timeoutMs === undefined)
    ? undefined
    : together(strategies.map(({ timeoutMs = STRATEGY_TIMEOUT_MS }) => timeoutMs));
