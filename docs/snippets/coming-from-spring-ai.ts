// #region declare
import { Injectable, Module } from '@nestjs/common';
import { Tool, ToolContext, ToolgateModule, ToolParam } from 'toolgate';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';

const model = new ScriptedChatModel([callsTools(toolCall('findOrder', { number: 'A-1042' })), 'It is on its way.']);

@Injectable()
class OrderTools {
  @Tool({ description: 'Find an order by its number' })
  findOrder(@ToolParam({ description: 'Such as A-1042' }) number: string, context: ToolContext<{ tenant: string }>) {
    return { number, tenant: context.data.tenant, status: 'shipped' };
  }
}

@Module({ imports: [ToolgateModule.forRoot({ model })], providers: [OrderTools] })
class AppModule {}
// #endregion
import { Test } from '@nestjs/testing';
import { ChatClient } from 'toolgate';

export const run = async (): Promise<unknown> => {
  const app = await Test.createTestingModule({ imports: [AppModule] }).compile();
  const chatClient = app.get(ChatClient);
  // #region use
  const answer = await chatClient
    .prompt()
    .system('You work for a shop.')
    .user('Where is A-1042?')
    .tools(OrderTools)
    .toolContext({ tenant: 'acme' })
    .call()
    .content();
  // #endregion
  return answer;
};
