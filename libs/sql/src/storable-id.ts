const ESCAPE = '\u001b';

/** An id as every database can keep it: none keeps NUL, nor half of a surrogate pair. Almost every id stays as it is. */
export const storableId = (id: string): string =>
  id.replaceAll(/[\p{Control}\p{Surrogate}]/gu, (sign) => ESCAPE + sign.charCodeAt(0).toString(16).padStart(4, '0'));

const escaped = new RegExp(`${ESCAPE}([\\da-f]{4})`, 'g');

/** The id that was made storable. */
export const idOf = (stored: string): string =>
  stored.replaceAll(escaped, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
