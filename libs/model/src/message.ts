import type {
  CustomPart,
  FilePart,
  ProviderMetadata,
  ReasoningPart,
  TextPart,
  ToolCallPart,
  ToolResultPart,
} from './content.js';

/** Instructions of the application. */
export interface SystemMessage {
  readonly role: 'system';
  readonly text: string;
  readonly providerMetadata?: ProviderMetadata;
}

/** The input of a person. */
export interface UserMessage {
  readonly role: 'user';
  readonly content: readonly (TextPart | FilePart)[];
  readonly providerMetadata?: ProviderMetadata;
}

/** One part of a model's answer. */
export type AssistantPart = TextPart | FilePart | ReasoningPart | ToolCallPart | ToolResultPart | CustomPart;

/** An answer of a model. A tool result in it belongs to one of the provider's own tools. */
export interface AssistantMessage {
  readonly role: 'assistant';
  readonly content: readonly AssistantPart[];
  readonly providerMetadata?: ProviderMetadata;
}

/** The results of all tool calls of the assistant message before it, in the order of the calls. */
export interface ToolMessage {
  readonly role: 'tool';
  readonly content: readonly ToolResultPart[];
  readonly providerMetadata?: ProviderMetadata;
}

/** One message of a conversation; plain JSON. */
export type Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage;

/** Creates a system message. */
export const systemMessage = (text: string): SystemMessage => ({ role: 'system', text });

/** Creates a user message from text or from parts. */
export const userMessage = (content: string | UserMessage['content']): UserMessage => ({
  role: 'user',
  content: typeof content === 'string' ? [{ type: 'text', text: content }] : content,
});

/** Creates an assistant message from text or from parts. */
export const assistantMessage = (content: string | AssistantMessage['content']): AssistantMessage => ({
  role: 'assistant',
  content: typeof content === 'string' ? [{ type: 'text', text: content }] : content,
});

/** Creates the message that answers a batch of tool calls. */
export const toolMessage = (results: readonly ToolResultPart[]): ToolMessage => ({ role: 'tool', content: results });

/** Returns the joined text parts of a message, without reasoning, tool calls and results. */
export const textOf = (message: Message): string => {
  if (message.role === 'system') return message.text;
  let text = '';
  for (const part of message.content) if (part.type === 'text') text += part.text;
  return text;
};

/** Returns the tool calls of an assistant message that the application must answer, in the model's order. */
export const toolCallsOf = ({ content }: AssistantMessage): readonly ToolCallPart[] =>
  content.every(isToolCall) ? content : content.filter(isToolCall);

/** Whether a part is a tool call that the application must answer. */
export const isToolCall = (part: AssistantMessage['content'][number]): part is ToolCallPart =>
  part.type === 'tool-call' && !part.providerExecuted;
