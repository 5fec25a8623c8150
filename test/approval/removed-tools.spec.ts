import { Logger } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { InMemoryApprovalStore } from 'toolgate/approval';
import type { Prompt } from 'toolgate/model';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall, VirtualClock } from 'toolgate/testing';
import { ToolCallbackResolver } from 'toolgate/tool';
import { keepLogs } from '../story.fixture.js';
import { instanceOf, OLD, SharedStore, type Version } from './tool-changes.fixture.js';
import { until } from './waiting.fixture.js';

const TEN_MINUTES = 600_000;

const refund: ScriptedAnswer = callsTools(toolCall('refund', { order: 'A-1', amount: 70 }));
const modelOf = (...script: readonly ScriptedAnswer[]) => new ScriptedChatModel(script);
const WITHOUT_FIND: Version = { ...OLD, without: ['find'] };
const WITHOUT_REFUND: Version = { ...OLD, without: ['refund'] };

let logs: ReturnType<typeof keepLogs>;
const open: Awaited<ReturnType<typeof instanceOf>>[] = [];

beforeEach(() => {
  logs = keepLogs();
  Logger.overrideLogger(logs);
});

afterEach(async () => {
  for (const instance of open.splice(0)) await instance.close();
  Logger.overrideLogger(false);
});

const start = async (...parameters: Parameters<typeof instanceOf>) => {
  const instance = await instanceOf(...parameters);
  open.push(instance);
  Logger.overrideLogger(logs);
  return instance;
};

describe('a turn that waits while a deploy removes a tool', () => {
  it('resumes without a tool that no waiting call needs, and the log names it once', async () => {
    const store = new InMemoryApprovalStore();
    const old = await start(OLD, store, { model: modelOf(refund, refund) });
    const [first, second] = [await old.ask(), await old.ask()];
    await old.close();
    const model = modelOf('Done.', 'Done, too.');
    const newer = await start(WITHOUT_FIND, store, { model });
    await newer.decide(first.runId);
    expect(await newer.resume(first.runId)).toMatchObject({ status: 'completed', content: 'Done.' });
    await newer.decide(second.runId);
    expect(await newer.resume(second.runId)).toMatchObject({ status: 'completed', content: 'Done, too.' });
    expect(newer.ran).toEqual(['refund A-1 {"amount":70}', 'refund A-1 {"amount":70}']);
    expect(model.prompts.map(({ tools }: Prompt) => tools?.map(({ name }) => name))).toEqual([['refund'], ['refund']]);
    expect(logs.lines.filter((line) => line.includes('find'))).toEqual([
      expect.stringMatching(
        /^warn: Turns resume without the tool "find", which the application no longer has\. The first: \(run /,
      ),
    ]);
  });

  it('may wait again, and has the tool again after a rollback', async () => {
    const store = new InMemoryApprovalStore();
    const old = await start(OLD, store, { model: modelOf(refund) });
    const { runId } = await old.ask();
    await old.close();
    const newer = await start(WITHOUT_FIND, store, { model: modelOf(refund) });
    await newer.decide(runId);
    expect(await newer.resume(runId)).toMatchObject({ status: 'suspended' });
    await newer.close();
    const model = modelOf('Done.');
    const back = await start(OLD, store, { model });
    await back.decide(runId);
    expect(await back.resume(runId)).toMatchObject({ status: 'completed', content: 'Done.' });
    expect(model.prompts[0]?.tools?.map(({ name }) => name)).toEqual(['refund', 'find']);
  });

  it('resumes without the tool of a call that was rejected', async () => {
    const store = new InMemoryApprovalStore();
    const old = await start(OLD, store, { model: modelOf(refund) });
    const { runId } = await old.ask();
    await old.close();
    const newer = await start(WITHOUT_REFUND, store, { model: modelOf('Then not.') });
    await newer.decide(runId, { decision: 'reject' });
    expect(await newer.resume(runId)).toMatchObject({ status: 'completed', content: 'Then not.' });
  });

  it('is left to instances that have the tool of an approved call, without a failed attempt', async () => {
    const clock = new VirtualClock(1_000_000);
    const store = new SharedStore(clock.now);
    const run = async (id: string) => (await store.state(id))!.run;
    const old = await start(OLD, store);
    const newer = await start(WITHOUT_REFUND, store);
    const { runId } = await old.ask();
    await old.decide(runId);
    clock.advance(TEN_MINUTES - 1);
    const before = await run(runId);
    await newer.sweep();
    expect(await run(runId)).toEqual(before);
    expect(logs.lines).toEqual([
      expect.stringMatching(
        /^warn: Runs of the tool "refund", which this process does not have, are left to other processes\. The first: /,
      ),
    ]);
    clock.advance(1);
    await until(async () => {
      await newer.sweep();
      return (await run(runId)).failures === 1;
    });
    expect((await run(runId)).attempts?.[0]?.error).toContain('No tool is named "refund".');
    clock.advance(TEN_MINUTES);
    await old.sweep();
    await until(async () => (await run(runId)).status === 'completed');
    expect(old.ran.toSorted()).toEqual(['find', 'refund A-1 {"amount":70}']);
  });

  it('is tried again later if the resolver of the application throws for the tool', async () => {
    const store = new InMemoryApprovalStore();
    const old = await start(OLD, store, { model: modelOf(refund) });
    const { runId } = await old.ask();
    await old.decide(runId);
    await old.close();
    const resolve = (): never => {
      throw new Error('The catalog of tools is closed.');
    };
    const providers = [{ provide: ToolCallbackResolver, useValue: { resolve } }];
    const newer = await start(WITHOUT_FIND, store, { model: modelOf(), providers });
    await expect(newer.resume(runId)).rejects.toThrow('The catalog of tools is closed.');
    expect((await store.state(runId))!.run).toMatchObject({ status: 'suspended', failures: 1 });
  });
});
