import { type Message, toolCallsOf } from 'toolgate/model';

/** What the messages of a turn state of its calls. Nobody else may change it: it is continued as the turn grows. */
export interface TurnTally {
  /** The messages that were counted, from `start` on. */
  messages: readonly Message[];
  readonly start: number;
  /** Answered calls, of each tool and of all. */
  readonly perTool: Map<string, number>;
  total: number;
  rounds: number;
  /** How often each tool was called with each argument text. */
  readonly inputs: Map<string, Map<string, number>>;
}

/** Below this number of messages counting costs less than finding what was counted before. */
const LONG = 32;
/** How many messages a round may add for its turn to be found again. */
const ADDED = 8;

const tallies = new WeakMap<Message, TurnTally>();

/** Whether so much has happened in a turn that its tally is continued. */
export const isLong = (messages: readonly Message[], start: number): boolean => messages.length - start >= LONG;

/** Counts the calls of a turn from a place in its messages on: in a long turn, only those of messages that are new. */
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

/** The tally of the same messages without the last few. */
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
