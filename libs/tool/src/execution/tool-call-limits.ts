import { inspect } from 'node:util';
import type { Message, ToolCallOutcome } from 'toolgate/model';
import { ToolException } from '../tool.errors.js';

/** How much a turn may do. Every answered call counts: run, refused or invalid. `Infinity` lifts a limit. */
export interface ToolCallLimits {
  /** Calls of one tool. @default 40 */
  readonly callsPerTool?: number;
  /** Calls of all tools. @default 150 */
  readonly totalCalls?: number;
  /** Answers of the model. @default 50 */
  readonly rounds?: number;
}

/** What a turn has done so far, told by its messages. */
export interface TurnCounts {
  readonly perTool: Map<string, number>;
  total: number;
  rounds: number;
}

/** A limit that a call would break: what the model and the caller are told, and the outcome for programs. */
export interface LimitBreach {
  readonly message: string;
  readonly outcome: ToolCallOutcome;
}

/** Fills in what is absent and refuses what is no limit. */
export const completeLimits = (limits: ToolCallLimits = {}): Required<ToolCallLimits> => {
  const complete = { callsPerTool: 40, totalCalls: 150, rounds: 50, ...definedOf(limits) };
  for (const [name, value] of Object.entries(complete)) {
    if (value === Infinity || (Number.isInteger(value) && value > 0)) continue;
    throw new ToolException(
      `toolCalling.limits.${name} is ${inspect(value)}: give a whole number above 0, or Infinity.`,
    );
  }
  return complete;
};

const definedOf = (limits: ToolCallLimits): ToolCallLimits =>
  Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));

/** The place behind the last user message: there a turn begins. */
export const turnStart = (messages: readonly Message[]): number =>
  messages.findLastIndex((message) => message.role === 'user') + 1;

/** Counts the answered calls and the rounds of a turn. */
export const countTurn = (messages: readonly Message[], start = turnStart(messages)): TurnCounts => {
  const counts: TurnCounts = { perTool: new Map(), total: 0, rounds: 0 };
  for (let index = start; index < messages.length; index++) {
    const message = messages[index]!;
    if (message.role !== 'tool') continue;
    counts.rounds++;
    for (const { toolName } of message.content) countCall(counts, toolName);
  }
  return counts;
};

/** Adds what was counted elsewhere. */
export const addCounts = (counts: TurnCounts, other: TurnCounts | undefined): TurnCounts => {
  if (!other) return counts;
  counts.total += other.total;
  counts.rounds += other.rounds;
  for (const [name, calls] of other.perTool) counts.perTool.set(name, (counts.perTool.get(name) ?? 0) + calls);
  return counts;
};

/** Counts one more call. */
export const countCall = (counts: TurnCounts, toolName: string): void => {
  counts.total++;
  counts.perTool.set(toolName, (counts.perTool.get(toolName) ?? 0) + 1);
};

/** The limit that one more call of a tool breaks, if any. */
export const findBreach = (
  counts: TurnCounts,
  toolName: string,
  limits: Required<ToolCallLimits>,
): LimitBreach | undefined => {
  if (counts.rounds + 1 >= limits.rounds) {
    return breach('rounds', limits.rounds, `The model was asked ${limits.rounds} times in this turn`);
  }
  if ((counts.perTool.get(toolName) ?? 0) >= limits.callsPerTool) {
    return breach(
      'calls-per-tool',
      limits.callsPerTool,
      `"${toolName}" was called ${limits.callsPerTool} times in this turn`,
    );
  }
  if (counts.total >= limits.totalCalls) {
    return breach('total-calls', limits.totalCalls, `Tools were called ${limits.totalCalls} times in this turn`);
  }
  return undefined;
};

const breach = (limit: 'calls-per-tool' | 'total-calls' | 'rounds', max: number, what: string): LimitBreach => ({
  message: `${what}, which is the limit. No further tool calls are allowed in this turn.`,
  outcome: { type: 'limit', limit, max },
});
