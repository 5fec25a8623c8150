import 'reflect-metadata';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ChatClient, Tool, ToolgateModule } from 'toolgate';
import { HumanApprovalStrategy, RequesterResolver } from 'toolgate/approval';
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
  readonly answer: string;
  readonly leaseMs: number;
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
}

class Askers extends RequesterResolver {
  identify() {
    return { id: 'ada' };
  }

  rehydrate() {
    return { type: 'present' } as const;
  }
}

const run = async ({ connectionString, starts, parts, answer, leaseMs }: TurnJob): Promise<void> => {
  let emitted = 0;
  const model = new ScriptedChatModel([answer], {
    beforePart: () => (emitted++ < parts ? undefined : new Promise<void>(() => {})),
  });

  @Module({
    imports: [
      ToolgateModule.forRoot({
        model,
        client: { tools: [Desk] },
        approval: { worker: !starts, leaseMs, strategy: new HumanApprovalStrategy(), requester: new Askers() },
      }),
      SqlModule.forRoot({ postgres: { connectionString, maxConnections: 4 }, liveTurns: { leaseMs } }),
      PostgresModule.forRoot(),
    ],
    providers: [Desk],
  })
  class AppModule {}
  const app = await NestFactory.createApplicationContext(AppModule, { logger: ['error', 'warn'] });
  const runId = starts ? app.get(ChatClient).prompt('Where is A-1?').conversation('c-1').stream().live().runId : '';
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
