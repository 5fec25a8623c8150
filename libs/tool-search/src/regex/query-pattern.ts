const SYNTAX = /[\\^$.|?*+()[\]{}]/;
const PROSE_END = /([\p{L}\p{N}])[.?!]+(?=\s|$)/gu;
const FLAG = /^\(\?i\)/;
const AROUND = /^\.\*|\.\*$/g;
const WORD = /^[\p{L}\p{N}]{3,}$/u;

/** Returns the pattern of a query; `undefined` for plain text, and for words that are only joined by `|`. */
export const queryPattern = (query: string): string | undefined => {
  const plain = /\s/.test(query) ? query.replace(PROSE_END, '$1') : query;
  if (!SYNTAX.test(plain)) return undefined;
  const pattern = query.replace(FLAG, '');
  return pattern.split('|').every((part) => WORD.test(part.replace(AROUND, ''))) ? undefined : query;
};
