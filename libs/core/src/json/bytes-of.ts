/** The bytes counted for each value besides its content: for an event, a promise. */
export const BYTES_OF_ANY_VALUE = 64;

/** Returns the size of a value's content: the length of bytes, of a text, or of the JSON of anything else. */
export const bytesOf = (value: unknown): number => {
  if (typeof value === 'string') return value.length;
  if (value instanceof Uint8Array) return value.byteLength;
  return typeof value === 'object' && value !== null ? lengthOfJson(value) : 0;
};

// A value that is not JSON fails later, when it is converted.
const lengthOfJson = (value: object): number => {
  try {
    return JSON.stringify(value)?.length ?? 0;
  } catch {
    return 0;
  }
};
