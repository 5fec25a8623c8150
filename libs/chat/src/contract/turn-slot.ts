import type { ChatTurn } from './chat-turn.js';

/**
 * A typed value that a room adds to a turn and another room reads. Declare it once, with its type, in the room that
 * reads it.
 */
export class TurnSlot<T> {
  /** Returns the value of a turn; undefined before it is set. */
  of({ slots }: ChatTurn): T | undefined {
    // Only `set` writes the value of this key.
    return slots?.get(this) as T | undefined;
  }

  set(turn: ChatTurn, value: T): void {
    turn.slots ??= new Map();
    turn.slots.set(this, value);
  }
}
