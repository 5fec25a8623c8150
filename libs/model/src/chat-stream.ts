import type { ChatResponse } from './chat-response.js';
import type { StreamPart } from './stream-part.js';

/** Yields the parts of an answer as they arrive, and returns the complete answer. */
export type ChatStream = AsyncGenerator<StreamPart, ChatResponse, void>;

/** Runs a generator to its end and returns its return value. */
export const drain = async <T>(stream: Pick<AsyncGenerator<unknown, T, void>, 'next'>): Promise<T> => {
  for (;;) {
    const step = await stream.next();
    if (step.done) return step.value;
  }
};
