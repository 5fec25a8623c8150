import { LineLogger, type Message, toolCallsOf } from 'toolgate/model';
import { idsForLog } from '../ids-for-log.js';
import type { ToolContext } from '../tool-context.js';
import { type Slot, settleText } from './slot.js';
import { times } from './times.js';
import type { CompleteLimits } from './tool-call-limits.js';
import type { TurnCounts } from './turn-counts.js';

/** How often each argument text was given to each tool. */
type Tally = ReadonlyMap<string, Map<string, number>>;

/** Identical calls in a turn that are worth a warning. */
const NOTICED = 5;

const logger = new LineLogger('Toolgate');

/** A tool that was called no more often than this in a turn cannot have been called too often with the same. */
export const repeatsFrom = ({ repeatedCalls }: CompleteLimits): number => Math.min(NOTICED - 1, repeatedCalls);

/** Warns of calls that are made again and again, and answers those that are too many instead of running them. */
export const answerRepeated = (
  slots: readonly Slot[],
  counts: TurnCounts,
  limits: CompleteLimits,
  context: ToolContext,
): void => {
  const tally = tallyOf(counts, repeatsFrom(limits));
  for (const slot of slots) {
    const { toolName, input } = slot.call;
    const same = tally.get(toolName);
    if (!same) continue;
    const before = same.get(input) ?? 0;
    if (before + 1 === NOTICED && isFirst(same)) warnOf(slot, context);
    if (before >= limits.repeatedCalls && !slot.result) answer(slot, limits.repeatedCalls);
    same.set(input, before + 1);
  }
};

const tallyOf = (counts: TurnCounts, from: number): Tally => {
  const tally = new Map<string, Map<string, number>>();
  for (const [toolName, calls] of counts.perTool) if (calls > from) tally.set(toolName, new Map());
  for (let part: TurnCounts | undefined = counts; part; part = part.other) {
    for (let index = part.start; index < part.messages.length; index++) addCallsOf(part.messages[index]!, tally);
  }
  return tally;
};

const addCallsOf = (message: Message, tally: Tally): void => {
  if (message.role !== 'assistant') return;
  for (const { toolName, input } of toolCallsOf(message)) {
    const same = tally.get(toolName);
    same?.set(input, (same.get(input) ?? 0) + 1);
  }
};

// Once a turn for a tool, whatever else it is called with.
const isFirst = (same: ReadonlyMap<string, number>): boolean => [...same.values()].every((calls) => calls < NOTICED);

const warnOf = ({ call: { toolName, toolCallId } }: Slot, { runId, conversation }: ToolContext): void =>
  logger.warn(
    `A model called "${toolName}" ${NOTICED} times with the same arguments in one turn. If it should not, say so in the tool's description or result, or set toolCalling.limits.repeatedCalls. ${idsForLog({ runId, call: { toolCallId }, conversation })}`,
  );

const answer = (slot: Slot, max: number): void => {
  settleText(
    slot,
    `"${slot.call.toolName}" was called ${times(max)} with these arguments in this turn, so it was not run again. Use the result you have, call it with other arguments, or answer.`,
    { type: 'limit', limit: 'repeated-call', max },
  );
};
