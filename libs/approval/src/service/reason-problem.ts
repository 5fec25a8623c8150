// The reason is saved with its record and sent to the model.
const LENGTH = 10_000;

/** Returns a decision or a cancellation without a blank reason, which counts as none. */
export const withoutBlankReason = <T extends { readonly reason?: string }>(given: T): T =>
  typeof given?.reason === 'string' && given.reason.trim() === '' ? { ...given, reason: undefined } : given;

/** Returns what is wrong with the reason of a person, in half a sentence; undefined if it is valid. */
export const reasonProblem = (reason: unknown): string | undefined => {
  if (reason === undefined) return undefined;
  if (typeof reason !== 'string') return 'reason is not a string';
  return reason.length > LENGTH ? `reason has more than ${LENGTH} characters` : undefined;
};
