// #region first
import { tool } from 'ai';
import { createToolgate, type ChatModel } from 'toolgate';
import { aiSdkTools } from 'toolgate/ai-sdk/tools';
import { z } from 'zod';

const findOrder = tool({
  description: 'Look an order up by its number',
  inputSchema: z.object({ order: z.string().describe('Such as A-1042') }),
  execute: async ({ order }) => ({ order, status: 'shipped' }),
});

const ask = async (model: ChatModel) => {
  const { chat, close } = await createToolgate({ model });
  const answer = await chat.prompt('Where is A-1042?').tools(aiSdkTools({ findOrder })).call().content();
  await close();
  return answer;
};
// #endregion

import { Injectable, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { ApprovalService, ChatClient, InMemoryApprovalStore, RequesterResolver, ToolgateModule } from 'toolgate';
import { aiSdkToolsModule, NeedsApprovalStrategy } from 'toolgate/ai-sdk/tools';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';

@Injectable()
class Payments {
  refund = (order: string, amount: number, key: string) => ({ order, refunded: amount, key: typeof key });
}

@Module({ providers: [Payments], exports: [Payments] })
class PaymentsModule {}

class Requesters extends RequesterResolver {
  identify() {
    return { id: 'ada' };
  }

  rehydrate() {
    return { type: 'present' as const };
  }
}

// #region module
const refunds = aiSdkToolsModule({
  imports: [PaymentsModule],
  inject: [Payments],
  useFactory: (payments) => ({
    refund: tool({
      description: 'Refund an order',
      inputSchema: z.object({ order: z.string(), amount: z.number().positive() }),
      contextSchema: z.object({ key: z.string() }),
      needsApproval: ({ amount }) => amount > 50,
      execute: ({ order, amount }, { context }) => payments.refund(order, amount, context.key),
    }),
  }),
  context: ({ data, idempotencyKey }) => ({ ...data, key: idempotencyKey }),
});
// #endregion

const start = async () => {
  const refund = toolCall('refund', { order: 'A-1042', amount: 80 });
  const model = new ScriptedChatModel([callsTools(refund), 'It is refunded.']);
  const requester = new Requesters();
  const store = new InMemoryApprovalStore();
  // #region strategy
  const strategy = new NeedsApprovalStrategy({ approvers: { roles: ['finance'] } });
  const imports = [ToolgateModule.forRoot({ model, approval: { strategy, store, requester } }), refunds];
  // #endregion
  const app = await Test.createTestingModule({ imports }).compile();
  return app.init();
};

export const run = async (): Promise<unknown> => {
  const found = await ask(new ScriptedChatModel([callsTools(toolCall('findOrder', { order: 'A-1042' })), 'Shipped.']));
  const app = await start();
  const approvals = app.get(ApprovalService);
  const chat = app.get(ChatClient);
  // #region wait
  const turn = await chat.prompt('Refund 80 of A-1042').tools('refund').call().outcome();
  // #endregion
  if (turn.status !== 'suspended') throw new Error('The turn must wait.');
  const { id, toolName, revision, argsHash } = turn.approvals[0]!;
  const grace = { id: 'grace', roles: ['finance'] };
  await approvals.decide(id, { decisionId: 'd-1', decision: 'approve', revision, argsHash }, grace);
  const refunded = await chat.resume(turn.runId).call().content();
  await app.close();
  return { found, waitsFor: toolName, refunded };
};
