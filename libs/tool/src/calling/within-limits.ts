import type { ToolCallOutcome } from 'toolgate/model';
import type { CompleteLimits } from '../contract/complete-limits.js';
import type { ToolContext } from '../contract/tool-context.js';
import type { TurnCounts } from '../contract/turn-counts.js';
import { answerRepeated, repeatsFrom } from './repeated-calls.js';
import { type Slot, setTextResult } from './slot.js';
import { times } from './times.js';

type LimitOutcome = Extract<ToolCallOutcome, { type: 'limit' }>;

/** A limit that a call would exceed: the text for the model and the caller, and the outcome for programs. */
export interface LimitBreach {
  readonly message: string;
  readonly outcome: LimitOutcome;
}

/** The calls of a batch that the limits allow, and the breach that ends the turn after them, if any. */
interface WithinLimits {
  readonly allowed: readonly Slot[];
  readonly breach?: LimitBreach;
}

/** Checks a batch against the limits of its turn. A call above a limit that does not end the turn gets its result here. */
export const withinLimits = (
  slots: readonly Slot[],
  counts: TurnCounts,
  limits: CompleteLimits,
  context: ToolContext,
): WithinLimits => {
  const suspicious = repeatsFrom(limits);
  let repeats = false;
  let counted = slots;
  let end: LimitBreach | undefined;
  for (const slot of slots) {
    // A call of a resumed turn may have run already, before the limits became lower.
    const breach = slot.result ? undefined : findBreach(counts, slot.call.toolName, limits);
    if (breach && endsTurn(breach, limits)) {
      end = breach;
      counted = slots.slice(0, slot.index);
      break;
    }
    if (breach) setTextResult(slot, breach.message, breach.outcome);
    counts.add(slot.call.toolName);
    if (counts.isAbove(suspicious, slot.call.toolName)) repeats = true;
  }
  if (repeats) answerRepeated(counted, counts, limits, context);
  return { allowed: counted.some(isAnswered) ? counted.filter((slot) => !isAnswered(slot)) : counted, breach: end };
};

const isAnswered = ({ result }: Slot): boolean => result !== undefined;

// A model that only receives errors could continue forever, so the limit of rounds always ends the turn.
const endsTurn = ({ outcome }: LimitBreach, { onBreach }: CompleteLimits): boolean =>
  onBreach === 'stop' || outcome.limit === 'rounds';

const findBreach = (counts: TurnCounts, toolName: string, limits: CompleteLimits): LimitBreach | undefined => {
  if (counts.rounds + 1 >= limits.rounds) {
    return breachOf('rounds', limits.rounds, `The model was asked ${times(limits.rounds)} in this turn`);
  }
  const callsPerTool = limits.perTool.get(toolName) ?? limits.callsPerTool;
  if (counts.isAbove(callsPerTool - 1, toolName)) {
    const calls = limits.onBreach === 'stop' ? 'tool calls' : `calls of "${toolName}"`;
    return breachOf(
      'calls-per-tool',
      callsPerTool,
      `"${toolName}" was called ${times(callsPerTool)} in this turn`,
      calls,
    );
  }
  if (counts.total >= limits.totalCalls) {
    return breachOf('total-calls', limits.totalCalls, `Tools were called ${times(limits.totalCalls)} in this turn`);
  }
  return undefined;
};

const breachOf = (limit: LimitOutcome['limit'], max: number, what: string, calls = 'tool calls'): LimitBreach => ({
  message: `${what}, which is the limit. No further ${calls} are allowed in this turn.`,
  outcome: { type: 'limit', limit, max },
});
