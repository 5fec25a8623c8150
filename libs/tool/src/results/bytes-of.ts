/** What every value costs besides its content: an event, a promise. */
export const BYTES_OF_ANY_VALUE = 64;

/** Returns the bytes of a value's content: of a text its characters, of anything else that is not bytes its JSON. */
export const bytesOf = (value: unknown): number => {
  if (typeof value === 'string') return value.length;
  if (value instanceof Uint8Array) return value.byteLength;
  return typeof value === 'object' && value !== null ? lengthOfJson(value) : 0;
};

// What JSON cannot carry fails where it is converted.
const lengthOfJson = (value: object): number => {
  try {
    return JSON.stringify(value)?.length ?? 0;
  } catch {
    return 0;
  }
};
