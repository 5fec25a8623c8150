/** Returns a text of the service, cut after `most` characters. */
export const shortened = (text: string, most: number): string =>
  // A cut character is no valid text.
  text.length > most ? `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
