import type { ToolApprovalStrategy } from './tool-approval.strategy.js';

/** How long a strategy without its own `timeoutMs` may take, in milliseconds. */
export const STRATEGY_TIMEOUT_MS = 10_000;

/**
 * Returns the time limit of a composition whose parts start together. Undefined if no part sets a time: the limit of
 * the gate applies.
 */
export const longestTime = (strategies: readonly ToolApprovalStrategy[]): number | undefined =>
  timeOf(strategies, (times) => Math.max(...times));

/**
 * Returns the time limit of a composition whose parts are asked one after the other. Undefined if no part sets a time.
 */
export const wholeTime = (strategies: readonly ToolApprovalStrategy[]): number | undefined =>
  timeOf(strategies, (times) => times.reduce((sum, time) => sum + time, 0));

const timeOf = (
  strategies: readonly ToolApprovalStrategy[],
  together: (times: readonly number[]) => number,
): number | undefined =>
  strategies.every(({ timeoutMs }) => timeoutMs === undefined)
    ? undefined
    : together(strategies.map(({ timeoutMs = STRATEGY_TIMEOUT_MS }) => timeoutMs));
