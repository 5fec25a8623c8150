import { type ChatResponse, type ToolCallPart, toolCallsOf } from 'toolgate/model';
import type { Turn } from '../contract/turn.js';
import { Slot } from './slot.js';
import { takeSaved } from './take-saved.js';

/** Returns a slot for each call of an answer. In a resumed turn, a slot has the saved state of its call. */
export const slotsOf = ({ message }: ChatResponse, { journal }: Turn): readonly Slot[] => {
  const slots = toolCallsOf(message).map(slotOf);
  return journal ? takeSaved(slots, journal) : slots;
};

const slotOf = (call: ToolCallPart, index: number): Slot => new Slot(call, index);
