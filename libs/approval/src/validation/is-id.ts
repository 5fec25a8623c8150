/** The most characters of an id that a caller chooses. */
export const LONGEST_ID = 200;

/** Whether a value is an id that a caller may choose. */
export const isId = (value: unknown): boolean =>
  typeof value === 'string' && value !== '' && value.length <= LONGEST_ID;
