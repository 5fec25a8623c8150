import type { StreamPart } from 'toolgate/model';

const OF_ANSWER: ReadonlySet<StreamPart['type']> = new Set([
  'text-delta',
  'reasoning-delta',
  'tool-input-delta',
  'tool-call',
  'finish',
  'file',
  'custom',
]);

// An answer of the model also contains the results of the tools that its provider ran.
const isOfAnswer = (part: StreamPart): boolean =>
  part.type === 'tool-result' ? part.providerExecuted === true : OF_ANSWER.has(part.type);

/**
 * Returns the parts of a turn that precede the first part of a stream, which may begin in the middle of the turn.
 * `saved` are the parts of the turn so far.
 */
export const earlierParts = (next: StreamPart, saved: readonly StreamPart[]): readonly StreamPart[] => {
  const { round: first = 0 } = next;
  // A stream that begins with a result or an approval request continues after a complete answer.
  const isAfterAnswer = !isOfAnswer(next);
  return saved.filter(
    (part) => (part.round ?? 0) < first || (part.round === first && isAfterAnswer && isOfAnswer(part)),
  );
};

/** Returns the parts of a turn after the calls of a round: the results of these calls, and all later rounds. */
export const partsAfterCalls = (last: number, parts: readonly StreamPart[]): readonly StreamPart[] =>
  parts.filter((part) => {
    const { round = 0 } = part;
    return round > last || (round === last && !isOfAnswer(part));
  });
