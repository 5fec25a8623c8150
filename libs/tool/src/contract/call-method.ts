type Method = (...args: readonly unknown[]) => unknown;

/** Calls a method of an object by its name. */
export const callMethod = (target: object, key: string, args: readonly unknown[]): unknown =>
  (target as Readonly<Record<string, Method>>)[key]!(...args);
