// #region module
import { Module } from '@nestjs/common';
import { ToolgateModule } from 'toolgate';
import { BullMqModule } from 'toolgate/bullmq';
import { SqlModule } from 'toolgate/sql';

@Module({
  imports: [
    ToolgateModule.forRoot({}),
    SqlModule.forRootAsync({
      useFactory: () => ({ postgres: { connectionString: process.env['DATABASE_URL'] ?? 'postgres://localhost/app' } }),
    }),
    BullMqModule.forRootAsync({
      useFactory: () => ({ connection: process.env['JOBS_URL'] ?? 'redis://localhost:6379' }),
    }),
  ],
})
class AppModule {}
// #endregion
import { Injectable } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { ChatClient, ChatModel, Tool, ToolApprovalStrategy } from 'toolgate';
import { ApprovalService, HumanApprovalStrategy, RequesterResolver } from 'toolgate/approval';
import { callsTools, ScriptedChatModel, type ScriptedAnswer, toolCall } from 'toolgate/testing';
import { Ann } from './many-instances/ann.js';

// #region connections
const onRedis = BullMqModule.forRoot({
  connection: { redis: { host: 'redis.internal', password: 'secret', tls: {} } },
});
const onPostgres = BullMqModule.forRoot({
  connection: { postgres: { connectionString: 'postgres://app:secret@database.internal/app', schema: 'jobs' } },
  queue: 'support',
});
// #endregion
export const variants = { onRedis, onPostgres };

const answer: ScriptedAnswer = ({ messages }) =>
  messages.at(-1)?.role === 'tool' ? 'It is refunded.' : callsTools(toolCall('refund', { orderNumber: 'A-1042' }));

@Injectable()
class Refunds {
  readonly refunded: string[] = [];

  @Tool({ description: 'Refund an order', requiresApproval: true })
  refund(orderNumber: string): string {
    this.refunded.push(orderNumber);
    return `Refunded ${orderNumber}`;
  }
}

const startInstance = async () => {
  const app = await Test.createTestingModule({
    imports: [AppModule],
    providers: [
      Refunds,
      { provide: ChatModel, useValue: new ScriptedChatModel([answer, answer]) },
      { provide: RequesterResolver, useClass: Ann },
      { provide: ToolApprovalStrategy, useFactory: () => new HumanApprovalStrategy() },
    ],
  }).compile();
  await app.init();
  return { app, chat: app.get(ChatClient), approvals: app.get(ApprovalService), refunds: app.get(Refunds) };
};

export const run = async (): Promise<unknown> => {
  const [first, second] = [await startInstance(), await startInstance()];
  const outcome = await first.chat.prompt('Refund A-1042').tools(Refunds).call().outcome();
  if (outcome.status !== 'suspended') throw new Error('The turn was not suspended.');
  const [waiting] = (await second.approvals.list({ status: 'PENDING' })).items;
  const { id, revision, argsHash } = waiting!;
  await second.approvals.decide(id, { decisionId: 'd-1', decision: 'approve', revision, argsHash }, { id: 'lee' });
  const story = {
    'the first instance': outcome.status,
    'either instance answers': await first.chat.resume(outcome.runId).call().content(),
    'refunds that ran': [...first.refunds.refunded, ...second.refunds.refunded],
  };
  await first.app.close();
  await second.app.close();
  return story;
};
