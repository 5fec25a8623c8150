import { inspect } from 'node:util';
import { ToolException } from '../tool.errors.js';

/** How much a turn may do. Every answered call counts: run, refused or invalid. `Infinity` lifts a limit. */
export interface ToolCallLimits {
  /** Calls of one tool. @default 40 */
  readonly callsPerTool?: number;
  /** Other limits for single tools, by name. The calls of a tool with `Infinity` still count among all. */
  readonly perTool?: Readonly<Record<string, number>>;
  /** Calls of all tools. @default 150 */
  readonly totalCalls?: number;
  /** Answers of the model. @default 50 */
  readonly rounds?: number;
  /** Calls of one tool with the same arguments; those beyond are answered, not run, and end no turn. @default Infinity */
  readonly repeatedCalls?: number;
  /** `report` tells the model of a call that is too many, and goes on; at `rounds` a turn always stops. @default 'stop' */
  readonly onBreach?: 'stop' | 'report';
}

/** Limits with nothing left out. */
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

/** Fills in what is absent and refuses what is no limit. */
export const completeLimits = (limits: ToolCallLimits = {}, where = 'toolCalling.limits'): CompleteLimits => {
  checkNames(limits, where);
  const { callsPerTool = 40, totalCalls = 150, rounds = 50, repeatedCalls = Infinity, onBreach = 'stop' } = limits;
  const perTool = mapOf(limits.perTool, where);
  const complete = { callsPerTool, totalCalls, rounds, repeatedCalls, onBreach, perTool };
  for (const name of NUMBERS) checkNumber(`${where}.${name}`, complete[name]);
  for (const [name, calls] of perTool) checkNumber(`${where}.perTool.${name}`, calls);
  if (onBreach !== 'stop' && onBreach !== 'report') refuse(`${where}.onBreach`, onBreach, "give 'stop' or 'report'");
  if (onBreach === 'report' && rounds === Infinity) {
    const advice = "with onBreach: 'report' nothing else ends a turn, so give a whole number above 0";
    refuse(`${where}.rounds`, rounds, advice);
  }
  return complete;
};

/**
 * Lays limits over others, those of single tools by name.
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
    refuse(where, limits, 'give a record, such as { totalCalls: 10 }');
  }
  const unknown = Object.keys(limits).find((name) => !Object.hasOwn(NAMES, name));
  if (unknown === undefined) return;
  throw new ToolException(`${where}.${unknown} is not known. There are: ${Object.keys(NAMES).join(', ')}.`);
};

const mapOf = (
  perTool: Readonly<Record<string, number | undefined>> = {},
  where: string,
): ReadonlyMap<string, number> => {
  if (typeof perTool !== 'object' || perTool === null || Array.isArray(perTool) || perTool instanceof Map) {
    return refuse(`${where}.perTool`, perTool, 'give an object of names and numbers, such as { refund: 3 }');
  }
  return new Map(Object.entries(perTool).filter((entry): entry is [string, number] => entry[1] !== undefined));
};

const checkNumber = (name: string, value: number): void => {
  if (value === Infinity || (Number.isInteger(value) && value > 0)) return;
  refuse(name, value, 'give a whole number above 0, or Infinity');
};

const refuse = (name: string, value: unknown, advice: string): never => {
  throw new ToolException(`${name} is ${inspect(value)}: ${advice}.`);
};
