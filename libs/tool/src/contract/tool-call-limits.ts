import { inspect } from 'node:util';
import { ToolException } from './tool.errors.js';

/** The limits of a turn. Every answered call counts, whether run, rejected or invalid. `Infinity` removes a limit. */
export interface ToolCallLimits {
  /** The most calls of one tool. @default 40 */
  readonly callsPerTool?: number;
  /** Limits for single tools, by name. The calls of a tool with `Infinity` still count towards `totalCalls`. */
  readonly perTool?: Readonly<Record<string, number>>;
  /** The most calls of all tools. @default 150 */
  readonly totalCalls?: number;
  /** The most answers of the model. @default 50 */
  readonly rounds?: number;
  /** The most calls of one tool with equal arguments; further ones do not run and do not end the turn. @default Infinity */
  readonly repeatedCalls?: number;
  /** `report` sends the model an error for a call above a limit and continues; `rounds` always stops. @default 'stop' */
  readonly onBreach?: 'stop' | 'report';
}

/** Limits with all defaults filled in. */
export interface CompleteLimits extends Required<Omit<ToolCallLimits, 'perTool'>> {
  readonly perTool: ReadonlyMap<string, number>;
}

const NUMBERS = ['callsPerTool', 'totalCalls', 'rounds', 'repeatedCalls'] as const;

const NAMES: Readonly<Record<keyof ToolCallLimits, true>> = {
  callsPerTool: true,
  perTool: true,
  totalCalls: true,
  rounds: true,
  repeatedCalls: true,
  onBreach: true,
};

/** Fills in the defaults. Throws `ToolException` if a value is not a limit. */
export const completeLimits = (limits: ToolCallLimits = {}, where = 'toolCalling.limits'): CompleteLimits => {
  checkNames(limits, where);
  const { callsPerTool = 40, totalCalls = 150, rounds = 50, repeatedCalls = Infinity, onBreach = 'stop' } = limits;
  const perTool = mapOf(limits.perTool, where);
  const complete = { callsPerTool, totalCalls, rounds, repeatedCalls, onBreach, perTool };
  for (const name of NUMBERS) checkNumber(`${where}.${name}`, complete[name]);
  for (const [name, calls] of perTool) checkNumber(`${where}.perTool.${name}`, calls);
  if (onBreach !== 'stop' && onBreach !== 'report')
    refuseCallLimit(`${where}.onBreach`, onBreach, "give 'stop' or 'report'");
  if (onBreach === 'report' && rounds === Infinity) {
    const advice = "with onBreach: 'report' nothing else ends a turn, so give a whole number above 0";
    refuseCallLimit(`${where}.rounds`, rounds, advice);
  }
  return complete;
};

/**
 * Merges limits over others; those of single tools are merged by name.
 * @throws ToolException naming the place and the value that is not a limit
 */
export const layLimits = (under: ToolCallLimits | undefined, over: ToolCallLimits, where: string): ToolCallLimits => {
  completeLimits(over, where);
  if (!under) return over;
  const perTool = (under.perTool || over.perTool) && { perTool: { ...under.perTool, ...over.perTool } };
  return { ...under, ...stated(over), ...perTool };
};

const stated = (limits: ToolCallLimits): ToolCallLimits =>
  Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));

const checkNames = (limits: ToolCallLimits, where: string): void => {
  if (typeof limits !== 'object' || limits === null || Array.isArray(limits)) {
    refuseCallLimit(where, limits, 'give a record, such as { totalCalls: 10 }');
  }
  const unknown = Object.keys(limits).find((name) => !Object.hasOwn(NAMES, name));
  if (unknown === undefined) return;
  throw new ToolException(`${where}.${unknown} is not a limit. Use one of: ${Object.keys(NAMES).join(', ')}.`);
};

const mapOf = (
  perTool: Readonly<Record<string, number | undefined>> = {},
  where: string,
): ReadonlyMap<string, number> => {
  if (typeof perTool !== 'object' || perTool === null || Array.isArray(perTool) || perTool instanceof Map) {
    return refuseCallLimit(`${where}.perTool`, perTool, 'give an object of names and numbers, such as { refund: 3 }');
  }
  return new Map(Object.entries(perTool).filter((entry): entry is [string, number] => entry[1] !== undefined));
};

const checkNumber = (name: string, value: number): void => {
  if (value === Infinity || (Number.isInteger(value) && value > 0)) return;
  refuseCallLimit(name, value, 'give a whole number above 0, or Infinity');
};

const refuseCallLimit = (name: string, value: unknown, advice: string): never => {
  throw new ToolException(`${name} is ${inspect(value)}: ${advice}.`);
};
