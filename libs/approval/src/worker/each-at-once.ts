/** Calls a function for each item, for at most `most` items at the same time. */
export const eachAtOnce = async <T>(
  items: readonly T[],
  most: number,
  act: (item: T) => Promise<void>,
): Promise<void> => {
  const rest = items.values();
  const lane = async (): Promise<void> => {
    for (const item of rest) await act(item);
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, lane));
};
