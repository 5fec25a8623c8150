import { modelFailure } from '../failures/model-failure.js';
import type { ProviderStreamPart } from '../provider/provider-answer.js';
import type { ProviderCallOptions, ProviderModel } from '../request/provider-model.js';
import { untilAborted } from '../failures/until-aborted.js';

/** A provider's stream, read part by part. */
export interface OpenStream {
  /** Returns the next part; undefined at the end. Rejects with the reason of the signal after it has aborted. */
  read(): Promise<ProviderStreamPart | undefined>;
  /** Leaves the stream at any point, so that the connection to the provider closes. */
  close(): void;
}

/** Opens a provider's stream. */
export const openStream = async (model: ProviderModel, options: ProviderCallOptions): Promise<OpenStream> => {
  const signal = options.abortSignal;
  const failed = (error: unknown) => (signal?.aborted ? signal.reason : modelFailure(model, error));
  const reader = await ask(model, options).catch((error: unknown) => {
    throw failed(error);
  });
  // Cancelling also ends a pending read, so reads need no race with the signal.
  const cancel = () => void reader.cancel(signal?.reason).catch(() => undefined);
  signal?.addEventListener('abort', cancel, { once: true });
  if (signal?.aborted) cancel();
  return {
    async read() {
      try {
        const { done, value } = await reader.read();
        signal?.throwIfAborted();
        return done ? undefined : value;
      } catch (error) {
        throw failed(error);
      }
    },
    close() {
      signal?.removeEventListener('abort', cancel);
      cancel();
    },
  };
};

const ask = async (model: ProviderModel, options: ProviderCallOptions) => {
  const signal = options.abortSignal;
  signal?.throwIfAborted();
  const { stream } = await untilAborted(model.doStream(options), signal, (late) => late.stream.cancel(signal?.reason));
  return stream.getReader();
};
