/** Each name of a record, so that the compiler misses one that is new. */
export type NamesOf<T> = Readonly<Record<keyof Required<T>, true>>;

/** The name that a record does not have, in half a sentence: a slip of the pen that would otherwise say nothing. */
export const unknownName = (given: object, names: Readonly<Record<string, true>>): string | undefined => {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(names, name));
  return unknown === undefined ? undefined : `there is no "${unknown}", there are: ${Object.keys(names).join(', ')}`;
};
