import { augmentUser, type JsonSchema, type ResponseFormat } from 'toolgate/model';
import type { ToolCallingChatOptions } from 'toolgate/tool';
import type { ChatClientRequest } from '../chat-client-request.js';
import type { EntityOptions } from './entity-options.js';

/** Asks for an answer in a form: changes a request. */
export type OutputForm = (request: ChatClientRequest) => ChatClientRequest;

/** Makes what asks for answers that fit a schema: natively where the model can, in words at the end of the user message otherwise. */
export const outputForm = (schema: JsonSchema, { native, name, description }: EntityOptions): OutputForm => {
  const responseFormat: ResponseFormat = {
    type: 'json',
    schema,
    ...(name && { name }),
    ...(description && { description }),
  };
  let words: string | undefined;
  // The same options stay the same from round to round, so that what is made of them is made once.
  let known: { readonly from: ToolCallingChatOptions; readonly to: ToolCallingChatOptions } | undefined;
  return (request) => {
    const { options, messages } = request;
    if (!(native ?? isNative(request))) {
      const told = (words ??= inWords(schema, description));
      return { ...request, messages: augmentUser(messages, (text) => text + told) };
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
  // A model is told the schema; in which dialect it is written costs tokens and tells it nothing.
  const { $schema: _, ...told } = schema;
  return [
    '\nAnswer with JSON only: nothing before it, nothing behind it, no markdown.',
    ...(description ? [`It is: ${description}`] : []),
    `It must fit this JSON Schema: ${JSON.stringify(told)}`,
  ].join('\n');
};
