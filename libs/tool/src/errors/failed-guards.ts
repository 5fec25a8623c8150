// A weak map, because an application may freeze its errors or throw the same one repeatedly.
const guards = new WeakMap<object, string>();

/** Records which guard threw an error, so that the log can name the guard. */
export const noteGuard = (error: unknown, guard: object): void => {
  if (typeof error === 'object' && error !== null) guards.set(error, guard.constructor.name);
};

/** Returns the class name of the guard that threw an error; undefined if no guard did. */
export const guardOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null ? guards.get(error) : undefined;
