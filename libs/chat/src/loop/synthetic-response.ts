import { type ChatResponse, type FilePart, textOf, type TextPart, type ToolResultPart } from 'toolgate/model';
import type { ToolCallLimitExceededException } from 'toolgate/tool';

/** Returns the answer of a turn whose tools return directly: one text part per result, or the texts and files of it. */
export const returnDirectResponse = (response: ChatResponse, results: readonly ToolResultPart[]): ChatResponse => ({
  ...response,
  message: { role: 'assistant', content: results.flatMap(directParts) },
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

const directParts = ({ output, toolCallId, toolName }: ToolResultPart): readonly (TextPart | FilePart)[] => {
  const parts = output.type === 'content' ? output.parts : [{ type: 'text' as const, text: textOfOutput(output) }];
  const toolgate = { toolCallId, toolName };
  return parts.map((part) => ({ ...part, providerMetadata: { ...part.providerMetadata, toolgate } }));
};

/** Returns the result of a tool as one text. */
export const textOfOutput = (output: ToolResultPart['output']): string => {
  if (output.type === 'text') return output.text;
  return output.type === 'json' ? JSON.stringify(output.value) : textOf({ role: 'user', content: output.parts });
};
