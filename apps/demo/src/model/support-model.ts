import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { Logger } from '@nestjs/common';
import { aiSdkChatModel } from 'toolgate/ai-sdk';
import type { ChatModel } from 'toolgate/model';
import { OfflineSupportModel } from './offline-support.model.js';

/** How long the offline model pauses before each word of a stream, in milliseconds: it writes as a provider does. */
const WORD_MS = 40;

/** Chooses the model by the environment: OpenAI's, Anthropic's, or the offline one without a key. Logs which. */
export const supportModel = (env: NodeJS.ProcessEnv): ChatModel => {
  const logger = new Logger('SupportModel');
  if (env.OPENAI_API_KEY) {
    const id = env.OPENAI_MODEL || 'gpt-5-mini';
    const baseURL = env.OPENAI_BASE_URL || undefined;
    const openai = createOpenAI({ apiKey: env.OPENAI_API_KEY, baseURL });
    logger.log(`Talking to the OpenAI model ${id}${baseURL ? ` at ${baseURL}` : ''}`);
    // Servers that imitate OpenAI's implement the older of its two interfaces.
    return aiSdkChatModel(baseURL ? openai.chat(id) : openai(id));
  }
  if (env.ANTHROPIC_API_KEY) {
    const id = env.ANTHROPIC_MODEL || 'claude-haiku-4-5';
    logger.log(`Talking to the Anthropic model ${id}`);
    return aiSdkChatModel(createAnthropic({ apiKey: env.ANTHROPIC_API_KEY })(id));
  }
  logger.warn(
    'No OPENAI_API_KEY or ANTHROPIC_API_KEY is set: using the small offline model, which understands a few requests',
  );
  return new OfflineSupportModel(Number(env.OFFLINE_WORD_MS ?? WORD_MS));
};
