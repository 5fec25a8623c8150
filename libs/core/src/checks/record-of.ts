/** Returns a value if it is an object or a list, or else an empty object, for reading properties of unknown types. */
export const recordOf = (value: unknown): Readonly<Record<string, unknown>> => (isPropertied(value) ? value : {});

const isPropertied = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
