// #region application
import { Injectable, Module } from '@nestjs/common';
import { HumanApprovalStrategy, RequesterResolver, Tool, ToolApprovalStrategy, ToolgateModule } from 'toolgate';
import { SqlModule } from 'toolgate/sql';

@Injectable()
class Refunds {
  readonly done: string[] = [];

  @Tool({ description: 'Refund an order', requiresApproval: true })
  refund(orderNumber: string, amount: number): string {
    this.done.push(`${amount} of ${orderNumber}`);
    return 'Refunded';
  }
}

@Injectable()
class Users extends RequesterResolver {
  identify() {
    return { id: 'ann' };
  }

  rehydrate() {
    return { type: 'present' } as const;
  }
}

const leads = { approvers: { roles: ['lead'] } };

@Module({
  imports: [
    ToolgateModule.forRoot({ client: { tools: [Refunds] } }),
    SqlModule.forRoot({ sqlite: { file: ':memory:' } }),
  ],
  providers: [
    Refunds,
    { provide: RequesterResolver, useClass: Users },
    { provide: ToolApprovalStrategy, useFactory: () => new HumanApprovalStrategy({ requirement: leads }) },
  ],
})
class AppModule {}
// #endregion

// #region boot
import { Test } from '@nestjs/testing';
import { ApprovalService, ApprovalStore, ChatClient, ChatModel, InMemoryApprovalStore } from 'toolgate';
import { type ScriptedAnswer, ScriptedChatModel, VirtualClock } from 'toolgate/testing';

const start = async (script: readonly ScriptedAnswer[]) => {
  process.env.TOOLGATE_APPROVAL_WORKER = 'false';
  const clock = new VirtualClock();
  const model = new ScriptedChatModel(script);
  const app = await Test.createTestingModule({ imports: [AppModule] })
    .overrideProvider(ChatModel)
    .useValue(model)
    .overrideProvider(ApprovalStore)
    .useValue(new InMemoryApprovalStore(clock.now))
    .compile();
  await app.init();
  return {
    app,
    clock,
    model,
    chat: app.get(ChatClient),
    approvals: app.get(ApprovalService),
    done: app.get(Refunds).done,
  };
};

const suspended = async (chat: ChatClient): Promise<string> => {
  const outcome = await chat.prompt('Refund my orders').call().outcome();
  if (outcome.status !== 'suspended') throw new Error('It should have asked.');
  return outcome.runId;
};
// #endregion
import { approveAll, callsTools, ScriptedApprover, toolCall } from 'toolgate/testing';

const refund = (orderNumber: string, amount: number) =>
  toolCall('refund', { orderNumber, amount }, `call-${orderNumber}`);

const lee = { id: 'lee', roles: ['lead'] };

const approved = async (): Promise<unknown> => {
  // #region approve
  const { app, chat, approvals, done } = await start([callsTools(refund('A-1', 80)), 'I refunded 80.']);
  const runId = await suspended(chat);
  await approveAll(approvals, { id: 'lee', roles: ['lead'] });
  const answer = await chat.resume(runId).call().content();
  // #endregion
  await app.close();
  return { answer, done };
};

const decided = async (): Promise<unknown> => {
  const script = [
    callsTools(refund('A-1', 80), refund('A-2', 800)),
    callsTools(refund('A-2', 400)),
    'I did what I could.',
  ];
  const { app, chat, approvals, done } = await start(script);
  const runId = await suspended(chat);
  // #region script
  const approver = new ScriptedApprover(
    approvals,
    ({ arguments: { amount } }) =>
      Number(amount) < 500 ? 'approve' : { decision: 'reject', reason: 'Never more than 500.' },
    lee,
  );
  const outcome = await approver.goOn(chat, runId);
  // #endregion
  await app.close();
  return { status: outcome.status, asked: approver.asked.length, done };
};

const expired = async (): Promise<unknown> => {
  const { app, clock, chat, approvals, model, done } = await start([
    callsTools(refund('A-1', 80)),
    'Nobody was there.',
  ]);
  const runId = await suspended(chat);
  // #region expire
  clock.advance(24 * 3_600_000);
  const { status } = await approvals.runs.resume(runId);
  // #endregion
  await app.close();
  const last = model.prompts[1]!.messages.at(-1)!;
  return { status, outcome: last.role === 'tool' && last.content[0]!.outcome, done };
};

export const run = async (): Promise<unknown> => {
  try {
    return { approved: await approved(), decided: await decided(), expired: await expired() };
  } finally {
    delete process.env.TOOLGATE_APPROVAL_WORKER;
  }
};
