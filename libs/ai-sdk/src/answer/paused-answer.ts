import { assistantMessage, type AssistantPart, toolCallsOf } from 'toolgate/model';
import type { AnswerEnd } from './answer-end.js';
import type { ProviderCallOptions, ProviderModel } from '../request/provider-model.js';
import { providerPrompt } from '../request/provider-prompt.js';

/** How often one answer is continued before it is returned as it is. */
export const MAX_CONTINUATIONS = 10;

const PAUSE = 'pause_turn';

/** Whether a provider paused during its answer and expects a continuation. */
export const isPaused = (end: AnswerEnd, content: () => readonly AssistantPart[]): boolean =>
  end.finishReason.raw === PAUSE && toolCallsOf(assistantMessage(content())).length === 0;

/** Returns the request for a continuation: the same request with the answer so far after it. */
export const continued = (
  model: ProviderModel,
  options: ProviderCallOptions,
  content: readonly AssistantPart[],
): ProviderCallOptions => {
  const soFar = providerPrompt([assistantMessage(content)], model.specificationVersion);
  return { ...options, prompt: [...options.prompt, ...soFar] };
};

/** Returns the end of an answer that still paused after the last continuation: `other`, because it is incomplete. */
export const unfinished = (end: AnswerEnd): AnswerEnd => ({
  ...end,
  finishReason: { unified: 'other', raw: PAUSE },
});
