import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { GatedCalls, ToolApprovalDecision, ToolApprovalStrategy, ToolgateModule } from 'toolgate';
import { ApprovalService, ApprovalStore } from 'toolgate/approval';
import type { ChatResponse } from 'toolgate/model';
import { SqlModule } from 'toolgate/sql';
import { ToolCallbackResolver, ToolCallingManager, ToolContext } from 'toolgate/tool';
import { Asker, USER } from '../asker.js';
import { boot } from '../boot.js';
import { compare } from '../compare.js';
import { InProcessModel } from '../in-process.model.js';
import type { RunBodies } from '../plain-changes.js';
import { plainSql } from '../plain-sql.js';
import { toolsOf } from '../tools-of.js';

const tools = toolsOf(1);
const INPUT = { orderNumber: 'A-1042' };

/** V8 compiles the code after thousands of calls. A call waits milliseconds for the disk, so that takes long. */
const SLOW = { warmMs: 40_000, sliceMs: 60 };

/** A call that the strategy approves: through the manager, as a turn calls it, and through `GatedCalls`. */
export const approvedCall = async () => {
  const app = await boot({ model: new InProcessModel() }, [tools]);
  const [gated, manager, resolver] = [app.get(GatedCalls), app.get(ToolCallingManager), app.get(ToolCallbackResolver)];
  const callback = resolver.resolve('findOrder0')!;
  const call = { type: 'tool-call', toolCallId: 'c', toolName: 'findOrder0', input: JSON.stringify(INPUT) } as const;
  const message = { role: 'assistant', content: [call] } as const;
  const response: ChatResponse = { message, finishReason: { unified: 'tool-calls' }, usage: {} };
  const [prompt, options] = [{ messages: [] }, { tools: [callback] }];
  const result = await compare(
    async () => {
      const turn = { context: new ToolContext({}), round: 0, emit: () => {} };
      return manager.executeToolCalls(prompt, response, options, turn);
    },
    () => gated.call(callback, INPUT),
    1,
  );
  await app.close();
  return result;
};

const asking = async (file: string) => {
  const strategy = ToolApprovalStrategy.of(() => ToolApprovalDecision.ask());
  const approval = { strategy, requester: new Asker(), worker: false };
  @Module({
    imports: [
      ToolgateModule.forRoot({ model: new InProcessModel(), approval }),
      SqlModule.forRoot({ sqlite: { file } }),
    ],
    providers: [tools],
  })
  class App {}
  const app = await NestFactory.createApplicationContext(App, { logger: ['error', 'warn'] });
  const [gated, approvals, store] = [app.get(GatedCalls), app.get(ApprovalService), app.get(ApprovalStore)];
  const suspend = async () => {
    const outcome = await gated.call('findOrder0', INPUT);
    if (outcome.status !== 'suspended') throw new Error('The call did not wait for a person.');
    return outcome;
  };
  const finish = async ({ runId, approvals: [approval] }: Awaited<ReturnType<typeof suspend>>) => {
    const { id, revision, argsHash } = approval!;
    await approvals.decide(id, { decisionId: 'd', decision: 'approve', revision, argsHash }, { id: 'grace' });
    const outcome = await gated.outcome(runId, { waitMs: 10_000 }, USER);
    if (outcome.status !== 'completed') throw new Error('The call has not completed.');
  };
  return { app, store, suspend, finish };
};

/** Returns the records that one call leaves in the tables, as JSON. */
const bodiesOf = async ({ store, suspend, finish }: Awaited<ReturnType<typeof asking>>): Promise<RunBodies> => {
  const suspended = await suspend();
  await finish(suspended);
  const { run, approvals } = (await store.state(suspended.runId))!;
  const events = await store.events(suspended.runId);
  return {
    run: JSON.stringify(run),
    checkpoint: JSON.stringify(await store.checkpoint(suspended.runId)),
    step: '',
    approval: JSON.stringify(approvals[0]),
    events: events.map((event) => JSON.stringify(event)),
  };
};

/** Compares a call that waits with plain SQL that writes the same rows, until it is suspended or completed. */
export const savedCall = async (until: 'suspended' | 'completed') => {
  const folder = await mkdtemp(join(tmpdir(), 'toolgate-bench-'));
  const ours = await asking(join(folder, 'ours.db'));
  const plain = await plainSql(join(folder, 'plain.db'), await bodiesOf(ours));
  const works = {
    suspended: { base: async () => plain.suspend(), ours: ours.suspend },
    completed: {
      base: async () => plain.finishCall(plain.suspend()),
      ours: async () => ours.finish(await ours.suspend()),
    },
  };
  const { base, ours: measured } = works[until];
  const result = await compare(base, measured, 1, SLOW);
  await ours.app.close();
  plain.close();
  await rm(folder, { recursive: true });
  return result;
};
