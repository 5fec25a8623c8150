import type { StreamPart, ToolResultPart } from 'toolgate/model';

/** Returns the stream parts of a call that did not run, or ran before: that it was rejected, if it was, and its result. */
export const settledParts = (result: ToolResultPart): readonly StreamPart[] => {
  const { toolCallId, toolName, outcome } = result;
  if (outcome.type !== 'denied') return [result];
  const { reason, approvalId, metadata } = outcome;
  const by = { ...(approvalId !== undefined && { approvalId }), ...(metadata && { metadata }) };
  return [{ type: 'tool-rejected', toolCallId, toolName, reason, ...by }, result];
};
