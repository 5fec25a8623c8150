import 'reflect-metadata';
import { Injectable, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { ChatClient, Tool, ToolgateModule, ToolParam } from 'toolgate';
import { EmbeddingModel } from 'toolgate/model';
import { callsTools, HashEmbeddingModel, ScriptedChatModel, toolCall } from 'toolgate/testing';
import {
  ToolIndex,
  type ToolReference,
  ToolSearchModule,
  type ToolSearchRequest,
  ToolSearchSessions,
} from 'toolgate/tool-search';

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

// #region declare
@Module({
  imports: [ToolgateModule.forRoot({ model, client: { tools: [Orders, Mails] } }), ToolSearchModule.forRoot()],
  providers: [Orders, Mails],
})
class AppModule {}
// #endregion

// #region meaning
@Module({
  imports: [ToolSearchModule.forRoot({ indexType: 'vector', maxResults: 5 })],
  providers: [{ provide: EmbeddingModel, useClass: HashEmbeddingModel }],
})
class ByMeaning {}
// #endregion

const catalogue = {
  put: async (_session: string, _tools: readonly ToolReference[]): Promise<void> => {},
  find: async (_request: ToolSearchRequest): Promise<readonly string[]> => [],
  drop: async (_session: string): Promise<void> => {},
};

// #region own
@Injectable()
class CatalogueIndex extends ToolIndex {
  readonly searchType = 'catalogue';

  indexTool = (sessionId: string, reference: ToolReference) => this.indexTools(sessionId, [reference]);
  indexTools = (sessionId: string, references: readonly ToolReference[]) => catalogue.put(sessionId, references);
  clearIndex = (sessionId: string) => catalogue.drop(sessionId);

  async search(request: ToolSearchRequest) {
    const names = await catalogue.find(request);
    return { tools: names.map((name, rank) => ({ name, score: 1 / (rank + 1) })) };
  }
}

@Module({
  imports: [ToolSearchModule.forRoot()],
  providers: [{ provide: ToolIndex, useClass: CatalogueIndex }],
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

export const examples = [ByMeaning, OwnIndex, Plugins];

export const run = async (): Promise<unknown> => {
  const app = await Test.createTestingModule({ imports: [AppModule] }).compile();
  await app.init();
  // #region prompt
  const chat = app.get(ChatClient);
  const answer = await chat.prompt('Refund A-1042').conversation('42').call().content();
  // #endregion
  await app.close();
  return { answer, sent: model.prompts.map(({ tools = [] }) => tools.map(({ name }) => name)) };
};
