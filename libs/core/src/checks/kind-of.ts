/**
 * Describes the kind of a value for an error. Only numbers and booleans are shown themselves: a string may be a secret.
 */
export const kindOf = (value: unknown): string => {
  if (value === null || value === undefined || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return value.trim() === '' ? 'an empty string' : 'a string';
  if (typeof value === 'number') return `the number ${value}`;
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'function') return isClass(value) ? `the class ${value.name || 'without a name'}` : 'a function';
  if (typeof value !== 'object') return `a ${typeof value}`;
  const { constructor } = value;
  if (typeof constructor !== 'function' || constructor === Object) return 'an object';
  return `an instance of ${constructor.name || 'a class without a name'}`;
};

/** Whether a value is a class, and not another function. */
export const isClass = (value: unknown): value is Function =>
  typeof value === 'function' && /^class\b/.test(Function.prototype.toString.call(value));
