import { ignore, within } from '#core';
import type { StreamPart } from 'toolgate/model';
import { earlierParts, partsAfterCalls } from '../shared/earlier-parts.js';
import { usageOfTurn } from '../ui-message-stream/usage-of-turn.js';
import type { ReadTurn } from './chunk-stream.js';
import type { FoundTurn } from './find-turn.js';

/**
 * Begins to read a turn, and waits for its first part, so that a turn that is refused at its beginning is answered with a
 * status. A proxy would close a request that is silent for long, so it waits for `patienceMs` milliseconds at most.
 */
export const beginReading = async (found: FoundTurn, left: AbortSignal, patienceMs: number): Promise<ReadTurn> => {
  const { turn } = found;
  const parts = turn[Symbol.asyncIterator]();
  // A generator that waits for its next part would not notice that its reader leaves.
  if (left.aborted) void parts.return?.();
  left.addEventListener('abort', () => void parts.return?.());
  const first = parts.next();
  await within(first, patienceMs, ignore);
  return { runId: turn.runId, parts: withSaved(found, first, parts), usage: () => usageOfTurn(turn) };
};

// The first part states which of the saved parts precede it. Another instance may have continued the turn before it.
async function* withSaved(
  { saved, shownRound = -1 }: FoundTurn,
  first: Promise<IteratorResult<StreamPart>>,
  rest: AsyncIterator<StreamPart>,
): AsyncGenerator<StreamPart, void, void> {
  let step = await first;
  if (saved && (step.done || (step.value.round ?? 0) > shownRound)) {
    const missed = partsAfterCalls(shownRound, await saved());
    yield* step.done ? missed : earlierParts(step.value, missed);
  }
  for (; !step.done; step = await rest.next()) yield step.value;
}
