// #region module
import { Module } from '@nestjs/common';
import { type Prompt, ToolgateModule } from 'toolgate';
import { ScriptedChatModel } from 'toolgate/testing';

// A model that answers with the number of messages in its prompt, without a key.
const answer = ({ messages }: Prompt): string => `I received ${messages.length} messages`;
const model = new ScriptedChatModel([answer, answer, answer]);

@Module({ imports: [ToolgateModule.forRoot({ model, memory: true })] })
class AppModule {}
// #endregion
import { Injectable, NotFoundException } from '@nestjs/common';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOpenAI } from '@ai-sdk/openai';
import { Test } from '@nestjs/testing';
import {
  ChatClient,
  ChatMemory,
  ChatMemoryRepository,
  ChatModel,
  MessageChatMemoryAdvisor,
  MessageWindowChatMemory,
  Tool,
} from 'toolgate';
import { aiSdkEmbeddingModel } from 'toolgate/ai-sdk';
import { InMemoryChatMemoryRepository, VectorStoreChatMemoryAdvisor } from 'toolgate/memory';
import { EmbeddingModel, textOf } from 'toolgate/model';
import { SqlModule } from 'toolgate/sql';
import { callsTools, HashEmbeddingModel, toolCall } from 'toolgate/testing';

@Injectable()
class Refunds {
  @Tool({ description: 'Refund an order' })
  refund(orderNumber: string) {
    return { refunded: orderNumber };
  }
}

// #region inject
@Injectable()
class Privacy {
  constructor(
    private readonly memory: ChatMemory,
    private readonly repository: ChatMemoryRepository,
  ) {}

  async show(conversation: string): Promise<readonly string[]> {
    const messages = await this.repository.find(conversation);
    return messages.map((message) => `${message.role}: ${textOf(message)}`);
  }

  async forget(conversation: string): Promise<void> {
    await this.memory.clear(conversation);
  }

  /** Deletes conversations unused for 30 days. */
  async forgetOld(): Promise<number> {
    return this.repository.deleteUnusedSince(new Date(Date.now() - 30 * 24 * 3600_000));
  }
}
// #endregion

// #region again
const askAgain = (chat: ChatClient, conversation: string): Promise<string> =>
  chat.prompt().conversation(conversation).regenerate().call().content();

const withdraw = async (memory: ChatMemory, conversation: string): Promise<string> => {
  const [question] = await memory.removeLast(conversation);
  if (!question) throw new NotFoundException(`Nothing was asked in the conversation ${conversation}.`);
  return textOf(question);
};

const lastTime = async (repository: ChatMemoryRepository, conversation: string): Promise<string | undefined> => {
  const [last] = await repository.history(conversation, { last: 1 });
  return last?.time;
};
// #endregion

// #region tenants
const ofTenant = async (repository: ChatMemoryRepository, tenant: string): Promise<readonly string[]> => {
  const questions: string[] = [];
  for (const conversation of await repository.conversations(tenant)) {
    const messages = await repository.find({ tenant, conversation });
    questions.push(...messages.filter(({ role }) => role === 'user').map(textOf));
  }
  return questions;
};
// #endregion

const embeddings = new HashEmbeddingModel();
const supportModel = new ScriptedChatModel(['Noted.', 'Your dog is called Rex.']);

// #region own
@Module({
  imports: [ToolgateModule.forRoot({ model: supportModel })],
  providers: [
    {
      provide: ChatMemory,
      inject: [ChatMemoryRepository],
      useFactory: (repository: ChatMemoryRepository) => new MessageWindowChatMemory(repository, { maxTokens: 8_000 }),
    },
    {
      provide: MessageChatMemoryAdvisor,
      inject: [ChatMemory],
      useFactory: (memory: ChatMemory) => new MessageChatMemoryAdvisor(memory, { order: 0 }),
    },
    VectorStoreChatMemoryAdvisor,
    { provide: ChatMemoryRepository, useClass: InMemoryChatMemoryRepository },
    { provide: EmbeddingModel, useValue: embeddings },
  ],
})
class SupportModule {}
// #endregion

// Answers like OpenAI, but compares words only.
const fetch: typeof globalThis.fetch = async (_, request) => {
  const { input } = JSON.parse(String(request?.body)) as { readonly input: readonly string[] };
  const data = (await embeddings.embed(input)).embeddings.map((embedding, index) => ({
    object: 'embedding',
    index,
    embedding,
  }));
  return Response.json({ object: 'list', data, usage: { prompt_tokens: 1, total_tokens: 1 } });
};
const apiKey = 'key';
const folder = mkdtempSync(join(tmpdir(), 'toolgate-memory-'));
const file = join(folder, 'data.db');
const storedModel = new ScriptedChatModel(['Noted.', 'Your cat is called Mia.']);

// #region long-term
const openai = createOpenAI({ apiKey, fetch });

@Module({
  imports: [ToolgateModule.forRoot({ model: storedModel }), SqlModule.forRoot({ sqlite: { file }, vectors: true })],
  providers: [
    VectorStoreChatMemoryAdvisor,
    { provide: EmbeddingModel, useFactory: () => aiSdkEmbeddingModel(openai.embedding('text-embedding-3-small')) },
  ],
})
class LongTermModule {}
// #endregion

const remindAfterRestart = async (): Promise<boolean> => {
  for (const question of ['My cat is called Mia', 'What is my cat called?']) {
    const app = await Test.createTestingModule({ imports: [LongTermModule] }).compile();
    await app.init();
    await app.get(ChatClient).prompt(question).conversation('ann').call().content();
    await app.close();
  }
  rmSync(folder, { recursive: true });
  return JSON.stringify(storedModel.prompts[1]).includes('<memory type=\\"user\\">My cat is called Mia</memory>');
};

const remind = async (): Promise<boolean> => {
  const support = (await Test.createTestingModule({ imports: [SupportModule] }).compile()).get(ChatClient);
  await support.prompt('My dog is called Rex').conversation('ann').call().content();
  await support.prompt('What is my dog called?').conversation('ann').call().content();
  return JSON.stringify(supportModel.prompts[1]).includes('<memory type=\\"user\\">My dog is called Rex</memory>');
};

export const run = async (): Promise<unknown> => {
  const refund = callsTools(toolCall('refund', { orderNumber: 'A-1042' }));
  const script = [answer, answer, answer, refund, new Error('The provider is down.'), answer, answer];
  const app = await Test.createTestingModule({ imports: [AppModule], providers: [Privacy, Refunds] })
    .overrideProvider(ChatModel)
    .useValue(new ScriptedChatModel(script))
    .compile();
  const chat = app.get(ChatClient);
  const answers: string[] = [];
  // #region use
  for (const question of ['Hi', 'And now?']) {
    answers.push(await chat.prompt(question).conversation('ann').call().content());
  }
  answers.push(await chat.prompt('Hi').conversation('ben').call().content());
  // #endregion
  await chat
    .prompt('Refund A-1042')
    .tools(Refunds)
    .conversation('ben')
    .call()
    .content()
    .catch(() => {});
  await chat.prompt('Did you?').conversation('ben').call().content();
  const privacy = app.get(Privacy);
  const ben = await privacy.show('ben');
  await privacy.forget('ben');
  const repository = app.get(ChatMemoryRepository);
  const again = await askAgain(chat, 'ann');
  const isTimed = (await lastTime(repository, 'ann')) !== undefined;
  const left = await repository.conversations();
  const asked = { default: await ofTenant(repository, 'default'), acme: await ofTenant(repository, 'acme') };
  const found = { reminded: await remind(), afterRestart: await remindAfterRestart() };
  const withdrawn = await withdraw(app.get(ChatMemory), 'ann');
  return { answers, ben, left, asked, again, withdrawn, isTimed, ...found };
};
