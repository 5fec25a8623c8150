import { describe, expect, it } from 'vitest';
import type { ChatTurn } from './chat-turn.js';
import { TurnSlot } from './turn-slot.js';

const newTurn = (): ChatTurn => ({ slots: undefined }) as unknown as ChatTurn;

describe('a slot of a turn', () => {
  it('has no value before it is set', () => {
    expect(new TurnSlot<number>().of(newTurn())).toBeUndefined();
  });

  it('returns the last value that was set for its turn', () => {
    const [slot, turn] = [new TurnSlot<number>(), newTurn()];
    slot.set(turn, 1);
    slot.set(turn, 2);
    expect([slot.of(turn), slot.of(newTurn())]).toEqual([2, undefined]);
  });

  it('is apart from every other slot', () => {
    const [first, second, turn] = [new TurnSlot<number>(), new TurnSlot<number>(), newTurn()];
    first.set(turn, 1);
    expect(second.of(turn)).toBeUndefined();
  });
});
