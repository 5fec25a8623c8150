import type { Attributes } from '@opentelemetry/api';
import type { ChatClientRequest } from 'toolgate/chat';
import { ATTRIBUTES } from './gen-ai.constants.js';
import { providerNameOf } from './provider-name-of.js';

/** The model that is asked, where it is known. */
export const requestModelOf = ({ options, turn }: ChatClientRequest): string | undefined =>
  options.model ?? turn.model.modelName?.modelId;

/** What spans and measurements of a model have in common. */
export const modelAttributes = (operation: string, request: ChatClientRequest): Attributes => {
  const model = requestModelOf(request);
  const provider = providerNameOf(request.turn.model.modelName);
  return {
    [ATTRIBUTES.operation]: operation,
    [ATTRIBUTES.provider]: provider,
    ...(model !== undefined && { [ATTRIBUTES.requestModel]: model }),
  };
};

/** What a model is asked with, beside the words; what nobody said is left out. */
export const settingAttributes = ({ options, turn, round }: ChatClientRequest): Attributes => ({
  [ATTRIBUTES.conversation]: turn.context.conversation,
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
