import type { ToolCallLimits } from 'toolgate/tool';

type NumberOf = 'callsPerTool' | 'totalCalls' | 'rounds' | 'repeatedCalls';

const NUMBERS: readonly NumberOf[] = ['callsPerTool', 'totalCalls', 'rounds', 'repeatedCalls'];

/** Returns the lower one of each limit of two turns; undefined if neither turn has limits. */
export const strictestLimits = (
  own: ToolCallLimits | undefined,
  around: ToolCallLimits | undefined,
): ToolCallLimits | undefined => {
  if (!own || !around) return own ?? around;
  const numbers = NUMBERS.flatMap((name) => {
    const value = lower(own[name], around[name]);
    return value === undefined ? [] : [[name, value] as const];
  });
  const perTool = (own.perTool || around.perTool) && { perTool: lowerEach(own.perTool, around.perTool) };
  return { ...around, ...own, ...Object.fromEntries(numbers), ...perTool };
};

const lower = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);

const lowerEach = (
  own: Readonly<Record<string, number>> = {},
  around: Readonly<Record<string, number>> = {},
): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.keys({ ...own, ...around }).map((name) => [name, lower(own[name], around[name])!]));
