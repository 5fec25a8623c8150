// #region module
import { Module } from '@nestjs/common';
import { ToolgateModule } from 'toolgate';
import { PostgresModule } from 'toolgate/postgres';
import { SqlModule } from 'toolgate/sql';

@Module({
  imports: [
    ToolgateModule.forRoot({}),
    SqlModule.forRootAsync({
      useFactory: () => ({ postgres: { connectionString: process.env['DATABASE_URL'] ?? 'postgres://localhost/app' } }),
    }),
    PostgresModule.forRoot(),
  ],
})
class AppModule {}
// #endregion
import { Injectable } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { ChatClient, ChatModel, Tool, ToolApprovalStrategy } from 'toolgate';
import {
  ApprovalService,
  type Approver,
  type DecideApproval,
  type DueRun,
  type DueWorker,
  HumanApprovalStrategy,
  RequesterResolver,
  RunDispatcher,
} from 'toolgate/approval';
import { callsTools, ScriptedChatModel, type ScriptedAnswer, toolCall } from 'toolgate/testing';
import { Ann } from './many-instances/ann.js';

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

// #region pooler
const pastThePooler = PostgresModule.forRoot({
  listen: { connectionString: 'postgres://app:secret@database.internal:5432/app' },
});
// #endregion

// #region sleeping
const withoutWorker = ToolgateModule.forRoot({ approval: { worker: false } });

/** Decides, and resumes the turn before the request ends. */
const decideAndResume = async (approvals: ApprovalService, id: string, command: DecideApproval, by: Approver) => {
  const { runId } = await approvals.decide(id, command, by);
  return approvals.runs.resume(runId);
};
// #endregion

// #region dispatcher
interface Queue {
  add(job: { readonly run: string }, inMs: number): Promise<void>;
  work(job: (job: { readonly run: string }) => Promise<void>): void;
  close(): Promise<void>;
}

@Injectable()
class QueueDispatcher extends RunDispatcher {
  private sweeping?: NodeJS.Timeout;

  constructor(private readonly queue: Queue) {
    super();
  }

  start({ sweep, resume }: DueWorker): void {
    this.queue.work(({ run }) => resume(run));
    // A lost job only delays a run.
    this.sweeping = setInterval(() => void sweep(), 5000);
  }

  due({ id }: DueRun, inMs: number): Promise<void> {
    return this.queue.add({ run: id }, inMs);
  }

  stop(): Promise<void> {
    clearInterval(this.sweeping);
    return this.queue.close();
  }
}
// #endregion
export const variants = { pastThePooler, withoutWorker, QueueDispatcher };

export const run = async (): Promise<unknown> => {
  const [first, second] = [await startInstance(), await startInstance()];
  const outcome = await first.chat.prompt('Refund A-1042').tools(Refunds).call().outcome();
  if (outcome.status !== 'suspended') throw new Error('The turn was not suspended.');
  const [waiting] = (await second.approvals.list({ status: 'PENDING' })).items;
  const { id, revision, argsHash } = waiting!;
  const approve: DecideApproval = { decisionId: 'd-1', decision: 'approve', revision, argsHash };
  await decideAndResume(second.approvals, id, approve, { id: 'lee' });
  const story = {
    'the first instance': outcome.status,
    'the second instance lists': waiting!.toolName,
    'either instance answers': await first.chat.resume(outcome.runId).call().content(),
    'refunds that ran': [...first.refunds.refunded, ...second.refunds.refunded],
  };
  await first.app.close();
  await second.app.close();
  return story;
};
