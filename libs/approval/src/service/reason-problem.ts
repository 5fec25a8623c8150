// The reason is saved with its record and sent to the model.
const LENGTH = 10_000;

/** Returns what is wrong with the reason of a person, in half a sentence; undefined if it is valid. */
export const reasonProblem = (reason: unknown): string | undefined => {
  if (reason === undefined) return undefined;
  if (typeof reason !== 'string') return 'reason is not a string';
  return reason.length > LENGTH ? `reason has more than ${LENGTH} characters` : undefined;
};
