// It is kept with its record, and sent to the model.
const LENGTH = 10_000;

/** What is wrong with the reason that a person gives, in half a sentence; undefined if nothing is. */
export const reasonProblem = (reason: unknown): string | undefined => {
  if (reason === undefined) return undefined;
  if (typeof reason !== 'string') return 'reason is no text';
  return reason.length > LENGTH ? `reason has more than ${LENGTH} characters` : undefined;
};
