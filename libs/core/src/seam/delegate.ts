/** An abstract class that is a type and an injection token at once. */
export type SeamToken<T> = abstract new (...args: never[]) => T;

/** A method of a part, bound to it. */
interface BoundMethod<T> {
  readonly to: T;
  readonly value: unknown;
  readonly method: unknown;
  readonly isFixed: boolean;
}

/**
 * Creates an object of the token's type whose members delegate to the object that `target` returns at the time of use.
 * A method of the application's part is read at each use, because a test may have replaced it. `isFallback` states
 * whether the target is the framework's own part, whose methods never change.
 */
export const delegateTo = <T extends object>(
  token: SeamToken<T>,
  members: readonly (keyof T & string)[],
  target: () => T,
  isFallback: () => boolean,
): T => {
  const delegate: T = Object.create(token.prototype);
  for (const member of members) {
    let bound: BoundMethod<T> | undefined;
    Object.defineProperty(delegate, member, {
      enumerable: true,
      get: () => {
        const effective = target();
        if (bound?.to === effective && (bound.isFixed || bound.value === effective[member])) return bound.method;
        const value: unknown = effective[member];
        if (typeof value !== 'function') return value;
        bound = { to: effective, value, method: value.bind(effective), isFixed: isFallback() };
        return bound.method;
      },
    });
  }
  return delegate;
};
