import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { ChatClient, ChatMemory, Tool, type ToolgateModuleOptions } from 'toolgate';
import { type ApprovalStore, InMemoryApprovalStore } from 'toolgate/approval';
import { ChatTimeoutException, ChatTurnException } from 'toolgate/chat';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall, VirtualClock } from 'toolgate/testing';
import { readAll, rejectionOf } from '../chat/chat.fixture.js';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { expectPaired, onEveryStore, until, waits } from './waiting.fixture.js';

const LIMIT_MS = 40;
const refund = toolCall('refund', { order: 'A-1', amount: 70 });
const GRACE = { id: 'grace' };

const never = (): Promise<never> => new Promise(() => {});

/** A tool that never answers. */
@Injectable()
class Silent {
  begun = 0;

  @Tool({ description: 'Never answers', requiresApproval: true })
  wait(): Promise<string> {
    this.begun++;
    return never();
  }
}

interface Story {
  readonly store: ApprovalStore;
  readonly script: readonly ScriptedAnswer[];
  readonly options?: Omit<ToolgateModuleOptions, 'model'>;
}

const boot = async ({ store, script, options }: Story) => {
  const model = new ScriptedChatModel(script);
  const booted = await bootDesk(
    model,
    { store, retry: false, ...options, client: { tools: [Desk, Silent], ...options?.client } },
    { providers: [Silent] },
  );
  const chat = booted.app.get(ChatClient);
  const { approvals } = booted;
  const approveAll = async (): Promise<void> => {
    const { items } = await approvals.list({ status: 'PENDING' });
    for (const item of items) await approvals.decide(item.id, yes(item), GRACE);
  };
  const runOf = (id: string) => approvals.runs.get(id);
  return { ...booted, model, chat, approveAll, runOf };
};

const expectTimedOut = (error: unknown): void => {
  expect(error).toBeInstanceOf(ChatTurnException);
  expect((error as Error).cause).toBeInstanceOf(ChatTimeoutException);
};

onEveryStore('a time limit', (open) => {
  it.each(['call', 'stream'] as const)('ends an attempt in which the model never answers: %s()', async (mode) => {
    const clock = new VirtualClock();
    const script = [callsTools(refund), never, 'Done.'];
    const { app, chat, model, desk, approveAll, runOf } = await boot({ store: await open(clock), script });
    const { runId } = await waits(chat.prompt('Refund A-1').timeout(LIMIT_MS).call());
    await approveAll();
    expectTimedOut(await rejectionOf(chat.resume(runId)[mode]().outcome()));
    await until(async () => (await runOf(runId)).status === 'suspended');
    const { lease, failures, retryAt, error } = await runOf(runId);
    expect({ lease, failures, retryAt }).toEqual({ lease: undefined, failures: 1, retryAt: clock.now() + 1000 });
    expect(error).toContain(`It took longer than ${LIMIT_MS} ms`);
    expect(model.aborted).toBe(1);
    expect(await chat.resume(runId)[mode]().outcome()).toMatchObject({ content: 'Done.' });
    expect(desk.done).toHaveLength(1);
    expectPaired(model);
    await app.close();
  });

  it('ends an attempt in which a tool never answers: its outcome is unknown', async () => {
    const script = [callsTools(toolCall('wait'), refund), 'Done.'];
    const { app, chat, approvals, approveAll, runOf, desk } = await boot({ store: await open(), script });
    const { runId } = await waits(chat.prompt('Wait').timeout(LIMIT_MS).call());
    await approveAll();
    expectTimedOut(await rejectionOf(chat.resume(runId).call().outcome()));
    await until(async () => (await runOf(runId)).status === 'suspended');
    expect((await runOf(runId)).slots.map(({ state }) => state)).toEqual(['unknown', 'done']);
    expect(await waits(chat.resume(runId).call())).toMatchObject({ unknown: [{ index: 0, tool: 'wait' }] });
    await approvals.runs.reconcile(runId, { index: 0, outcome: { type: 'failed', message: 'No.' } }, GRACE);
    expect(await chat.resume(runId).call().content()).toBe('Done.');
    expect([app.get(Silent).begun, desk.done.length]).toEqual([1, 1]);
    await app.close();
  });

  it('holds in the worker, and for each attempt until the deadline', async () => {
    const clock = new VirtualClock();
    const script = [callsTools(refund), never, never, never, never, never];
    const options = { client: { timeoutMs: LIMIT_MS }, approval: { worker: true, deadlineMs: 5000 } };
    const { app, chat, model, approveAll, runOf } = await boot({ store: await open(clock), script, options });
    const { runId } = await waits(chat.prompt('Refund A-1').call());
    await approveAll();
    for (const [failures, backOffMs] of [1000, 2000].entries()) {
      await until(async () => (await runOf(runId)).failures === failures + 1);
      expect((await runOf(runId)).retryAt).toBe(clock.now() + backOffMs);
      clock.advance(backOffMs);
      await app
        .get(ChatClient)
        .resume(runId)
        .call()
        .outcome()
        .catch(() => {});
    }
    await until(async () => (await runOf(runId)).status === 'failed');
    expect((await runOf(runId)).error).toContain('It took longer');
    expect(model.prompts).toHaveLength(4);
    await app.close();
  });

  it('is saved with the run, and holds in a process that has none or another one', async () => {
    const store = await open();
    const first = await boot({ store, script: [callsTools(refund)], options: { client: { timeoutMs: LIMIT_MS } } });
    const { runId } = await waits(first.chat.prompt('Refund A-1').call());
    await first.approveAll();
    for (const client of [{}, { timeoutMs: 3_600_000 }]) {
      const { app, chat } = await boot({ store, script: [never], options: { client } });
      expectTimedOut(await rejectionOf(chat.resume(runId).call().outcome()));
      await app.close();
    }
    await first.app.close();
  });

  it('of a prompt that has none lifts that of its client, resumed too', async () => {
    const store = await open();
    const slowly: ScriptedAnswer = () => new Promise((resolve) => setTimeout(resolve, 3 * LIMIT_MS, 'Done.'));
    const options = { client: { timeoutMs: LIMIT_MS } };
    const { app, chat, approveAll } = await boot({ store, script: [callsTools(refund), slowly], options });
    const { runId } = await waits(chat.prompt('Refund A-1').timeout(Infinity).call());
    await approveAll();
    expect(await chat.resume(runId).call().content()).toBe('Done.');
    await app.close();
  });

  it('of the client holds for a run that was saved without one', async () => {
    const store = await open();
    const first = await boot({ store, script: [callsTools(refund)] });
    const { runId } = await waits(first.chat.prompt('Refund A-1').call());
    await first.approveAll();
    await first.app.close();
    expect((await store.checkpoint(runId))!.request).not.toHaveProperty('timeoutMs');
    const options = { client: { timeoutMs: LIMIT_MS } };
    const { app, chat } = await boot({ store, script: [never, 'Done.'], options });
    expectTimedOut(await rejectionOf(chat.resume(runId).call().outcome()));
    expect(await chat.resume(runId).call().content()).toBe('Done.');
    await app.close();
  });
});

describe('a time limit', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it('begins again with each attempt', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'Date'] });
    const after = (answer: ReturnType<typeof callsTools> | string) => async () => {
      jest.advanceTimersByTime(600);
      return answer;
    };
    const script = [after(callsTools(refund)), after(callsTools(refund)), after('Done.')];
    const { app, chat, approveAll } = await boot({ store: new InMemoryApprovalStore(), script });
    const { runId } = await waits(chat.prompt('Refund A-1').timeout(1000).call());
    await approveAll();
    await waits(chat.resume(runId).call());
    await approveAll();
    expect(await chat.resume(runId).call().content()).toBe('Done.');
    await app.close();
  });

  it('ends an attempt whose reader has stopped reading', async () => {
    const script = [callsTools(refund), 'Done.', 'Done.'];
    const { app, chat, approveAll, runOf } = await boot({ store: new InMemoryApprovalStore(), script });
    const { runId } = await waits(chat.prompt('Refund A-1').timeout(LIMIT_MS).call());
    await approveAll();
    const reader = chat.resume(runId).stream()[Symbol.asyncIterator]();
    await reader.next();
    await until(async () => (await runOf(runId)).status === 'suspended');
    expect(await chat.resume(runId).call().content()).toBe('Done.');
    await app.close();
  });

  it('ends an attempt whose answer cannot be remembered, and nobody asks the model again', async () => {
    const script = [callsTools(refund), 'Done.'];
    const options = { memory: true } as const;
    const story = { store: new InMemoryApprovalStore(), script, options };
    const { app, chat, model, approveAll, runOf } = await boot(story);
    const { runId } = await waits(chat.prompt('Refund A-1').conversation('c').timeout(LIMIT_MS).call());
    await approveAll();
    const memory = app.get(ChatMemory);
    const append = jest.spyOn(memory, 'append').mockImplementation(never);
    expectTimedOut(await rejectionOf(chat.resume(runId).call().outcome()));
    expect(append).toHaveBeenCalled();
    await until(async () => (await runOf(runId)).status === 'suspended');
    append.mockRestore();
    expect(await chat.resume(runId).call().content()).toBe('Done.');
    expect(model.prompts).toHaveLength(2);
    expect(await readAll(chat.resume(runId).stream())).toMatchObject([{ type: 'text-delta' }]);
    await app.close();
  });
});
