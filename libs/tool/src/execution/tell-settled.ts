import type { ToolResultPart } from 'toolgate/model';
import type { Turn } from '../turn.js';

/** Tells whoever reads the turn what became of a call that did not run: its result, and before it that it was rejected. */
export const tellSettled = (result: ToolResultPart, turn: Turn): void => {
  const { toolCallId, toolName, outcome } = result;
  if (outcome.type === 'denied') {
    const { reason, metadata } = outcome;
    turn.emit({ type: 'tool-rejected', toolCallId, toolName, reason, ...(metadata && { metadata }) });
  }
  turn.emit(result);
};
