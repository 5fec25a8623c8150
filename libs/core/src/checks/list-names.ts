/** Lists names for a message: the first `most` of them, and the number of the others. */
export const listNames = (names: readonly string[], most = 20): string => {
  const more = names.length > most ? `, and ${names.length - most} more` : '';
  return `${names.slice(0, most).join(', ')}${more}`;
};

/** Returns a sentence that lists the tools of an application by name. */
export const toolsAre = (names: readonly string[]): string =>
  names.length === 0 ? 'There are no tools.' : `The tools are: ${listNames(names)}.`;

/** Returns the instruction that follows an unknown name: the names to use instead. */
export const useOneOf = (names: readonly string[]): string => {
  if (names.length === 0) return 'Remove it.';
  return names.length === 1 ? `Use ${names[0]}.` : `Use one of: ${names.join(', ')}.`;
};

/** Returns a word in quotes for an error: shortened, with line ends escaped. */
export const quote = (word: string): string => JSON.stringify(word.length > 40 ? `${word.slice(0, 40)}…` : word);
