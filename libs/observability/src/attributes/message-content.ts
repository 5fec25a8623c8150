import type { AssistantPart, ChatResponse, Message, ToolResultOutput } from 'toolgate/model';

/** Returns the result of a tool as text or JSON; files without their bytes. */
export const outputContent = (output: ToolResultOutput): unknown => {
  if (output.type === 'text') return output.text;
  return output.type === 'json' ? output.value : output.parts.map(partContent);
};

const partContent = (part: AssistantPart): unknown => {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { type: part.type, content: part.text };
    case 'tool-call':
      return { type: 'tool_call', id: part.toolCallId, name: part.toolName, arguments: part.input };
    case 'tool-result':
      return { type: 'tool_call_response', id: part.toolCallId, response: outputContent(part.output) };
    case 'file':
      return part.source.type === 'url' && !part.source.url.startsWith('data:')
        ? { type: 'uri', mime_type: part.mediaType, uri: part.source.url }
        : { type: 'blob', mime_type: part.mediaType };
    default:
      return { type: part.kind };
  }
};

const messageContent = (message: Message) => ({
  role: message.role,
  parts:
    message.role === 'system'
      ? [{ type: 'text', content: message.text }]
      : message.content.map((part) => partContent(part)),
});

/** Returns messages in the format of the conventions, as JSON. */
export const inputContent = (messages: readonly Message[]): string => JSON.stringify(messages.map(messageContent));

/** Returns an answer in the format of the conventions, as JSON. */
export const answerContent = ({ message, finishReason }: ChatResponse): string =>
  JSON.stringify([{ ...messageContent(message), finish_reason: finishReason.raw ?? finishReason.unified }]);
