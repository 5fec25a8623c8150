import { idsForLog } from '#core';
import { LineLogger } from 'toolgate/model';
import { tallyTurn } from '../contract/tally-turn.js';
import type { CompleteLimits } from '../contract/complete-limits.js';
import type { ToolContext } from '../contract/tool-context.js';
import { type CallCounts, TurnCounts } from '../contract/turn-counts.js';
import { type Slot, setTextResult } from './slot.js';
import { times } from './times.js';

/** The number of calls of a tool for each argument text. */
type Repeats = ReadonlyMap<string, number>;

/** The number of identical calls in a turn that causes a warning. */
const NOTICED = 5;

const logger = new LineLogger('Toolgate');

/** The number of calls of a tool up to which its repeated calls need no check. */
export const repeatsFrom = ({ repeatedCalls }: CompleteLimits): number => Math.min(NOTICED - 1, repeatedCalls);

/** Warns about repeated identical calls. Calls above the limit receive a result and do not run. */
export const answerRepeated = (
  slots: readonly Slot[],
  counts: TurnCounts,
  limits: CompleteLimits,
  context: ToolContext,
): void => {
  const tallies = talliesOf(counts);
  const ofBatch = new Map<string, Map<string, number>>();
  for (const slot of slots) {
    const { toolName, input } = slot.call;
    const added = ofBatch.get(toolName) ?? new Map<string, number>();
    const repeats = [...tallies.flatMap((tally) => tally.get(toolName) ?? []), added];
    const before = timesOf(input, repeats);
    if (before + 1 === NOTICED && isFirst(repeats)) warnOf(slot, context);
    if (before >= limits.repeatedCalls && !slot.result) answer(slot, limits.repeatedCalls);
    ofBatch.set(toolName, added.set(input, (added.get(input) ?? 0) + 1));
  }
};

/** The calls of each loop of the turn, by tool. */
const talliesOf = (counts: TurnCounts): readonly ReadonlyMap<string, Repeats>[] => {
  const tallies: ReadonlyMap<string, Repeats>[] = [];
  for (let part: CallCounts | undefined = counts; part instanceof TurnCounts; part = part.spent) {
    tallies.push(tallyTurn(part.messages, part.start).inputs);
  }
  return tallies;
};

const timesOf = (input: string, repeats: readonly Repeats[]): number =>
  repeats.reduce((times, part) => times + (part.get(input) ?? 0), 0);

// At most one warning per turn and tool, regardless of the arguments.
const isFirst = (repeats: readonly Repeats[]): boolean =>
  repeats.every((part) => [...part.keys()].every((input) => timesOf(input, repeats) < NOTICED));

const warnOf = ({ call: { toolName, toolCallId } }: Slot, { runId, conversation }: ToolContext): void =>
  logger.warn(
    `A model called "${toolName}" ${NOTICED} times with the same arguments in one turn. To prevent this, change the tool's description or result, or set toolCalling.limits.repeatedCalls. ${idsForLog({ runId, call: { toolCallId }, conversation })}`,
  );

const answer = (slot: Slot, max: number): void => {
  setTextResult(
    slot,
    `"${slot.call.toolName}" was called ${times(max)} with these arguments in this turn, so it was not run again. Use the result you have, call it with other arguments, or answer.`,
    { type: 'limit', limit: 'repeated-call', max },
  );
};
