// The properties of AI SDK errors with data of a request and its answer.
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

/** Hides the prompt and the answer in a provider's error, and in its causes, from loggers. They can still be read. */
export const withholdDetails = (thrown: unknown): void => {
  let error = thrown;
  for (let depth = 0; error instanceof Error && depth < MAX_DEPTH; depth++) {
    for (const [name, { configurable, enumerable }] of Object.entries(Object.getOwnPropertyDescriptors(error))) {
      if (configurable && enumerable && DETAILS.has(name)) Object.defineProperty(error, name, { enumerable: false });
    }
    error = error.cause;
  }
};
