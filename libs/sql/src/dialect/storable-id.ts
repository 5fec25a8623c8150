const ESCAPE = '\u001b';
const UNSTORABLE = /[\p{Control}\p{Surrogate}]/u;
const EVERY_UNSTORABLE = new RegExp(UNSTORABLE, 'gu');

/**
 * Returns an id that every database can store: none stores NUL, or half of a surrogate pair. Almost every id is
 * returned unchanged.
 */
export const storableId = (id: string): string =>
  // A replacement that finds nothing takes far longer than a test.
  UNSTORABLE.test(id) ? id.replaceAll(EVERY_UNSTORABLE, escapedSign) : id;

const escapedSign = (sign: string): string => ESCAPE + sign.charCodeAt(0).toString(16).padStart(4, '0');

const escaped = new RegExp(`${ESCAPE}([\\da-f]{4})`, 'g');

/** Returns the original id of a storable one. */
export const idOf = (stored: string): string =>
  stored.replaceAll(escaped, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
