/** Whether a value is a list. Unlike `Array.isArray`, it keeps the type of the entries or leaves it unknown. */
export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
