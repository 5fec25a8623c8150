/** Calls a method of an object by its name. */
export const callMethod = (target: object, key: string, args: readonly unknown[]): unknown => {
  const method: unknown = Reflect.get(target, key);
  if (typeof method !== 'function') throw new TypeError(`${key} is not a function`);
  return Reflect.apply(method, target, args);
};
