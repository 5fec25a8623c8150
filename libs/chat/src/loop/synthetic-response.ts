import type { ChatResponse, StreamPart, TextPart, ToolResultPart } from 'toolgate/model';
import type { ToolCallLimitExceededException } from 'toolgate/tool';
import { textOfOutput } from './text-of-output.js';

/** Returns the answer of a turn whose tools return directly: one text part per result. */
export const returnDirectResponse = (response: ChatResponse, results: readonly ToolResultPart[]): ChatResponse => ({
  ...response,
  message: { role: 'assistant', content: results.map(directPart) },
  finishReason: { unified: 'return-direct' },
});

/** Returns the answer of a turn that reached a limit, with the results of its last batch. */
export const limitResponse = (
  response: ChatResponse,
  { message, partial }: ToolCallLimitExceededException,
): ChatResponse => ({
  ...response,
  message: { role: 'assistant', content: [{ type: 'text', text: message }] },
  finishReason: { unified: 'tool-call-limit' },
  metadata: { ...response.metadata, toolResults: partial.results },
});

/** Returns a text-only answer as the parts of a stream. */
export const partsOfResponse = ({ message, ...end }: ChatResponse, round: number): readonly StreamPart[] => [
  ...message.content.flatMap((part, index): StreamPart[] =>
    part.type === 'text'
      ? [{ type: 'text-delta', id: String(index), delta: part.text, round, providerMetadata: part.providerMetadata }]
      : [],
  ),
  { ...end, type: 'finish', round },
];

const directPart = ({ output, toolCallId, toolName }: ToolResultPart): TextPart => ({
  type: 'text',
  text: textOfOutput(output),
  providerMetadata: { toolgate: { toolCallId, toolName } },
});
