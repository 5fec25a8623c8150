import type { Attributes } from '@opentelemetry/api';
import type { ChatClientRequest } from 'toolgate/chat';
import { conversationAttributes } from './conversation-attributes.js';
import { ATTRIBUTES } from './gen-ai.constants.js';
import { providerNameOf } from './provider-name-of.js';

/** The model that is asked, and whose it is: what spans and measurements of it have in common. */
export const modelAttributes = ({ options, turn }: ChatClientRequest): Attributes => {
  const { modelName } = turn.model;
  const model = options.model ?? modelName?.modelId;
  return {
    [ATTRIBUTES.provider]: providerNameOf(modelName),
    ...(model !== undefined && { [ATTRIBUTES.requestModel]: model }),
  };
};

/** What a model is asked with, beside the words; what nobody said is left out. */
export const settingAttributes = ({ options, turn, round }: ChatClientRequest): Attributes => ({
  ...conversationAttributes(turn),
  [ATTRIBUTES.requestStream]: turn.mode === 'stream' || undefined,
  [ATTRIBUTES.maxTokens]: options.maxOutputTokens,
  [ATTRIBUTES.temperature]: options.temperature,
  [ATTRIBUTES.topP]: options.topP,
  [ATTRIBUTES.topK]: options.topK,
  [ATTRIBUTES.frequencyPenalty]: options.frequencyPenalty,
  [ATTRIBUTES.presencePenalty]: options.presencePenalty,
  [ATTRIBUTES.requestSeed]: options.seed,
  [ATTRIBUTES.stopSequences]: options.stopSequences?.length ? [...options.stopSequences] : undefined,
  [ATTRIBUTES.outputType]: options.responseFormat?.type,
  [ATTRIBUTES.round]: round,
});
