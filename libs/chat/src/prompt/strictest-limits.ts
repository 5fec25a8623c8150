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
  const perTool = (own.perTool || around.perTool) && { perTool: lowerOfEachTool(own, around) };
  return { ...around, ...own, ...Object.fromEntries(numbers), ...perTool };
};

const lower = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);

const lowerOfEachTool = (own: ToolCallLimits, around: ToolCallLimits): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.keys({ ...own.perTool, ...around.perTool }).map((name) => [
      name,
      lower(ofTool(own, name), ofTool(around, name))!,
    ]),
  );

// A turn without a limit for this tool limits it like every other tool.
const ofTool = ({ perTool, callsPerTool }: ToolCallLimits, name: string): number | undefined =>
  perTool?.[name] ?? callsPerTool;
