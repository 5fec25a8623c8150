import { kindOf } from '#core';
import { type ChatResponse, type ToolCallPart, toolCallsOf } from 'toolgate/model';
import { ToolException } from '../contract/tool.errors.js';
import type { Turn } from '../contract/turn.js';
import { Slot } from './slot.js';
import type { BatchJournal } from '../contract/batch-journal.js';

/**
 * Returns a slot for each call of an answer. In a resumed turn, a slot has the saved state of its call. Throws
 * `ToolException` for a call whose id, tool or arguments are not text.
 */
export const slotsOf = ({ message }: ChatResponse, { journal }: Turn): readonly Slot[] => {
  const slots = toolCallsOf(message).map(slotOf);
  return journal ? takeSaved(slots, journal) : slots;
};

// The chat model may be one of the application. A saved turn with such a call could not be read.
const slotOf = (call: ToolCallPart, index: number): Slot => {
  const { toolCallId, toolName, input } = call;
  if (typeof toolCallId !== 'string') throw notText('toolCallId', toolCallId);
  if (typeof toolName !== 'string') throw notText('toolName', toolName);
  // A tool without parameters needs no arguments.
  if (typeof input !== 'string' && input !== undefined && input !== null) throw notText('input', input);
  return new Slot(call, index);
};

const notText = (name: string, value: unknown): ToolException =>
  new ToolException(
    `The response has a tool call whose "${name}" is ${kindOf(value)}. Return { type: 'tool-call', toolCallId, toolName, input } from the chat model: strings, with the arguments as JSON text in input.`,
  );

/** Sets the saved state of each slot's call: its result, or the decision that it resumes from. */
const takeSaved = (slots: readonly Slot[], { saved: calls = [] }: BatchJournal): readonly Slot[] => {
  for (const saved of calls) {
    const slot = slots[saved.index];
    if (!slot) continue;
    slot.saved = saved;
    slot.result = saved.result;
  }
  return slots;
};
