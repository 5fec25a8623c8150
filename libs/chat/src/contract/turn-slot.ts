/** A turn that carries the values of typed slots; a `TurnSlot` reads and writes its own. */
export interface TurnSlots {
  /** Absent until a value is set. */
  slots?: Map<object, unknown>;
}

/**
 * A typed value that one part of Toolgate adds to a turn and another part reads. Declare it once, with its type, in
 * the part that reads it.
 */
export class TurnSlot<T> {
  /** Returns the value of a turn; undefined before it is set. */
  of({ slots }: TurnSlots): T | undefined {
    // Only `set` writes the value of this key.
    return slots?.get(this) as T | undefined;
  }

  set(turn: TurnSlots, value: T): void {
    turn.slots ??= new Map();
    turn.slots.set(this, value);
  }
}
