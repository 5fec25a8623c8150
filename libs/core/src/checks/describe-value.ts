/** Returns a word in quotes for an error: shortened, with line ends escaped. */
export const quote = (word: string): string => JSON.stringify(word.length > 40 ? `${word.slice(0, 40)}…` : word);

/** Describes the kind of a value. */
export const kindOf = (value: unknown): string => {
  if (value === null || value === undefined || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return value.trim() === '' ? 'an empty text' : 'a text';
  if (typeof value === 'number') return `the number ${value}`;
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'function') return isClass(value) ? `the class ${value.name || 'without a name'}` : 'a function';
  if (typeof value !== 'object') return `a ${typeof value}`;
  const { constructor } = value;
  if (typeof constructor !== 'function' || constructor === Object) return 'an object';
  return `an instance of ${constructor.name || 'a class without a name'}`;
};

const isClass = (value: Function): boolean => /^class\b/.test(Function.prototype.toString.call(value));
