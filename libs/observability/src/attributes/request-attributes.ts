import type { ChatClientRequest } from 'toolgate/chat';
import { conversationAttributes } from './conversation-attributes.js';
import { providerNameOf } from './provider-name.js';
import type { Attributes } from './attributes.js';

/** Returns the model and its provider: the common attributes of spans and measurements. */
export const modelAttributes = ({ options, turn }: ChatClientRequest): Attributes => {
  const { modelName } = turn.model;
  const model = options.model ?? modelName?.modelId;
  return {
    'gen_ai.provider.name': providerNameOf(modelName),
    ...(model !== undefined && { 'gen_ai.request.model': model }),
  };
};

/** Returns the attributes of a model request, without its content. Options that are not set are left out. */
export const settingAttributes = ({ options, turn, round }: ChatClientRequest): Attributes => ({
  'gen_ai.request.stream': turn.mode === 'stream' || undefined,
  'gen_ai.request.max_tokens': options.maxOutputTokens,
  'gen_ai.request.temperature': options.temperature,
  'gen_ai.request.top_p': options.topP,
  'gen_ai.request.top_k': options.topK,
  'gen_ai.request.frequency_penalty': options.frequencyPenalty,
  'gen_ai.request.presence_penalty': options.presencePenalty,
  'gen_ai.request.seed': options.seed,
  'gen_ai.request.stop_sequences': options.stopSequences?.length ? [...options.stopSequences] : undefined,
  'gen_ai.output.type': options.responseFormat?.type,
  'toolgate.round': round,
  // Last, because properties after a spread are set one by one.
  ...conversationAttributes(turn),
});
