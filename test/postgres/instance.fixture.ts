import type { DynamicModule, ModuleMetadata } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { ChatClient, ToolgateModule } from 'toolgate';
import { ApprovalService, type ApprovalStore, HumanApprovalStrategy } from 'toolgate/approval';
import { PostgresModule } from 'toolgate/postgres';
import { SqlModule, type SqlTurnLogOptions } from 'toolgate/sql';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { keepLogs } from '../story.fixture.js';
import { Askers, Desk, yes } from '../approval/approval.fixture.js';
import { waits } from '../approval/waiting.fixture.js';

const refund = toolCall('refund', { order: 'A-1', amount: 70 });

const refundsOnce: ScriptedAnswer = ({ messages }) => (messages.at(-1)?.role === 'tool' ? 'Done.' : callsTools(refund));

/** An instance of an application on a PostgreSQL server. */
export interface InstanceStory {
  readonly connectionString: string;
  readonly worker?: boolean;
  readonly expiresInMs?: number;
  readonly shutdownMs?: number;
  /** Takes the place of `SqlModule` and of what wakes it. */
  readonly store?: ApprovalStore;
  /** What wakes it. @default PostgresModule */
  readonly wakes?: DynamicModule;
  readonly answer?: ScriptedAnswer;
  /** Takes the place of `answer`. */
  readonly model?: ScriptedChatModel;
  readonly leaseMs?: number;
  readonly liveTurns?: boolean | SqlTurnLogOptions;
  readonly metadata?: ModuleMetadata;
}

/** Starts an instance whose refunds wait for a person. */
export const startInstance = async (story: InstanceStory) => {
  const { connectionString, worker = false, answer = refundsOnce, liveTurns = false, metadata = {} } = story;
  const { expiresInMs, shutdownMs, leaseMs, store, wakes = PostgresModule.forRoot() } = story;
  const { model = new ScriptedChatModel(Array<ScriptedAnswer>(50).fill(answer)) } = story;
  const logs = keepLogs();
  const compiled = await Test.createTestingModule({
    imports: [
      ToolgateModule.forRoot({
        model,
        client: { tools: [Desk] },
        retry: false,
        approval: {
          worker,
          strategy: new HumanApprovalStrategy(),
          requester: new Askers(),
          ...(expiresInMs !== undefined && { expiresInMs }),
          ...(shutdownMs !== undefined && { shutdownMs }),
          ...(leaseMs !== undefined && { leaseMs }),
          ...(store && { store }),
        },
      }),
      ...(store ? [] : [SqlModule.forRoot({ postgres: { connectionString, maxConnections: 4 }, liveTurns }), wakes]),
      ...(metadata.imports ?? []),
    ],
    providers: [Desk, ...(metadata.providers ?? [])],
  })
    .setLogger(logs)
    .compile();
  const app = await compiled.init();
  const approvals = app.get(ApprovalService);
  const chat = app.get(ChatClient);
  /** Creates a turn that waits for a person. */
  const ask = async (): Promise<string> => (await waits(chat.prompt('Refund A-1').call())).runId;
  const approve = async (runId: string): Promise<void> => {
    for (const one of (await approvals.list({ runId, status: 'PENDING' })).items) {
      await approvals.decide(one.id, yes(one), { id: 'grace' });
    }
  };
  return { app, approvals, chat, ask, approve, desk: app.get(Desk), logs: logs.lines };
};
