// #region strategy
import { Injectable } from '@nestjs/common';
import { type ToolApprovalContext, ToolApprovalDecision, ToolApprovalStrategy, type ToolCallback } from 'toolgate';

@Injectable()
class RefundPolicy extends ToolApprovalStrategy {
  approve(tool: ToolCallback, args: { amount: number }, context: ToolApprovalContext<{ role: string }>) {
    if (tool.definition.name !== 'refund') return ToolApprovalDecision.abstain();
    const limit = context.data.role === 'lead' ? 500 : 50;
    return args.amount <= limit
      ? ToolApprovalDecision.approve()
      : ToolApprovalDecision.reject(`Refunds over ${limit} need a lead.`, { limit });
  }
}
// #endregion
import { Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { ChatClient, Tool, ToolApprovalAuditor, type ToolApprovalEvent, ToolgateModule } from 'toolgate';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';

@Injectable()
class Refunds {
  @Tool({ description: 'Refund an order', requiresApproval: true })
  refund(orderNumber: string, amount: number): string {
    return `Refunded ${amount} of ${orderNumber}`;
  }
}

// #region auditor
@Injectable()
class DecisionLog extends ToolApprovalAuditor {
  readonly lines: string[] = [];

  decided({ outcome, tool, reason }: ToolApprovalEvent): void {
    this.lines.push([outcome, tool.definition.name, reason].filter(Boolean).join(' '));
  }
}
// #endregion

export const run = async (): Promise<unknown> => {
  const refund = (amount: number) => callsTools(toolCall('refund', { orderNumber: 'A-1043', amount }));
  const model = new ScriptedChatModel([refund(80), 'I may not refund that.', refund(80), 'Refunded.']);
  // #region module
  @Module({
    imports: [ToolgateModule.forRoot({ model })],
    providers: [Refunds, { provide: ToolApprovalStrategy, useClass: RefundPolicy }],
  })
  class AppModule {}
  // #endregion
  const app = await Test.createTestingModule({ imports: [AppModule], providers: [DecisionLog] }).compile();
  const chat = app.get(ChatClient);
  for (const role of ['agent', 'lead']) {
    await chat.prompt('Refund 80 of A-1043').tools(Refunds).toolContext({ role }).call().content();
  }
  return app.get(DecisionLog).lines;
};
