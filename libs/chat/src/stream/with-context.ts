import type { AsyncLocalStorage } from 'node:async_hooks';
import { closeStream } from './pulled-stream.js';

/**
 * Runs every step of a stream with a value in an async local storage. A generator resumes in the context of its caller,
 * so the storage has to be bound around each `next()`.
 */
export async function* withContext<S, P, R>(
  storage: AsyncLocalStorage<S>,
  value: S,
  stream: AsyncGenerator<P, R, void>,
): AsyncGenerator<P, R, void> {
  try {
    for (;;) {
      const step = await storage.run(value, () => stream.next());
      if (step.done) return step.value;
      yield step.value;
    }
  } finally {
    await storage.run(value, () => closeStream(stream));
  }
}
