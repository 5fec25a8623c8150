import { within } from '#core';
import type { StreamPart } from 'toolgate/model';
import type { ReadableTurn } from '../shared/live-chat.js';
import { usageOfTurn } from '../ui-message-stream/usage-of-turn.js';
import type { ReadTurn } from './chunk-stream.js';

/**
 * Begins to read a turn, and waits for its first part, so that a turn that is refused at its beginning is answered with a
 * status. A proxy would close a request that is silent for long, so it waits for `patienceMs` milliseconds at most.
 */
export const beginReading = async (turn: ReadableTurn, left: AbortSignal, patienceMs: number): Promise<ReadTurn> => {
  const parts = turn[Symbol.asyncIterator]();
  // A generator that waits for its next part would not notice that its reader leaves.
  if (left.aborted) void parts.return?.();
  left.addEventListener('abort', () => void parts.return?.());
  const begun = parts.next();
  const step = await within(begun, patienceMs, () => undefined);
  const read = { runId: turn.runId, usage: () => usageOfTurn(turn) };
  if (step && !step.done) return { ...read, first: [step.value], rest: parts };
  return { ...read, first: [], rest: joined(begun, parts) };
};

const joined = (begun: Promise<IteratorResult<StreamPart>>, parts: AsyncIterator<StreamPart>) => {
  const waiting = [begun];
  return { next: () => waiting.pop() ?? parts.next() };
};
