const ASCII = /^[a-z]{4,}$/;

/**
 * Returns an English word without its ending, so that orders, ordered and ordering become order. Returns other words
 * unchanged.
 */
export const stemOf = (word: string): string => {
  if (!ASCII.test(word)) return word;
  const bare = withoutEnding(withoutPlural(word));
  return bare.length > 3 && bare.endsWith('e') ? bare.slice(0, -1) : bare;
};

const withoutPlural = (word: string): string => {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  return /[^aius]s$/.test(word) || word.endsWith('sses') ? word.slice(0, -1) : word;
};

const withoutEnding = (word: string): string => {
  const bare = word.length > 5 ? word.replace(/(?:ing|ed|ion)$/, '') : word;
  if (bare === word) return word;
  if (bare.length < 3 || !/[aeiouy]/.test(bare)) return word;
  return /([bdgmnprt])\1$/.test(bare) ? bare.slice(0, -1) : bare;
};
