import type { StreamPart } from 'toolgate/model';
import type { ChatClientResponse } from './chat-client-response.js';

/** Receives the outcome of a turn, exactly once, and each part before it. */
export interface TurnListener {
  part?(part: StreamPart): void;
  resolve(response: ChatClientResponse): void;
  reject(error: unknown): void;
}

/** Returns a listener that passes everything to two others. */
export const bothListeners = (first: TurnListener, second: TurnListener): TurnListener => ({
  part: (part) => {
    first.part?.(part);
    second.part?.(part);
  },
  resolve: (response) => {
    first.resolve(response);
    second.resolve(response);
  },
  reject: (error) => {
    first.reject(error);
    second.reject(error);
  },
});
