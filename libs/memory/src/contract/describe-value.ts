/** Describes a value of the wrong type in an error, without its content. */
export const describeValue = (value: unknown): string => {
  if (value === '') return 'an empty one';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
};
