/** Returns the first characters of a text, without half of a surrogate pair at the end. */
export const startOf = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
