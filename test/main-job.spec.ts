import { describe, expect, it } from 'vitest';
import { Injectable, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import {
  ChatClient,
  Tool,
  ToolApprovalDecision,
  ToolApprovalStrategy,
  ToolContext,
  ToolgateModule,
  ToolParam,
} from 'toolgate';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';

@Injectable()
class Refunds {
  readonly done: unknown[] = [];

  @Tool({ description: 'Look an order up', requiresApproval: false })
  findOrder(@ToolParam({ description: 'Order number' }) orderNumber: string) {
    return { orderNumber, amount: 40 };
  }

  @Tool({ description: 'Refund an order', requiresApproval: true })
  refund(orderNumber: string, amount: number, context: ToolContext) {
    this.done.push([orderNumber, amount, context.data['tenant']]);
    return `Refunded ${amount} of ${orderNumber}`;
  }
}

@Injectable()
class UpTo50 extends ToolApprovalStrategy {
  approve(_tool: unknown, args: { amount?: number }) {
    return args.amount! <= 50
      ? ToolApprovalDecision.approve()
      : ToolApprovalDecision.reject('Refunds over 50 need a person.');
  }
}

const boot = async (model: ScriptedChatModel) => {
  @Module({
    imports: [ToolgateModule.forRoot({ model })],
    providers: [Refunds, { provide: ToolApprovalStrategy, useClass: UpTo50 }],
  })
  class AppModule {}
  const app = await Test.createTestingModule({ imports: [AppModule] }).compile();
  await app.init();
  return { app, chat: app.get(ChatClient), refunds: app.get(Refunds) };
};

describe('the main job', () => {
  it('runs an approved call', async () => {
    const model = new ScriptedChatModel([
      callsTools(toolCall('findOrder', { orderNumber: 'A-1' })),
      callsTools(toolCall('refund', { orderNumber: 'A-1', amount: 40 })),
      'Done: 40 refunded.',
    ]);
    const { chat, refunds } = await boot(model);
    const outcome = await chat.prompt('Refund A-1').tools(Refunds).toolContext({ tenant: 'acme' }).call().outcome();
    expect(outcome).toMatchObject({ status: 'completed', content: 'Done: 40 refunded.' });
    expect(refunds.done).toEqual([['A-1', 40, 'acme']]);
    expect(model.prompts[0]!.tools!.map(({ name }) => name)).toEqual(['findOrder', 'refund']);
    expect(model.prompts.at(-1)!.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'tool',
    ]);
  });

  it('never runs a rejected one', async () => {
    const model = new ScriptedChatModel([callsTools(toolCall('refund', { orderNumber: 'A-1', amount: 80 })), 'Sorry.']);
    const { chat, refunds } = await boot(model);
    const parts: unknown[] = [];
    for await (const part of chat.prompt('Refund A-1').tools(Refunds).stream()) parts.push(part);
    expect(refunds.done).toEqual([]);
    expect(parts).toContainEqual(
      expect.objectContaining({
        type: 'tool-result',
        output: { type: 'text', text: 'Tool execution was denied: Refunds over 50 need a person.' },
        outcome: { type: 'denied', decision: 'reject', reason: 'Refunds over 50 need a person.' },
      }),
    );
  });
});
