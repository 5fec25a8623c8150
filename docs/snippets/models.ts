import 'reflect-metadata';
import { createOpenAI } from '@ai-sdk/openai';
import { Module } from '@nestjs/common';
import { ConfigModule, ConfigService } from '@nestjs/config';
import { Test } from '@nestjs/testing';
import { ChatClient, ToolgateModule } from 'toolgate';
import { aiSdkChatModel } from 'toolgate/ai-sdk';

const answer = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'gpt-5-mini',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello.' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 },
};
const fetch = async () => Response.json(answer);

// #region module
@Module({
  imports: [
    ConfigModule.forRoot({ isGlobal: true, ignoreEnvFile: true, load: [() => ({ OPENAI_API_KEY: 'key' })] }),
    ToolgateModule.forRootAsync({
      inject: [ConfigService],
      useFactory: (config: ConfigService) => {
        const openai = createOpenAI({ apiKey: config.getOrThrow('OPENAI_API_KEY'), fetch });
        return { model: aiSdkChatModel(openai.chat('gpt-5-mini'), { options: { maxOutputTokens: 500 } }) };
      },
    }),
  ],
})
class AppModule {}
// #endregion

export const run = async (): Promise<unknown> => {
  const app = await Test.createTestingModule({ imports: [AppModule] }).compile();
  const { message, finishReason, usage } = await app.get(ChatClient).prompt('Hello').call().chatResponse();
  const { inputTokens, outputTokens } = usage;
  return { text: message.content[0], finishReason, usage: { inputTokens, outputTokens } };
};
