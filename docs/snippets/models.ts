// #region first
import { openai } from '@ai-sdk/openai';
import { Module } from '@nestjs/common';
import { ToolgateModule } from 'toolgate';
import { aiSdkChatModel } from 'toolgate/ai-sdk';

@Module({ imports: [ToolgateModule.forRoot({ model: aiSdkChatModel(openai('gpt-5-mini')) })] })
export class HelloModule {}
// #endregion
import { anthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { ConfigModule, ConfigService } from '@nestjs/config';
import { Test } from '@nestjs/testing';
import { causeOf, ChatClient, ChatModelException, providerTool } from 'toolgate';
import { aiSdkEmbeddingModel } from 'toolgate/ai-sdk';

const answer = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'gpt-5-mini',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello.' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 },
};
const hello = () => Response.json(answer);
const failing = (status: number, code: string, headers: Record<string, string> = {}) =>
  Response.json({ error: { message: 'No.', type: 'error', param: null, code } }, { status, headers });
const replies = [
  hello(),
  failing(429, 'rate_limit_exceeded', { 'retry-after-ms': '1' }),
  hello(),
  failing(400, 'context_length_exceeded'),
  failing(429, 'rate_limit_exceeded', { 'retry-after': '120' }),
];
const fetch = async () => replies.shift() ?? failing(500, 'no_more_replies');
const embeddings = async () =>
  Response.json({
    object: 'list',
    data: [{ object: 'embedding', index: 0, embedding: [0.1, 0.2] }],
    usage: { prompt_tokens: 3, total_tokens: 3 },
  });

// #region providers
const claude = aiSdkChatModel(anthropic('claude-haiku-4-5'));
const local = aiSdkChatModel(createOpenAI({ baseURL: 'http://localhost:11434/v1', apiKey: 'none' }).chat('llama3.2'));
// #endregion

// #region module
@Module({
  imports: [
    ConfigModule.forRoot({ isGlobal: true, ignoreEnvFile: true, load: [() => ({ OPENAI_API_KEY: 'key' })] }),
    ToolgateModule.forRootAsync({
      inject: [ConfigService],
      useFactory: (config: ConfigService) => {
        const openai = createOpenAI({ apiKey: config.getOrThrow('OPENAI_API_KEY'), fetch });
        return {
          model: aiSdkChatModel(openai.chat('gpt-5-mini'), { options: { maxOutputTokens: 500 } }),
          retry: { attempts: 4, minDelayMs: 100, maxDelayMs: 20_000 },
          client: { timeoutMs: 120_000 },
        };
      },
    }),
  ],
})
class AppModule {}
// #endregion

// #region embed
const embed = (apiKey: string) => {
  const openai = createOpenAI({ apiKey, fetch: embeddings });
  return aiSdkEmbeddingModel(openai.embedding('text-embedding-3-small'), {
    providerOptions: { openai: { dimensions: 512 } },
    maxRetries: 4,
  });
};
// #endregion

// #region failures
const ask = async (chat: ChatClient, question: string): Promise<string> => {
  try {
    return await chat.prompt(question).timeout(30_000).call().content();
  } catch (error) {
    const failure = causeOf(error);
    if (!(failure instanceof ChatModelException)) throw error;
    if (failure.kind === 'context-too-long') return 'Please say it in fewer words.';
    if (failure.isRetryable) return `Please come back in ${(failure.retryAfterMs ?? 60_000) / 1000} seconds.`;
    throw error;
  }
};
// #endregion

// #region provider-tools
const searching = (apiKey: string) => {
  const openai = createOpenAI({ apiKey });
  const search = providerTool(openai.tools.webSearch({ searchContextSize: 'low' }));
  const model = aiSdkChatModel(openai('gpt-5-mini'), { allowProviderExecutedTools: true });
  return { search, chat: ChatClient.create(model, { tools: [search] }) };
};
// #endregion

export const run = async (): Promise<unknown> => {
  const app = await Test.createTestingModule({ imports: [AppModule] }).compile();
  const chat = app.get(ChatClient);
  const { message, finishReason, usage } = await chat.prompt('Hello').call().chatResponse();
  const { inputTokens, outputTokens } = usage;
  const asked = [await ask(chat, 'Hello'), await ask(chat, 'A long story'), await ask(chat, 'Hello')];
  const { provider: search } = searching('key').search.definition;
  const { usage: embedded } = await embed('key').embed(['Hello']);
  const models = [claude, local].map(({ modelName }) => modelName);
  return {
    text: message.content[0],
    finishReason,
    usage: { inputTokens, outputTokens },
    asked,
    embedded,
    search,
    models,
  };
};
