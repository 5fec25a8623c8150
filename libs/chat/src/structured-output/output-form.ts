import { augmentUser, type JsonSchema, type ResponseFormat } from 'toolgate/model';
import type { ToolCallingChatOptions } from 'toolgate/tool';
import type { ChatClientRequest } from '../contract/chat-client-request.js';
import type { EntityOptions } from '../contract/entity-options.js';

/** Changes a request so that the model answers in a given form. */
export type OutputForm = (request: ChatClientRequest) => ChatClientRequest;

/**
 * Creates the form for answers that fit a schema: enforced by the provider if the model supports it, else described at
 * the end of the user message.
 */
export const outputForm = (schema: JsonSchema, { native, name, description }: EntityOptions): OutputForm => {
  const responseFormat: ResponseFormat = {
    type: 'json',
    schema,
    ...(name && { name }),
    ...(description && { description }),
  };
  let words: string | undefined;
  // The options stay the same object from round to round, so the derived options are created once.
  let known: { readonly from: ToolCallingChatOptions; readonly to: ToolCallingChatOptions } | undefined;
  return (request) => {
    const { options, messages } = request;
    if (!(native ?? isNative(request))) {
      const text = (words ??= inWords(schema, description));
      return { ...request, messages: augmentUser(messages, (asked) => asked + text) };
    }
    if (known?.from !== options) known = { from: options, to: { ...options, responseFormat } };
    return { ...request, options: known.to };
  };
};

const isNative = ({ turn, options }: ChatClientRequest): boolean => {
  const { supportsStructuredOutput } = turn.model;
  return supportsStructuredOutput === 'without-tools' ? !options.tools?.length : supportsStructuredOutput === true;
};

const inWords = (schema: JsonSchema, description: string | undefined): string => {
  // The schema's dialect costs tokens and does not help a model.
  const { $schema: _, ...shown } = schema;
  return [
    '\nAnswer with JSON only: nothing before it, nothing after it, no markdown.',
    ...(description ? [`It is: ${description}`] : []),
    `It must fit this JSON Schema: ${JSON.stringify(shown)}`,
  ].join('\n');
};
