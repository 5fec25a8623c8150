import type { Attributes } from '@opentelemetry/api';
import type { ChatResponse } from 'toolgate/model';
import { ATTRIBUTES } from './gen-ai.constants.js';

/** What is known of an answer, beside the words. */
export const responseAttributes = ({ finishReason, usage, metadata }: ChatResponse): Attributes => ({
  [ATTRIBUTES.responseId]: metadata?.id,
  [ATTRIBUTES.responseModel]: metadata?.model,
  [ATTRIBUTES.finishReasons]: [finishReason.raw ?? finishReason.unified],
  [ATTRIBUTES.inputTokens]: usage.inputTokens,
  [ATTRIBUTES.outputTokens]: usage.outputTokens,
  [ATTRIBUTES.cacheReadTokens]: usage.cacheReadTokens,
  [ATTRIBUTES.cacheWriteTokens]: usage.cacheWriteTokens,
  [ATTRIBUTES.reasoningTokens]: usage.reasoningTokens,
});
