import type { StreamPart } from 'toolgate/model';

// The parts of an answer of the model.
const OF_ANSWER: ReadonlySet<StreamPart['type']> = new Set([
  'text-delta',
  'reasoning-delta',
  'tool-input-delta',
  'tool-call',
  'finish',
  'file',
  'custom',
]);

/**
 * Returns the parts of a turn that precede the first part of a stream, which may begin in the middle of the turn.
 * `saved` are the parts of the turn so far.
 */
export const earlierParts = (
  { round: first = 0, type }: StreamPart,
  saved: readonly StreamPart[],
): readonly StreamPart[] => {
  // A stream that begins with a result or an approval request continues after a complete answer.
  const isAfterAnswer = !OF_ANSWER.has(type);
  return saved.filter(
    (part) => (part.round ?? 0) < first || (part.round === first && isAfterAnswer && OF_ANSWER.has(part.type)),
  );
};
