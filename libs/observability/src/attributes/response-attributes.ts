import type { ChatResponse } from 'toolgate/model';
import type { Attributes } from './attributes.js';

/** Returns the attributes of an answer, without its content. */
export const responseAttributes = ({ finishReason, usage, metadata }: ChatResponse): Attributes => ({
  'gen_ai.response.id': metadata?.id,
  'gen_ai.response.model': metadata?.model,
  'gen_ai.response.finish_reasons': [finishReason.raw ?? finishReason.unified],
  'gen_ai.usage.input_tokens': usage.inputTokens,
  'gen_ai.usage.output_tokens': usage.outputTokens,
  'gen_ai.usage.cache_read.input_tokens': usage.cacheReadTokens,
  'gen_ai.usage.cache_creation.input_tokens': usage.cacheWriteTokens,
  'gen_ai.usage.reasoning.output_tokens': usage.reasoningTokens,
});
