const ESCAPE = '\u001b';

/**
 * Returns an id that every database can store: none stores NUL, or half of a surrogate pair. Almost every id is
 * returned unchanged.
 */
export const storableId = (id: string): string =>
  id.replaceAll(/[\p{Control}\p{Surrogate}]/gu, (sign) => ESCAPE + sign.charCodeAt(0).toString(16).padStart(4, '0'));

const escaped = new RegExp(`${ESCAPE}([\\da-f]{4})`, 'g');

/** Returns the original id of a storable one. */
export const idOf = (stored: string): string =>
  stored.replaceAll(escaped, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
