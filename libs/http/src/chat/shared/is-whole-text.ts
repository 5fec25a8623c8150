const HALF = /\p{Surrogate}/u;

/** Whether a text contains only whole characters: half of a surrogate pair has no form in a URL or in a database. */
export const isWholeText = (text: string): boolean => !HALF.test(text);
