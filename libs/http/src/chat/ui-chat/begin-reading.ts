import { ignore, within } from '#core';
import type { StreamPart } from 'toolgate/model';
import { earlierParts } from '../shared/earlier-parts.js';
import { usageOfTurn } from '../ui-message-stream/usage-of-turn.js';
import type { ReadTurn } from './chunk-stream.js';
import type { FoundTurn } from './find-turn.js';

/**
 * Begins to read a turn, and waits for its first part, so that a turn that is refused at its beginning is answered with a
 * status. A proxy would close a request that is silent for long, so it waits for `patienceMs` milliseconds at most.
 */
export const beginReading = async (
  { turn, saved }: FoundTurn,
  left: AbortSignal,
  patienceMs: number,
): Promise<ReadTurn> => {
  const parts = turn[Symbol.asyncIterator]();
  // A generator that waits for its next part would not notice that its reader leaves.
  if (left.aborted) void parts.return?.();
  left.addEventListener('abort', () => void parts.return?.());
  const first = parts.next();
  await within(first, patienceMs, ignore);
  return { runId: turn.runId, parts: withSaved(saved, first, parts), usage: () => usageOfTurn(turn) };
};

// The first part states which of the saved parts precede it.
async function* withSaved(
  saved: readonly StreamPart[],
  first: Promise<IteratorResult<StreamPart>>,
  rest: AsyncIterator<StreamPart>,
): AsyncGenerator<StreamPart, void, void> {
  let step = await first;
  yield* step.done ? saved : earlierParts(step.value, saved);
  for (; !step.done; step = await rest.next()) yield step.value;
}
