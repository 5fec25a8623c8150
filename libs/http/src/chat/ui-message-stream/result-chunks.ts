import type { FilePart, JsonValue, TextPart, ToolResultOutput, ToolResultPart } from 'toolgate/model';
import { fileUrl } from './file-url.js';
import type { UiMessageChunk } from './ui-message-chunk.js';

/** Returns the chunks of a call's result. */
export const resultChunks = (result: ToolResultPart): readonly UiMessageChunk[] => {
  const { toolCallId, output, outcome } = result;
  const by = result.providerExecuted ? ({ providerExecuted: true } as const) : {};
  switch (outcome.type) {
    case 'success':
    case 'responded':
      return [{ type: 'tool-output-available', toolCallId, output: outputOf(output), ...by }];
    case 'denied':
      return deniedChunks(toolCallId, outcome.reason);
    default:
      return [{ type: 'tool-output-error', toolCallId, errorText: textOf(output), ...by }];
  }
};

/**
 * Returns the chunks of a call that was denied. The error replaces the output that the client received while the call
 * waited, and the text of the error stays in the denied part.
 */
export const deniedChunks = (toolCallId: string, reason: string): readonly UiMessageChunk[] => [
  { type: 'tool-output-error', toolCallId, errorText: reason },
  { type: 'tool-output-denied', toolCallId },
];

const outputOf = (output: ToolResultOutput): JsonValue => {
  switch (output.type) {
    case 'text':
      return output.text;
    case 'json':
      return output.value;
    default:
      return output.parts.map(contentOf);
  }
};

const contentOf = (part: TextPart | FilePart): JsonValue =>
  part.type === 'text'
    ? { type: 'text', text: part.text }
    : { type: 'file', mediaType: part.mediaType, url: fileUrl(part) };

const textOf = (output: ToolResultOutput): string => {
  if (output.type === 'text') return output.text;
  return JSON.stringify(outputOf(output));
};
