/**
 * Copies plain data in its JSON form, and freezes the copy at every depth. Throws `TypeError` for a value that JSON
 * cannot carry.
 */
// Written by hand: twice as fast as freezing a copy afterwards, and each turn is copied.
export const frozenJson = <T>(value: T): T => copy(value) as T;

const copy = (value: unknown): unknown => {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'object':
      return value === null ? null : copyObject(value);
    default:
      throw new TypeError(`JSON cannot carry a ${typeof value}.`);
  }
};

const copyObject = (value: object): unknown => {
  if (Array.isArray(value)) return Object.freeze(value.map((entry: unknown) => copy(entry ?? null)));
  if ('toJSON' in value && typeof value.toJSON === 'function') return copy(value.toJSON());
  const result: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const entry = (value as Record<string, unknown>)[key];
    if (entry === undefined) continue;
    if (key === '__proto__') Object.defineProperty(result, key, { value: copy(entry), enumerable: true });
    else result[key] = copy(entry);
  }
  return Object.freeze(result);
};
