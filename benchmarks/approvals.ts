import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { Module } from '@nestjs/common';
import { ChatClient, ToolApprovalDecision, ToolApprovalStrategy, ToolgateModule } from 'toolgate';
import { ApprovalService, ApprovalStore, InMemoryApprovalStore, RequesterResolver } from 'toolgate/approval';
import { userMessage } from 'toolgate/model';
import { SqlModule, type SqlModuleOptions } from 'toolgate/sql';
import { boot } from './boot.js';
import { compare } from './compare.js';
import { InProcessModel } from './in-process.model.js';
import type { RunBodies } from './plain-changes.js';
import { plainSql } from './plain-sql.js';
import { toolsOf } from './tools-of.js';

class Asker extends RequesterResolver {
  identify() {
    return { id: 'ada' };
  }
  rehydrate() {
    return { type: 'present' } as const;
  }
}

const tools = toolsOf(1);
const prompt = { messages: [userMessage('Where is A-1042?')], tools: [tools] };

/** A prompt with one tool call: without a strategy and a store, and with a store and a strategy that approves the call. */
export const approvedBatch = async () => {
  const bare = ChatClient.create(new InProcessModel(), {});
  const app = await boot(
    { model: new InProcessModel(), approval: { store: new InMemoryApprovalStore(), worker: false } },
    [tools],
  );
  const chat = app.get(ChatClient);
  const instance = app.get(tools) as object;
  const result = await compare(
    () =>
      bare
        .prompt({ messages: prompt.messages, tools: [instance] })
        .call()
        .content(),
    () => chat.prompt(prompt).call().content(),
    1,
  );
  await app.close();
  return result;
};

/** An application whose turns wait for a person, and the two halves of such a turn. */
export const asking = async (database: SqlModuleOptions) => {
  const strategy = ToolApprovalStrategy.of(() => ToolApprovalDecision.ask());
  @Module({
    imports: [
      ToolgateModule.forRoot({
        model: new InProcessModel(),
        approval: { strategy, requester: new Asker(), worker: false },
      }),
      SqlModule.forRoot(database),
    ],
    providers: [tools],
  })
  class App {}
  const app = await NestFactory.createApplicationContext(App, { logger: ['error', 'warn'] });
  const [chat, approvals, store] = [app.get(ChatClient), app.get(ApprovalService), app.get(ApprovalStore)];
  const suspend = async () => {
    const outcome = await chat.prompt(prompt).call().outcome();
    if (outcome.status !== 'suspended') throw new Error('The turn did not wait for a person.');
    return outcome;
  };
  const resume = async ({ runId, approvals: [approval] }: Awaited<ReturnType<typeof suspend>>) => {
    const { id, revision, argsHash } = approval!;
    await approvals.decide(id, { decisionId: 'd', decision: 'approve', revision, argsHash }, { id: 'grace' });
    return chat.resume(runId).call().content();
  };
  return { app, store, suspend, resume };
};

/** Returns the records that one turn leaves in the tables, as JSON. */
export const bodiesOf = async ({ store, suspend, resume }: Awaited<ReturnType<typeof asking>>): Promise<RunBodies> => {
  const suspended = await suspend();
  const { runId } = suspended;
  const checkpoint = JSON.stringify(await store.checkpoint(runId));
  await resume(suspended);
  const { run, approvals } = (await store.state(runId))!;
  const events = await store.events(runId);
  const { loop: whole, answer } = (await store.checkpoint(runId))!;
  const { history: _, exchanges, ...loop } = whole;
  return {
    run: JSON.stringify(run),
    checkpoint,
    step: JSON.stringify({ schema: 1, step: 1, history: [], exchanges, loop, answer }),
    approval: JSON.stringify(approvals[0]),
    events: events.map((event) => JSON.stringify(event)),
  };
};

/** A cycle takes milliseconds. V8 compiles it only after thousands of cycles, and a slice must be longer than a cycle. */
const SLOW = { warmMs: 25_000, sliceMs: 60 };

/** Compares suspensions, and whole turns with their decision, with plain SQL that writes the same rows. */
export const onSqlite = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'toolgate-bench-'));
  const ours = await asking({ sqlite: { file: join(folder, 'ours.db') } });
  const plain = await plainSql(join(folder, 'plain.db'), await bodiesOf(ours));
  const suspended = await compare(async () => plain.suspend(), ours.suspend, 1, SLOW);
  const whole = await compare(
    async () => plain.resume(plain.suspend()),
    async () => ours.resume(await ours.suspend()),
    1,
    SLOW,
  );
  await ours.app.close();
  plain.close();
  await rm(folder, { recursive: true });
  return { suspended, whole };
};

/** Returns the bytes of the heap that a suspended run holds in the process. */
export const heldBySuspended = async (runs: number): Promise<number> => {
  const folder = await mkdtemp(join(tmpdir(), 'toolgate-bench-'));
  const { app, suspend } = await asking({ sqlite: { file: join(folder, 'held.db') } });
  for (let index = 0; index < runs; index++) await suspend();
  const before = heap();
  for (let index = 0; index < runs; index++) await suspend();
  const held = (heap() - before) / runs;
  await app.close();
  await rm(folder, { recursive: true });
  return Math.max(0, Math.round(held));
};

const heap = (): number => {
  for (let index = 0; index < 3; index++) globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};
