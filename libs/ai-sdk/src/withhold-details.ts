// What the AI SDK's errors hold of a request and its answer.
const DETAILS = new Set([
  'requestBodyValues',
  'responseHeaders',
  'responseBody',
  'data',
  'url',
  'text',
  'value',
  'prompt',
]);
const MAX_DEPTH = 5;

/**
 * Keeps the prompt and the answer that a provider's error holds out of what loggers write of it, and of its causes;
 * they are read as before.
 */
export const withholdDetails = (thrown: unknown): void => {
  let error = thrown;
  for (let depth = 0; error instanceof Error && depth < MAX_DEPTH; depth++) {
    for (const [name, { configurable, enumerable }] of Object.entries(Object.getOwnPropertyDescriptors(error))) {
      if (configurable && enumerable && DETAILS.has(name)) Object.defineProperty(error, name, { enumerable: false });
    }
    error = error.cause;
  }
};
