// #region declare
import { Injectable, Module } from '@nestjs/common';
import {
  type ChatModel,
  InMemoryApprovalStore,
  type JsonObject,
  RequesterResolver,
  Tool,
  ToolContext,
  ToolgateModule,
} from 'toolgate';
import { z } from 'zod';

@Injectable()
class Orders {
  sizesOf(order: string): readonly [string, ...string[]] {
    return order === 'A-1042' ? ['M', 'L'] : ['S', 'M', 'L'];
  }
}

@Injectable()
class Exchanges {
  constructor(readonly orders: Orders) {}

  @Tool({
    description: 'Exchange an order for another size',
    question(this: Exchanges, { order }: JsonObject) {
      const size = z.enum(this.orders.sizesOf(String(order)));
      return { message: `Which size do you want for ${String(order)}?`, schema: z.object({ size }) };
    },
  })
  exchange(order: string, context: ToolContext<JsonObject, { size: string }>): string {
    return `Exchanged ${order} for size ${context.answer?.size}`;
  }
}

class Customers extends RequesterResolver {
  identify({ data }: ToolContext<{ user: string }>) {
    return { id: data.user };
  }

  rehydrate() {
    return { type: 'present' as const };
  }
}

const shop = (model: ChatModel) => {
  const approval = { requester: new Customers(), store: new InMemoryApprovalStore() };

  @Module({ imports: [ToolgateModule.forRoot({ model, approval })], providers: [Orders, Exchanges] })
  class ShopModule {}

  return ShopModule;
};
// #endregion

import { Test } from '@nestjs/testing';
import { ApprovalService, ChatClient } from 'toolgate';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';

const start = async () => {
  const model = new ScriptedChatModel([callsTools(toolCall('exchange', { order: 'A-1042' })), 'Your M is on its way.']);
  const app = await Test.createTestingModule({ imports: [shop(model)] }).compile();
  await app.init();
  return { app, chat: app.get(ChatClient), approvals: app.get(ApprovalService) };
};

export const run = async (): Promise<unknown> => {
  const { app, chat, approvals } = await start();
  // #region use
  const prompt = chat.prompt('A-1042 is too large').tools(Exchanges).toolContext({ user: 'ada' });
  const turn = await prompt.call().outcome();
  if (turn.status !== 'suspended') throw new Error('The turn must wait for its requester.');
  const { id, question, revision, argsHash } = turn.approvals[0]!;
  const ada = { id: 'ada' };
  const answer = { size: 'M' };
  const command = { decisionId: 'd-1', decision: 'approve', revision, argsHash, answer } as const;
  const record = await approvals.decide(id, command, ada);
  const content = await chat.resume(turn.runId).call().content();
  // #endregion
  await app.close();
  return { asked: question?.message, answer: record.answer, content };
};
