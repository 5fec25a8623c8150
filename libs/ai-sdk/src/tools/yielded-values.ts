/** Whether a result is a sequence of preliminary results. */
export const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/**
 * Returns the values that a tool yields. As in the AI SDK, the last one is the result, and a returned value is ignored.
 * `convert` receives the last value, and its result replaces it.
 */
export const yieldedValues = (
  source: AsyncIterable<unknown>,
  convert?: (last: unknown) => Promise<unknown>,
): AsyncIterable<unknown> => ({
  [Symbol.asyncIterator]: () => {
    const iterator = source[Symbol.asyncIterator]();
    let last: unknown;
    return {
      next: async () => {
        const step = await iterator.next();
        if (step.done) return { done: true, value: convert ? await convert(last) : undefined };
        last = step.value;
        return { value: last };
      },
      // Not a generator, because its `return()` would reach the source only after a pending `next()`.
      return: async () => {
        await iterator.return?.();
        return { done: true, value: undefined };
      },
    };
  },
});
