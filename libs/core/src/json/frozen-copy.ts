/** Returns a copy of JSON data that is frozen at every depth. The original does not change. */
export function frozenCopy<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if ('toJSON' in value && typeof value.toJSON === 'function') return frozenCopy(value.toJSON() as T);
  const copy: unknown = Array.isArray(value)
    ? value.map((inner: unknown) => frozenCopy(inner))
    : Object.fromEntries(Object.entries(value).map(([key, inner]: [string, unknown]) => [key, frozenCopy(inner)]));
  return Object.freeze(copy as T);
}
