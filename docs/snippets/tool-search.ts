// #region declare
import { Injectable, Module } from '@nestjs/common';
import { Tool, ToolgateModule, ToolParam } from 'toolgate';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { ToolSearchModule } from 'toolgate/tool-search';

@Injectable()
class Orders {
  @Tool({ description: 'Refund an order', tags: ['money'] })
  refundOrder(@ToolParam() order: string) {
    return `${order} is refunded`;
  }

  @Tool({ description: 'Find an order', tags: ['orders'] })
  findOrder(@ToolParam() order: string) {
    return `${order}: 2 lamps`;
  }
}

@Injectable()
class Mails {
  @Tool({ description: 'Send an e-mail to a customer' })
  sendMail(@ToolParam() to: string) {
    return `sent to ${to}`;
  }
}

const model = new ScriptedChatModel([
  callsTools(toolCall('toolSearchTool', { query: 'refund' })),
  callsTools(toolCall('refundOrder', { order: 'A-1042' })),
  'A-1042 is refunded.',
]);

@Module({
  imports: [ToolgateModule.forRoot({ model, client: { tools: [Orders, Mails] } }), ToolSearchModule.forRoot()],
  providers: [Orders, Mails],
})
class AppModule {}
// #endregion
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOpenAI } from '@ai-sdk/openai';
import { Test } from '@nestjs/testing';
import { ChatClient } from 'toolgate';
import { aiSdkEmbeddingModel } from 'toolgate/ai-sdk';
import { EmbeddingModel } from 'toolgate/model';
import { SqlModule } from 'toolgate/sql';
import { HashEmbeddingModel } from 'toolgate/testing';
import { ToolIndex, type ToolReference, type ToolSearchRequest, ToolSearchSessions } from 'toolgate/tool-search';

// Answers like OpenAI, but compares words only.
const fetch: typeof globalThis.fetch = async (_, request) => {
  const { input } = JSON.parse(String(request?.body)) as { readonly input: readonly string[] };
  const { embeddings } = await new HashEmbeddingModel().embed(input);
  const data = embeddings.map((embedding, index) => ({ object: 'embedding', index, embedding }));
  return Response.json({ object: 'list', data, usage: { prompt_tokens: 1, total_tokens: 1 } });
};
const apiKey = 'key';
const folder = mkdtempSync(join(tmpdir(), 'toolgate-tool-search-'));
const file = join(folder, 'data.db');
const search = new ScriptedChatModel([
  callsTools(toolCall('toolSearchTool', { query: 'send a message to a customer' })),
  'I can send an e-mail.',
]);

// #region meaning
const openai = createOpenAI({ apiKey, fetch });

@Module({
  imports: [
    ToolgateModule.forRoot({ model: search, client: { tools: [Orders, Mails] } }),
    SqlModule.forRoot({ sqlite: { file }, vectors: true }),
    ToolSearchModule.forRoot({ indexType: 'vector', maxResults: 1 }),
  ],
  providers: [
    Orders,
    Mails,
    { provide: EmbeddingModel, useFactory: () => aiSdkEmbeddingModel(openai.embedding('text-embedding-3-small')) },
  ],
})
class ByMeaning {}
// #endregion

const catalog = {
  put: async (_session: string, _tools: readonly ToolReference[]): Promise<void> => {},
  find: async (_request: ToolSearchRequest): Promise<readonly string[]> => [],
  drop: async (_session: string): Promise<void> => {},
};

// #region own
@Injectable()
class CatalogIndex extends ToolIndex {
  readonly searchType = 'catalog';

  indexTool = (sessionId: string, reference: ToolReference) => this.indexTools(sessionId, [reference]);
  indexTools = (sessionId: string, references: readonly ToolReference[]) => catalog.put(sessionId, references);
  clearIndex = (sessionId: string) => catalog.drop(sessionId);

  async search(request: ToolSearchRequest) {
    const names = await catalog.find(request);
    return { tools: names.map((name, rank) => ({ name, score: 1 / (rank + 1) })) };
  }
}

@Module({
  imports: [ToolSearchModule.forRoot()],
  providers: [{ provide: ToolIndex, useClass: CatalogIndex }],
})
class OwnIndex {}
// #endregion

// #region evict
@Injectable()
class Plugins {
  constructor(private readonly sessions: ToolSearchSessions) {}

  async changed(conversation: string): Promise<void> {
    await this.sessions.evict(conversation);
  }
}
// #endregion

export const examples = [OwnIndex, Plugins];

const findByMeaning = async (): Promise<readonly string[]> => {
  const app = await Test.createTestingModule({ imports: [ByMeaning] }).compile();
  await app.init();
  await app.get(ChatClient).prompt('Write to Ann').conversation('42').call().content();
  await app.close();
  rmSync(folder, { recursive: true });
  return search.prompts[1]!.tools!.map(({ name }) => name);
};

export const run = async (): Promise<unknown> => {
  const app = await Test.createTestingModule({ imports: [AppModule] }).compile();
  await app.init();
  // #region prompt
  const chat = app.get(ChatClient);
  const answer = await chat.prompt('Refund A-1042').conversation('42').call().content();
  // #endregion
  await app.close();
  const byMeaning = await findByMeaning();
  return { answer, byMeaning, sent: model.prompts.map(({ tools = [] }) => tools.map(({ name }) => name)) };
};
