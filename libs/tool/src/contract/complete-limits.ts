import { checkOption, checkOptions, ToolException } from '#core';
import { LIMITS } from './options.js';
import type { ToolCallLimits } from './tool-call-limits.js';

/** Limits with all defaults filled in. */
export interface CompleteLimits extends Required<Omit<ToolCallLimits, 'perTool'>> {
  readonly perTool: ReadonlyMap<string, number>;
}

/** Fills in the defaults. Throws `ToolException` if a value is not a limit. */
export const completeLimits = (limits: ToolCallLimits = {}, owner?: string): CompleteLimits => {
  const place = owner ? { owner, error: ToolException } : { path: 'toolCalling.limits.', error: ToolException };
  checkOptions(limits, LIMITS, place);
  const { callsPerTool, totalCalls, rounds, repeatedCalls, onBreach } = LIMITS;
  const perTool = new Map(Object.entries(limits.perTool ?? {}).filter(isStated));
  for (const [name, calls] of perTool) checkOption(`perTool.${name}`, calls, callsPerTool, place);
  const complete = {
    callsPerTool: limits.callsPerTool ?? callsPerTool.default,
    totalCalls: limits.totalCalls ?? totalCalls.default,
    rounds: limits.rounds ?? rounds.default,
    repeatedCalls: limits.repeatedCalls ?? repeatedCalls.default,
    onBreach: limits.onBreach ?? onBreach.default,
    perTool,
  };
  const endsTurn = complete.onBreach === 'stop' || complete.rounds < Infinity;
  checkOption('rounds', complete.rounds, { fits: () => endsTurn, pass: NOTHING_ELSE_ENDS }, place);
  return complete;
};

const NOTHING_ELSE_ENDS = "a whole number above 0, because with onBreach: 'report' nothing else ends a turn";

/**
 * Returns `under` overridden by `over`; limits of single tools are merged by name. `owner` is the place of `over`.
 * @throws ToolException naming the place and the value that is not a limit
 */
export const layLimits = (under: ToolCallLimits | undefined, over: ToolCallLimits, owner: string): ToolCallLimits => {
  completeLimits(over, owner);
  if (!under) return over;
  const ofTools = Object.fromEntries(Object.entries(over.perTool ?? {}).filter(isStated));
  const perTool = (under.perTool || over.perTool) && { perTool: { ...under.perTool, ...ofTools } };
  return { ...under, ...stated(over), ...perTool };
};

const stated = (limits: ToolCallLimits): ToolCallLimits => Object.fromEntries(Object.entries(limits).filter(isStated));

const isStated = ([, value]: readonly [string, unknown]): boolean => value !== undefined;
