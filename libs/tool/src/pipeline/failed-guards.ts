// A weak map, because an application may freeze its errors or throw one of them again and again.
const guards = new WeakMap<object, string>();

/** Notes which guard threw an error, so that the log can name it. */
export const noteGuard = (error: unknown, guard: object): void => {
  if (typeof error === 'object' && error !== null) guards.set(error, guard.constructor.name);
};

/** The class of the guard that threw an error; undefined if no guard did. */
export const guardOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null ? guards.get(error) : undefined;
