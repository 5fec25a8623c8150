// #region operations
import { Injectable } from '@nestjs/common';
import { ApprovalService, type Approver } from 'toolgate';

@Injectable()
class Operations {
  constructor(private readonly approvals: ApprovalService) {}

  /** Retries every parked run, and returns the last error of each. */
  async retryAll(by: Approver): Promise<readonly string[]> {
    const { items } = await this.approvals.runs.list({ parked: true }, by);
    for (const { id } of items) await this.approvals.runs.retry(id, by);
    return items.map(({ attempts = [] }) => attempts.at(-1)?.error ?? '');
  }
}
// #endregion

import { type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ChatClient, HumanApprovalStrategy, type Requester, RequesterResolver, Tool, ToolgateModule } from 'toolgate';
import { InMemoryApprovalStore } from 'toolgate/approval';
import { callsTools, ScriptedChatModel, toolCall, VirtualClock } from 'toolgate/testing';

const HOUR = 3_600_000;

const away = (): never => {
  throw new Error('The model is away.');
};

const clock = new VirtualClock();
const refunded: string[] = [];
const model = new ScriptedChatModel([
  callsTools(toolCall('refund', { orderNumber: 'A-1042' })),
  away,
  away,
  'I refunded A-1042.',
]);
const store = new InMemoryApprovalStore(clock.now);
const strategy = new HumanApprovalStrategy();

@Injectable()
class Refunds {
  @Tool({ description: 'Refund an order', requiresApproval: true })
  refund(orderNumber: string): string {
    refunded.push(orderNumber);
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
  ToolgateModule.forRoot({ model, approval: { strategy, store, onDeadline: 'park', deadlineMs: 6 * HOUR } }),
  // #endregion
];

@Module({ imports, providers: [Refunds, Operations, { provide: RequesterResolver, useClass: Customers }] })
class AppModule {}

const story = async (app: INestApplicationContext) => {
  const [chat, approvals] = [app.get(ChatClient), app.get(ApprovalService)];
  const turn = await chat.prompt('Refund A-1042').tools(Refunds).call().outcome();
  if (turn.status !== 'suspended') throw new Error('The refund did not wait.');
  const { runId } = turn;
  const resume = () => approvals.runs.resume(runId).catch(() => {});
  const [waiting] = (await approvals.list({ runId })).items;
  const { id, revision, argsHash } = waiting!;
  await approvals.decide(id, { decisionId: 'd1', decision: 'approve', revision, argsHash }, { id: 'kim' });
  await resume();
  clock.advance(7 * HOUR);
  await resume();
  const parked = await app.get(Operations).retryAll({ id: 'kim' });
  const { status } = await approvals.runs.resume(runId);
  return { parked, 'after the retry': status, 'refunds that ran': refunded };
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
