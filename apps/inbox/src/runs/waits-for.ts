import type { ListedRunBody, RunSlotBody } from 'toolgate/http/client';
import { labelOf } from '../present/field-labels.js';
import type { Texts } from '../texts/en.js';

/** Whether a call of a run has an unknown outcome, which a person or its tool must report. */
export const hasUnknown = ({ slots }: Pick<ListedRunBody, 'slots'>): boolean =>
  slots.some(({ state }) => state === 'unknown');

/** The state of a call: one that requires approval waits until the whole batch is decided. */
export const stateOf = (
  { state, approvalId }: RunSlotBody,
  { settledAt, status }: Pick<ListedRunBody, 'settledAt' | 'status'>,
): keyof Texts['runs']['state'] =>
  state === 'ready' && approvalId !== undefined && settledAt === undefined && status === 'suspended' ? 'waits' : state;

/** What a run waits for, or how it ended, in words. */
export const waitsFor = (run: ListedRunBody, texts: Texts['runs']): string => {
  const { kind, status, slots, settledAt, failures, canceling, parked } = run;
  const { waits } = texts;
  const isTurn = kind === 'turn';
  if (kind === 'external' && status === 'resuming') return waits.claimed;
  if (status === 'resuming') return isTurn ? waits.resuming : waits.running;
  if (status === 'completed') return isTurn ? waits.completed : waits.called;
  if (status !== 'suspended') return waits[status];
  const named = (of: readonly RunSlotBody[]): string => texts.listed(of.map(({ toolName }) => labelOf(toolName)));
  const unknown = slots.filter(({ state }) => state === 'unknown');
  if (canceling) return waits.canceling;
  if (unknown.length > 0) return waits.outcome(named(unknown));
  const inside = slots.filter(({ state }) => state === 'waiting');
  if (inside.length > 0) return waits.inside(named(inside));
  if (parked) return waits.parked;
  if (failures > 0) return waits.retry(failures);
  if (settledAt !== undefined) return kind === 'external' ? waits.claim : waits.resume;
  return waits.decisions(named(slots.filter((slot) => stateOf(slot, run) === 'waits')));
};
