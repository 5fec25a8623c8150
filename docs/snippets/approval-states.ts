// #region history
import { Injectable } from '@nestjs/common';
import { ApprovalService } from 'toolgate';

@Injectable()
class Audit {
  constructor(private readonly approvals: ApprovalService) {}

  async states(runId: string): Promise<readonly string[]> {
    const { items } = await this.approvals.list({ runId });
    return items.map(({ arguments: input, status }) => `${String(input?.['orderNumber'])} ${status}`);
  }

  async history(run: string): Promise<readonly string[]> {
    const events = await this.approvals.runs.events(run);
    return events.map(({ type, by }) => (by ? `${type} by ${by}` : type));
  }
}
// #endregion
import { Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import {
  type ApprovalHappening,
  ChatClient,
  HumanApprovalStrategy,
  InMemoryApprovalStore,
  RequesterResolver,
  Tool,
  ToolApprovalAuditor,
  type ToolApprovalEvent,
  ToolgateModule,
} from 'toolgate';
import { callsTools, ScriptedApprover, ScriptedChatModel, toolCall, VirtualClock } from 'toolgate/testing';

@Injectable()
class Refunds {
  @Tool({ description: 'Refund an order', requiresApproval: true })
  refund(orderNumber: string): string {
    return `Refunded ${orderNumber}`;
  }
}

class Ann extends RequesterResolver {
  identify() {
    return { id: 'ann' };
  }

  rehydrate() {
    return { type: 'present' } as const;
  }
}

const clock = new VirtualClock();
const model = new ScriptedChatModel([
  callsTools(...['A-1', 'A-2', 'A-3'].map((orderNumber) => toolCall('refund', { orderNumber }, `call-${orderNumber}`))),
  'I refunded A-1.',
]);
const store = new InMemoryApprovalStore(clock.now);

@Module({
  imports: [
    ToolgateModule.forRoot({
      model,
      approval: { strategy: new HumanApprovalStrategy(), requester: new Ann(), store, worker: false },
    }),
  ],
  providers: [Refunds],
})
class AppModule {}

// #region audit-log
@Injectable()
class AuditLog extends ToolApprovalAuditor {
  readonly lines: string[] = [];

  decided({ context, outcome }: ToolApprovalEvent): void {
    this.lines.push(`${context.toolCallId} ${outcome}`);
  }

  override happened({ event, approval, from }: ApprovalHappening): void {
    if (approval && from) this.lines.push(`${approval.toolCallId} ${from} to ${event.type}`);
  }
}
// #endregion

const DAY = 86_400_000;

export const run = async (): Promise<unknown> => {
  const app = await Test.createTestingModule({ imports: [AppModule], providers: [Audit, AuditLog] }).compile();
  await app.init();
  const chat = app.get(ChatClient);
  const outcome = await chat.prompt('Refund A-1, A-2 and A-3').tools(Refunds).call().outcome();
  if (outcome.status !== 'suspended') return outcome;
  const lee = new ScriptedApprover(app.get(ApprovalService), ['approve', 'reject', () => undefined], { id: 'lee' });
  await lee.decideAll();
  clock.advance(DAY);
  await chat.resume(outcome.runId).call().content();
  const audit = app.get(Audit);
  const lastMessage = model.prompts[1]!.messages.at(-1)!;
  const results = lastMessage.role === 'tool' ? lastMessage.content : [];
  const report = {
    states: await audit.states(outcome.runId),
    results: results.map(({ output }) => output.type === 'text' && output.text),
    history: await audit.history(outcome.runId),
    log: app.get(AuditLog).lines,
  };
  await app.close();
  return report;
};
