/** An abstract class that is a type and an injection token at once. */
export type SeamToken<T> = abstract new (...args: never[]) => T;

/** Creates an object of the token's type whose members delegate to the object that `target` returns at the time of use. */
export const delegateTo = <T extends object>(
  token: SeamToken<T>,
  members: readonly (keyof T & string)[],
  target: () => T,
): T => {
  const delegate: T = Object.create(token.prototype);
  for (const member of members) {
    let bound: { readonly to: T; readonly value: unknown; readonly method: unknown } | undefined;
    Object.defineProperty(delegate, member, {
      enumerable: true,
      get: () => {
        const effective = target();
        const value: unknown = effective[member];
        if (bound?.to === effective && bound.value === value) return bound.method;
        if (typeof value !== 'function') return value;
        bound = { to: effective, value, method: value.bind(effective) };
        return bound.method;
      },
    });
  }
  return delegate;
};
