import 'reflect-metadata';
import { Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ChatClient, ToolgateModule } from 'toolgate';
import { ApprovalService, HumanApprovalStrategy } from 'toolgate/approval';
import { SqlModule } from 'toolgate/sql';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { Askers, Desk, yes } from '../approval/approval.fixture.js';

const [file = ''] = process.argv.slice(2);
const AT_ONCE = 8;

const model = new ScriptedChatModel(
  Array.from({ length: 100_000 }, () => ({ messages }) => {
    const isDone = messages.at(-1)?.role === 'tool';
    return isDone ? 'Done.' : callsTools(toolCall('refund', { order: 'A-1', amount: 1 }));
  }),
);

/** Starts writes when the application stops, and does not await them. */
@Injectable()
class LateWriter implements OnApplicationShutdown {
  onApplicationShutdown(): void {
    begin('late');
  }
}

@Module({
  imports: [
    SqlModule.forRoot({ sqlite: { file } }),
    ToolgateModule.forRoot({
      model,
      memory: true,
      approval: { strategy: new HumanApprovalStrategy(), requester: new Askers(), shutdownMs: 50 },
    }),
  ],
  providers: [Desk, LateWriter],
})
class AppModule {}

const app = await NestFactory.create(AppModule, { logger: false });
app.enableShutdownHooks();
await app.init();
const approvals = app.get(ApprovalService);

/** Asks and decides until the application stops; prints each decision that was acknowledged. */
const work = async (name: string): Promise<void> => {
  for (let turn = 0; ; turn++) {
    const prompt = app.get(ChatClient).prompt('Refund').tools(Desk).conversation(`${name}-${turn}`);
    const outcome = await prompt.call().outcome();
    if (outcome.status !== 'suspended') throw new Error('The turn did not wait for a person.');
    const { id } = outcome.approvals[0]!;
    await approvals.decide(id, yes(await approvals.get(id)), { id: 'grace' });
    process.stdout.write(`${id}\n`);
    // Signals and timers run in between, as between two requests.
    await new Promise((resolve) => setImmediate(resolve));
  }
};

// The stop of the application ends each loop.
const begin = (name: string): void => {
  for (let count = 0; count < AT_ONCE; count++) void work(`${name}-${count}`).catch(() => {});
};
begin('early');
// The parent process is gone.
process.stdin.resume().once('end', () => process.exit());
