import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ChatClient, ToolApprovalDecision, ToolApprovalStrategy, ToolgateModule } from 'toolgate';
import { functionTool, type ToolCallback } from 'toolgate/tool';
import { ToolSearchModule } from 'toolgate/tool-search';
import { conversationModel, type TokensSent, tokensOfConversation } from './conversation.js';
import type { MeasuredTool } from './read-tools.js';

type Search = NonNullable<Parameters<typeof ToolSearchModule.forRoot>[0]>;

/** Counts the same conversation for a client that sends all tools, and for clients that search them. */
export const sentWithAndWithout = async (tools: readonly MeasuredTool[]): Promise<Record<string, TokensSent>> => {
  const callbacks = tools.map(({ name, description, inputSchema }) =>
    functionTool({ name, description, inputSchema, run: () => ({ done: true }) }),
  );
  return {
    'without search': await sentBy(callbacks, { enabled: false }),
    'with search, regex': await sentBy(callbacks, { indexType: 'regex' }),
    'with search, keyword': await sentBy(callbacks, { indexType: 'keyword' }),
  };
};

const sentBy = async (tools: readonly ToolCallback[], search: Search): Promise<TokensSent> => {
  const model = conversationModel();
  @Module({
    imports: [ToolgateModule.forRoot({ model, client: { tools } }), ToolSearchModule.forRoot(search)],
    providers: [
      { provide: ToolApprovalStrategy, useValue: ToolApprovalStrategy.of(() => ToolApprovalDecision.approve()) },
    ],
  })
  class App {}
  const app = await NestFactory.createApplicationContext(App, { logger: ['error', 'warn'] });
  const sent = await tokensOfConversation(app.get(ChatClient), model);
  await app.close();
  return sent;
};
