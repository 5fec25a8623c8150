import type { ChatTurn } from './chat-turn.js';
import type { ComposedRequest } from './composed-request.js';

/**
 * The request that passes through the chain. An advisor passes a changed copy to the next one: `{ ...request, messages
 * }`.
 */
export interface ChatClientRequest extends ComposedRequest {
  readonly turn: ChatTurn;
  /** The number of answers of the model before this one within the turn. */
  readonly round: number;
  /** `true` if the turn was suspended and resumes: code before `next` may have run already. */
  readonly resumed?: true;
}
