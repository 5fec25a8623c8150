import type { ChatClientResponse } from '../contract/chat-client-response.js';

/** Receives the outcome of a turn, exactly once. */
export interface TurnListener {
  resolve(response: ChatClientResponse): void;
  reject(error: unknown): void;
}
