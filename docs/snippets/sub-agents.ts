// #region first
import { Injectable, Module } from '@nestjs/common';
import { z } from 'zod';
import { agentTool, ChatClient, Tool, ToolgateModule } from 'toolgate';
import { chatClientToken } from 'toolgate/chat';

@Injectable()
class Payments {
  @Tool({ description: 'Refund an order', requiresApproval: true })
  refund(orderNumber: string, amount: number) {
    return `Refunded ${amount} for ${orderNumber}`;
  }
}

@Module({
  imports: [
    ToolgateModule.forFeature([{ name: 'billing', system: 'You settle billing questions.', tools: [Payments] }]),
  ],
  providers: [
    Payments,
    {
      provide: 'billing',
      inject: [chatClientToken('billing')],
      useFactory: (client: ChatClient) =>
        agentTool({
          name: 'billing',
          description: 'Hands a billing question to the billing agent',
          client,
          parameters: z.object({ question: z.string() }),
          prompt: ({ question }) => question,
        }),
    },
  ],
})
class BillingModule {}
// #endregion

import { Test } from '@nestjs/testing';
import { ApprovalService, HumanApprovalStrategy, InMemoryApprovalStore, presentRequesters } from 'toolgate';
import type { Message } from 'toolgate/model';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';

const resultIn = (messages: readonly Message[]): string => {
  const last = messages.at(-1);
  const [result] = last?.role === 'tool' ? last.content : [];
  return result?.output.type === 'text' ? result.output.text : '';
};

const model = new ScriptedChatModel([
  callsTools(toolCall('billing', { question: 'Please refund 60 for A-1042.' })),
  callsTools(toolCall('refund', { orderNumber: 'A-1042', amount: 60 })),
  'The 60 are on their way.',
  ({ messages }) => `Billing says: ${resultIn(messages)}`,
]);

export const run = async (): Promise<unknown> => {
  // #region approval
  const approval = {
    strategy: new HumanApprovalStrategy(),
    store: new InMemoryApprovalStore(),
    requester: presentRequesters(() => ({ id: 'ada' })),
  };
  // #endregion
  const imports = [ToolgateModule.forRoot({ model, approval: { ...approval, worker: false } }), BillingModule];
  const app = await Test.createTestingModule({ imports }).compile();
  await app.init();
  const chat = app.get(ChatClient);
  const approvals = app.get(ApprovalService);

  // #region wait
  const turn = await chat.prompt('I was charged twice for A-1042').tools('billing').call().outcome();
  // { status: 'suspended', runId, approvals: [], inside: [{ toolName: 'billing', runId, approvals: [{ … }] }] }
  // #endregion
  if (turn.status !== 'suspended') throw new Error('The turn was not suspended.');
  const [inside] = turn.inside!;
  const [asked] = inside!.approvals;
  // #region decide
  const { revision, argsHash, outerRunId } = await approvals.get(asked!.id);
  await approvals.decide(asked!.id, { decisionId: 'd-1', decision: 'approve', revision, argsHash }, { id: 'grace' });
  const answer = await chat.resume(turn.runId).call().content();
  // #endregion
  await app.close();
  return { waits: asked!.toolName, isOuter: outerRunId === turn.runId, answer };
};
