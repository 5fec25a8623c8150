import { type Message, toolCallsOf } from 'toolgate/model';

/** The counted calls of a turn's messages. Only this module changes a tally: it grows with the turn. */
interface TurnTally {
  /** The messages that were counted, from `start` on. */
  messages: readonly Message[];
  readonly start: number;
  /** The answered calls of each tool. */
  readonly perTool: Map<string, number>;
  /** The answered calls of all tools. */
  total: number;
  rounds: number;
  /** The number of calls per tool and argument text. */
  readonly inputs: Map<string, Map<string, number>>;
}

/** Below this number of messages, counting costs less than finding the earlier tally. */
const LONG = 32;
/** The earlier tally is found if its last message is among this many last messages. */
const ADDED = 8;

const tallies = new WeakMap<Message, TurnTally>();

/** Whether a turn is so long that its earlier tally is continued. */
export const isLong = (messages: readonly Message[], start: number): boolean => messages.length - start >= LONG;

/** Counts the calls of a turn, from `start` in its messages. In a long turn it reads only the new messages. */
export const tallyTurn = (messages: readonly Message[], start: number): TurnTally => {
  if (!isLong(messages, start)) return grow(newTally(start), messages);
  const tally = tallyBefore(messages, start) ?? newTally(start);
  const last = tally.messages.at(-1);
  if (last) tallies.delete(last);
  tallies.set(messages.at(-1)!, tally);
  return grow(tally, messages);
};

const grow = (tally: TurnTally, messages: readonly Message[]): TurnTally => {
  const from = Math.max(tally.start, tally.messages.length);
  for (let index = from; index < messages.length; index++) addMessage(tally, messages[index]!);
  tally.messages = messages;
  return tally;
};

const newTally = (start: number): TurnTally => ({
  messages: [],
  start,
  perTool: new Map(),
  total: 0,
  rounds: 0,
  inputs: new Map(),
});

/** Finds the tally of the same messages without the last few. */
const tallyBefore = (messages: readonly Message[], start: number): TurnTally | undefined => {
  for (let last = messages.length - 1; last >= messages.length - ADDED; last--) {
    const tally = tallies.get(messages[last]!);
    if (tally) return isBeginning(tally, messages, start, last) ? tally : undefined;
  }
  return undefined;
};

const isBeginning = (tally: TurnTally, messages: readonly Message[], start: number, last: number): boolean => {
  if (tally.start !== start || tally.messages.length !== last + 1) return false;
  for (let index = start; index < last; index++) if (tally.messages[index] !== messages[index]) return false;
  return true;
};

const addMessage = (tally: TurnTally, message: Message): void => {
  if (message.role === 'assistant') for (const call of toolCallsOf(message)) addInput(tally, call.toolName, call.input);
  if (message.role !== 'tool') return;
  tally.rounds++;
  for (const { toolName } of message.content) {
    tally.total++;
    tally.perTool.set(toolName, (tally.perTool.get(toolName) ?? 0) + 1);
  }
};

const addInput = ({ inputs }: TurnTally, toolName: string, input: string): void => {
  const same = inputs.get(toolName) ?? new Map<string, number>();
  same.set(input, (same.get(input) ?? 0) + 1);
  inputs.set(toolName, same);
};
