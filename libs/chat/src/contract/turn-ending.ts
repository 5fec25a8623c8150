import type { ChatClientResponse } from './chat-client-response.js';

/** How a turn ended: its chain returned an answer, or the turn failed or was abandoned. */
export type TurnEnd =
  | { readonly type: 'completed'; readonly response: ChatClientResponse }
  | { readonly type: 'failed'; readonly cause: unknown };

/** A callback for the end of a turn. If it rejects after an answer, the turn fails with that error. */
export type TurnEnding = (end: TurnEnd) => Promise<void>;
