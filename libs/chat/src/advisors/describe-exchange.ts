import { redactSecrets } from '#core';
import { type ChatResponse, type Message, toolCallsOf } from 'toolgate/model';
import type { ChatClientRequest } from '../contract/chat-client-request.js';

/** Describes a request in one line of JSON; message texts are included only if `content` is true. */
export const describeRequest = ({ turn, round, messages }: ChatClientRequest, content: boolean): string =>
  JSON.stringify({ client: turn.client, mode: turn.mode, round, messages: messages.map(({ role }) => role) }) +
  textsOf(messages, content);

/** Describes a response in one line of JSON; the answer's text is included only if `content` is true. */
export const describeResponse = ({ message, finishReason, usage, metadata }: ChatResponse, content: boolean): string =>
  JSON.stringify({
    finishReason,
    usage,
    id: metadata?.id,
    model: metadata?.model,
    toolCalls: toolCallsOf(message).map(({ toolName }) => toolName),
  }) + textsOf([message], content);

const textsOf = (messages: readonly Message[], content: boolean): string =>
  content ? ` ${redactSecrets(JSON.stringify(messages, withoutBytes))}` : '';

const withoutBytes = (key: string, value: unknown): unknown => {
  if (key === 'providerMetadata') return undefined;
  if (typeof value !== 'string') return value;
  const hasBytes = key === 'base64' || (key === 'url' && value.startsWith('data:'));
  return hasBytes ? `${value.length} characters` : value;
};
