/** Freezes plain data at every depth. */
export const frozen = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null) return value;
  for (const entry of Object.values(value)) frozen(entry);
  return Object.freeze(value);
};
