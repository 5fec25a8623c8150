import 'reflect-metadata';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ChatClient, Tool, ToolgateModule } from 'toolgate';
import { HumanApprovalStrategy, RequesterResolver } from 'toolgate/approval';
import type { AssistantMessage } from 'toolgate/model';
import { PostgresModule } from 'toolgate/postgres';
import { SqlModule } from 'toolgate/sql';
import { ScriptedChatModel } from 'toolgate/testing';

/** What a process of the tests does. */
export interface TurnJob {
  readonly connectionString: string;
  /** Starts a turn of its own; otherwise its worker resumes those of others. */
  readonly starts: boolean;
  /** After how many parts of the answer the model says nothing more. */
  readonly parts: number;
  readonly answer: string | AssistantMessage;
  readonly leaseMs: number;
  readonly tenant?: string;
  /** @default 'c-1' */
  readonly conversation?: string;
  readonly memory?: boolean;
}

@Injectable()
class Desk {
  @Tool({ description: 'Refund an order', requiresApproval: true })
  refund(order: string, amount: number): string {
    process.send!({ type: 'refunded' });
    return `Refunded ${amount} for ${order}`;
  }

  @Tool({ description: 'Find an order', requiresApproval: false })
  find(order: string): string {
    return `${order} is there`;
  }

  @Tool({ description: 'Exchange an order for another size', requiresApproval: true })
  exchange(order: string): string {
    return `Exchanged ${order}`;
  }
}

class Askers extends RequesterResolver {
  constructor(private readonly tenant: string | undefined) {
    super();
  }

  identify() {
    return { id: 'ada', ...(this.tenant !== undefined && { tenant: this.tenant }) };
  }

  rehydrate() {
    return { type: 'present' } as const;
  }
}

const run = async (job: TurnJob): Promise<void> => {
  const { connectionString, starts, parts, answer, leaseMs, tenant, conversation = 'c-1', memory = false } = job;
  let emitted = 0;
  const model = new ScriptedChatModel([answer], {
    beforePart: () => (emitted++ < parts ? undefined : new Promise<void>(() => {})),
  });

  @Module({
    imports: [
      ToolgateModule.forRoot({
        model,
        client: { tools: [Desk] },
        memory,
        approval: { worker: !starts, leaseMs, strategy: new HumanApprovalStrategy(), requester: new Askers(tenant) },
      }),
      SqlModule.forRoot({ postgres: { connectionString, maxConnections: 4 }, liveTurns: { leaseMs } }),
      PostgresModule.forRoot(),
    ],
    providers: [Desk],
  })
  class AppModule {}
  const app = await NestFactory.createApplicationContext(AppModule, { logger: ['error', 'warn'] });
  const runId = starts
    ? app.get(ChatClient).prompt('Where is A-1?').conversation(conversation).stream().live().runId
    : '';
  process.send!({ type: 'ready', runId });
};

process.on('message', (job: TurnJob) => {
  run(job).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
// The parent process is gone.
process.on('disconnect', () => process.exit());
