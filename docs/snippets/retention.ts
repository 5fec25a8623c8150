// #region privacy
import { Injectable } from '@nestjs/common';
import { ApprovalService, type Approver } from 'toolgate';

@Injectable()
class Privacy {
  constructor(private readonly approvals: ApprovalService) {}

  /** Removes the messages and arguments of an ended run at once. */
  async forget(runId: string, by: Approver): Promise<string | undefined> {
    const run = await this.approvals.runs.forget(runId, by);
    return run.contentRemovedAt;
  }
}
// #endregion

import { type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ChatClient, HumanApprovalStrategy, type Requester, RequesterResolver, Tool, ToolgateModule } from 'toolgate';
import { InMemoryApprovalStore } from 'toolgate/approval';
import { callsTools, ScriptedChatModel, toolCall, VirtualClock } from 'toolgate/testing';

const DAY = 86_400_000;

const clock = new VirtualClock();
const refund = callsTools(toolCall('refund', { orderNumber: 'A-1042' }));
const model = new ScriptedChatModel([refund, 'Done.', refund, 'Done.']);
const store = new InMemoryApprovalStore(clock.now);
const strategy = new HumanApprovalStrategy();

@Injectable()
class Refunds {
  @Tool({ description: 'Refund an order', requiresApproval: true })
  refund(orderNumber: string): string {
    return `Refunded ${orderNumber}`;
  }
}

@Injectable()
class Customers extends RequesterResolver {
  identify(): Requester {
    return { id: 'ann' };
  }

  rehydrate() {
    return { type: 'present' } as const;
  }
}

const imports = [
  // #region options
  ToolgateModule.forRoot({
    model,
    memory: { retentionMs: 90 * DAY },
    approval: { strategy, store, retention: { contentMs: 30 * DAY, recordsMs: 3650 * DAY } },
  }),
  // #endregion
];

@Module({ imports, providers: [Refunds, Privacy, { provide: RequesterResolver, useClass: Customers }] })
class AppModule {}

const story = async (app: INestApplicationContext) => {
  const [chat, approvals] = [app.get(ChatClient), app.get(ApprovalService)];
  const kim = { id: 'kim' };
  const refunded = async (conversation: string): Promise<string> => {
    const turn = await chat.prompt('Refund A-1042').tools(Refunds).conversation(conversation).call().outcome();
    if (turn.status !== 'suspended') throw new Error('The refund did not wait.');
    const { id, revision, argsHash } = turn.approvals[0]!;
    await approvals.decide(id, { decisionId: 'd1', decision: 'approve', revision, argsHash }, kim);
    await chat.resume(turn.runId).call().content();
    return id;
  };
  const id = await refunded('ann');
  clock.advance(30 * DAY);
  // #region now
  const removed = await approvals.runs.applyRetention();
  // #endregion
  const { arguments: left, status, argsHash, decidedBy } = await approvals.get(id);
  const other = await approvals.get(await refunded('ben'));
  const isForgotten = (await app.get(Privacy).forget(other.runId, kim)) !== undefined;
  return { removed, left, status, hasHash: argsHash.length > 0, decidedBy, isForgotten };
};

export const run = async (): Promise<Awaited<ReturnType<typeof story>>> => {
  process.env['TOOLGATE_APPROVAL_WORKER'] = 'false';
  const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
  try {
    return await story(app);
  } finally {
    delete process.env['TOOLGATE_APPROVAL_WORKER'];
    await app.close();
  }
};
