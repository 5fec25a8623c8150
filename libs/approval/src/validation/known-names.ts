import { isObject, recordOf } from '#core';

/** Lists every property of a record, so that the compiler reports a new one that is missing here. */
export type NamesOf<T> = Readonly<Record<keyof Required<T>, true>>;

/**
 * Returns the first unknown property of an object, in half a sentence; undefined if all are known. A misspelt property
 * would otherwise be ignored.
 */
export const unknownName = (given: object, names: Readonly<Record<string, unknown>>): string | undefined => {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(names, name));
  return unknown === undefined
    ? undefined
    : `"${unknown}" is unknown (the known names are ${Object.keys(names).join(', ')})`;
};

/** Returns the first of the known names whose value a copy would lose: it is inherited, not enumerable, or a getter. */
export const lostName = (given: object, names: Readonly<Record<string, unknown>>): string | undefined =>
  Object.keys(names).find((name) => !isCopied(given, name) && recordOf(given)[name] !== undefined);

const isCopied = (given: object, name: string): boolean => Object.prototype.propertyIsEnumerable.call(given, name);

/**
 * Returns a copy of an object with all known properties, because a spread loses the getters of a class. Returns any other
 * value as it is.
 */
export const withGetters = <T extends object>(given: T, names: NamesOf<T>): T => {
  if (!isObject(given)) return given;
  const values = Object.keys(names).map((name) => [name, recordOf(given)[name]]);
  return { ...given, ...Object.fromEntries(values.filter(([, value]) => value !== undefined)) };
};
