import { type ChatResponse, textOf, type TextPart, type ToolResultPart } from 'toolgate/model';
import type { ToolCallLimitExceededException } from 'toolgate/tool';

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

const directPart = ({ output, toolCallId, toolName }: ToolResultPart): TextPart => ({
  type: 'text',
  text: textOfOutput(output),
  providerMetadata: { toolgate: { toolCallId, toolName } },
});

/** Returns the result of a tool as one text. */
export const textOfOutput = (output: ToolResultPart['output']): string => {
  if (output.type === 'text') return output.text;
  return output.type === 'json' ? JSON.stringify(output.value) : textOf({ role: 'user', content: output.parts });
};
