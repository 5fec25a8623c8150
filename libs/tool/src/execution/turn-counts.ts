import type { Message } from 'toolgate/model';
import { isLong, tallyTurn, type TurnTally } from './tally-turn.js';

/** How often tools were called in a turn, and how many of its answers called some. */
export interface CallCounts {
  readonly perTool: ReadonlyMap<string, number>;
  readonly total: number;
  readonly rounds: number;
}

/** What a turn has done so far, told by its messages. */
export interface TurnCounts {
  readonly perTool: Map<string, number>;
  total: number;
  rounds: number;
  /** Where the calls stand that were counted: behind this place in these messages. */
  readonly messages: readonly Message[];
  readonly start: number;
  /** What was counted elsewhere and is in the numbers, too. */
  other?: TurnCounts;
}

/** The place behind the last user message: there a turn begins. */
export const turnStart = (messages: readonly Message[]): number =>
  messages.findLastIndex((message) => message.role === 'user') + 1;

/** Counts the answered calls and the rounds of a turn. */
export const countTurn = (messages: readonly Message[], start = turnStart(messages)): TurnCounts => {
  const counts: TurnCounts = { perTool: new Map(), total: 0, rounds: 0, messages, start, other: undefined };
  if (isLong(messages, start)) return { ...counts, ...countsIn(tallyTurn(messages, start)) };
  for (let index = start; index < messages.length; index++) {
    const message = messages[index]!;
    if (message.role !== 'tool') continue;
    counts.rounds++;
    for (const { toolName } of message.content) countCall(counts, toolName);
  }
  return counts;
};

// The counts belong to one batch, and the tally to the turn.
const countsIn = ({ perTool, total, rounds }: TurnTally) => ({ perTool: new Map(perTool), total, rounds });

/** Adds what was counted elsewhere. */
export const addCounts = (counts: TurnCounts, other: TurnCounts | undefined): TurnCounts => {
  if (!other) return counts;
  counts.other = other;
  counts.total += other.total;
  counts.rounds += other.rounds;
  for (const [name, calls] of other.perTool) counts.perTool.set(name, (counts.perTool.get(name) ?? 0) + calls);
  return counts;
};

/** Counts one more call, and tells how many of its tool there are now. */
export const countCall = (counts: TurnCounts, toolName: string): number => {
  const calls = (counts.perTool.get(toolName) ?? 0) + 1;
  counts.total++;
  counts.perTool.set(toolName, calls);
  return calls;
};
