/** Returns the message of an error, or the text of another thrown value. */
export const messageOf = (error: unknown): string =>
  String(typeof error === 'object' && error !== null && 'message' in error ? error.message : error);
