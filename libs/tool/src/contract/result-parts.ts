import type { StreamPart, ToolResultPart } from 'toolgate/model';

/** Returns the stream parts of a call that has a result without running now: its rejection, if any, and the result. */
export const resultParts = (result: ToolResultPart): readonly StreamPart[] => {
  const { toolCallId, toolName, outcome } = result;
  if (outcome.type !== 'denied') return [result];
  const { reason, approvalId, metadata } = outcome;
  const by = { ...(approvalId !== undefined && { approvalId }), ...(metadata && { metadata }) };
  return [{ type: 'tool-rejected', toolCallId, toolName, reason, ...by }, result];
};
