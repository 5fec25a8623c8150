import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Injectable, type ModuleMetadata } from '@nestjs/common';
import { ChatClient, ChatMemory, Tool, type ToolgateModuleOptions } from 'toolgate';
import { type ApprovalStore, InMemoryApprovalStore, type RunStatus } from 'toolgate/approval';
import { ChatTimeoutException, ChatTurnException } from 'toolgate/chat';
import { InMemoryChatMemoryRepository, MessageWindowChatMemory } from 'toolgate/memory';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall, VirtualClock } from 'toolgate/testing';
import { rejectionOf } from '../chat/chat.fixture.js';
import { lastTexts, settled } from '../story.fixture.js';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { expectPaired, onEveryStore, waits } from './waiting.fixture.js';

const LIMIT_MS = 60_000;
const refund = toolCall('refund', { order: 'A-1', amount: 70 });
const GRACE = { id: 'grace' };

/** Never answers, and lets more time pass than the limit of a turn. */
const hangs = (): Promise<never> => {
  setImmediate(() => vi.advanceTimersByTime(LIMIT_MS));
  return new Promise(() => {});
};

@Injectable()
class Silent {
  begun = 0;

  @Tool({ description: 'Never answers', requiresApproval: true })
  wait(): Promise<string> {
    this.begun++;
    return hangs();
  }
}

interface Story {
  readonly store: ApprovalStore;
  readonly script: readonly ScriptedAnswer[];
  readonly options?: Omit<ToolgateModuleOptions, 'model'>;
  readonly metadata?: ModuleMetadata;
}

const boot = async ({ store, script, options, metadata }: Story) => {
  const model = new ScriptedChatModel(script);
  const client = { tools: [Desk, Silent], ...options?.client };
  const providers = [Silent, ...(metadata?.providers ?? [])];
  const booted = await bootDesk(model, { store, retry: false, ...options, client }, { ...metadata, providers });
  const { approvals } = booted;
  const approveAll = async (): Promise<void> => {
    const { items } = await approvals.list({ status: 'PENDING' });
    for (const item of items) await approvals.decide(item.id, yes(item), GRACE);
  };
  /** Waits until the run is in a status, and returns it. */
  const runIn = async (id: string, status: RunStatus) => {
    for (let looks = 0; looks < 1000; looks++) {
      const run = await approvals.runs.get(id);
      if (run.status === status) return run;
      await settled();
    }
    throw new Error(`The run did not reach the status ${status}.`);
  };
  return { ...booted, model, chat: booted.app.get(ChatClient), approveAll, runIn };
};

const expectTimedOut = (error: unknown): void => {
  expect(error).toBeInstanceOf(ChatTurnException);
  expect((error as Error).cause).toBeInstanceOf(ChatTimeoutException);
};

// No timer fires by itself: a limit expires when a test says so, however slow the machine is.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

onEveryStore('a time limit', (open) => {
  it.each(['call', 'stream'] as const)('ends an attempt in which the model never answers: %s()', async (mode) => {
    const clock = new VirtualClock();
    const script = [callsTools(refund), hangs, 'Done.'];
    const { app, chat, model, desk, approveAll, runIn } = await boot({ store: await open(clock), script });
    const { runId } = await waits(chat.prompt('Refund A-1').timeout(LIMIT_MS).call());
    await approveAll();
    expectTimedOut(await rejectionOf(chat.resume(runId)[mode]().outcome()));
    const { lease, failures, retryAt, error } = await runIn(runId, 'suspended');
    expect({ lease, failures, retryAt }).toEqual({
      lease: undefined,
      failures: 1,
      retryAt: new Date(clock.now() + 1000).toISOString(),
    });
    expect(error).toContain(`The time limit of ${LIMIT_MS} ms was exceeded`);
    expect(model.aborted).toBe(1);
    expect(await chat.resume(runId)[mode]().outcome()).toMatchObject({ content: 'Done.' });
    expect(desk.done).toHaveLength(1);
    expectPaired(model);
    await app.close();
  });

  it('ends an attempt in which a tool never answers: its outcome is unknown', async () => {
    const script = [callsTools(toolCall('wait'), refund), 'Done.'];
    const { app, chat, approvals, approveAll, runIn, desk } = await boot({ store: await open(), script });
    const { runId } = await waits(chat.prompt('Wait').timeout(LIMIT_MS).call());
    await approveAll();
    expectTimedOut(await rejectionOf(chat.resume(runId).call().outcome()));
    const { slots } = await runIn(runId, 'suspended');
    expect(slots.map(({ state }) => state)).toEqual(['unknown', 'done']);
    expect(await waits(chat.resume(runId).call())).toMatchObject({ unknown: [{ index: 0, toolName: 'wait' }] });
    await approvals.runs.reconcile(runId, { index: 0, outcome: { type: 'failed', message: 'No.' } }, GRACE);
    expect(await chat.resume(runId).call().content()).toBe('Done.');
    expect([app.get(Silent).begun, desk.done.length]).toEqual([1, 1]);
    await app.close();
  });

  it('of a tool fails its call, and the turn continues', async () => {
    const script = [callsTools(toolCall('wait')), 'It may have waited.'];
    const options = { toolCalling: { defaults: { timeoutMs: LIMIT_MS } } };
    const { app, approvals, chat, model, approveAll } = await boot({ store: await open(), script, options });
    const { runId, first } = await waits(chat.prompt('Wait').call());
    await approveAll();
    expect(await chat.resume(runId).call().content()).toBe('It may have waited.');
    expect(lastTexts(model)).toEqual([
      'Tool "wait" did not end within 60000 ms. It is not known whether it had its effect.',
    ]);
    expect(await approvals.get(first.id)).toMatchObject({ status: 'FAILED' });
    await app.close();
  });

  it('bounds each attempt of the worker, until the deadline', async () => {
    const clock = new VirtualClock();
    const script = [callsTools(refund), hangs, hangs, hangs];
    const options = { client: { timeoutMs: LIMIT_MS }, approval: { worker: true, deadlineMs: 5000 } };
    const { app, chat, model, approveAll, approvals, runIn } = await boot({
      store: await open(clock),
      script,
      options,
    });
    const { runId } = await waits(chat.prompt('Refund A-1').call());
    await approveAll();
    const turn = async (): Promise<void> => {
      clock.advance(500);
      vi.advanceTimersByTime(5000);
      await settled();
    };
    while ((await approvals.runs.get(runId)).status !== 'failed') await turn();
    const { error, failures } = await runIn(runId, 'failed');
    expect([error, failures]).toEqual([expect.stringContaining('The time limit of'), 2]);
    expect(model.prompts).toHaveLength(4);
    await app.close();
  });

  it('is saved with the run, and applies in a process that has none or another one', async () => {
    const store = await open();
    const first = await boot({ store, script: [callsTools(refund)], options: { client: { timeoutMs: LIMIT_MS } } });
    const { runId } = await waits(first.chat.prompt('Refund A-1').call());
    await first.approveAll();
    for (const client of [{}, { timeoutMs: 10 * LIMIT_MS }]) {
      const { app, chat } = await boot({ store, script: [hangs], options: { client } });
      expectTimedOut(await rejectionOf(chat.resume(runId).call().outcome()));
      await app.close();
    }
    await first.app.close();
  });

  it('that a prompt removes is removed for its run, too', async () => {
    const slowly: ScriptedAnswer = async () => {
      vi.advanceTimersByTime(2 * LIMIT_MS);
      await settled();
      return 'Done.';
    };
    const options = { client: { timeoutMs: LIMIT_MS } };
    const { app, chat, approveAll } = await boot({
      store: await open(),
      script: [callsTools(refund), slowly],
      options,
    });
    const { runId } = await waits(chat.prompt('Refund A-1').timeout(Infinity).call());
    await approveAll();
    expect(await chat.resume(runId).call().content()).toBe('Done.');
    await app.close();
  });

  it('of the client applies to a run that was saved without one', async () => {
    const store = await open();
    const first = await boot({ store, script: [callsTools(refund)] });
    const { runId } = await waits(first.chat.prompt('Refund A-1').call());
    await first.approveAll();
    await first.app.close();
    expect((await store.checkpoint(runId))!.request).not.toHaveProperty('timeoutMs');
    const options = { client: { timeoutMs: LIMIT_MS } };
    const { app, chat } = await boot({ store, script: [hangs, 'Done.'], options });
    expectTimedOut(await rejectionOf(chat.resume(runId).call().outcome()));
    expect(await chat.resume(runId).call().content()).toBe('Done.');
    await app.close();
  });
});

/** Hangs once when it has to append messages. */
class HangingMemory extends MessageWindowChatMemory {
  hasHung = false;

  constructor() {
    super(new InMemoryChatMemoryRepository());
  }

  override append(...turn: Parameters<ChatMemory['append']>): Promise<void> {
    if (this.hasHung) return super.append(...turn);
    this.hasHung = true;
    return hangs();
  }
}

describe('a time limit', () => {
  it('starts again with each attempt', async () => {
    const after = (answer: ReturnType<typeof callsTools> | string) => async () => {
      vi.advanceTimersByTime(LIMIT_MS - 1);
      return answer;
    };
    const script = [after(callsTools(refund)), after(callsTools(refund)), after('Done.')];
    const { app, chat, approveAll } = await boot({ store: new InMemoryApprovalStore(), script });
    const { runId } = await waits(chat.prompt('Refund A-1').timeout(LIMIT_MS).call());
    await approveAll();
    await waits(chat.resume(runId).call());
    await approveAll();
    expect(await chat.resume(runId).call().content()).toBe('Done.');
    await app.close();
  });

  it('ends an attempt whose reader has stopped reading', async () => {
    const script = [callsTools(refund), 'Done.', 'Done.'];
    const { app, chat, approveAll, runIn } = await boot({ store: new InMemoryApprovalStore(), script });
    const { runId } = await waits(chat.prompt('Refund A-1').timeout(LIMIT_MS).call());
    await approveAll();
    await chat.resume(runId).stream()[Symbol.asyncIterator]().next();
    vi.advanceTimersByTime(LIMIT_MS);
    expect((await runIn(runId, 'suspended')).failures).toBe(1);
    expect(await chat.resume(runId).call().content()).toBe('Done.');
    await app.close();
  });

  it('ends an attempt whose answer cannot be saved to memory, and the model is not called again', async () => {
    const memory = new HangingMemory();
    const { app, chat, model, approveAll, runIn } = await boot({
      store: new InMemoryApprovalStore(),
      script: [callsTools(refund), 'Done.'],
      options: { memory: true },
      metadata: { providers: [{ provide: ChatMemory, useValue: memory }] },
    });
    const { runId } = await waits(chat.prompt('Refund A-1').conversation('c').timeout(LIMIT_MS).call());
    await approveAll();
    expectTimedOut(await rejectionOf(chat.resume(runId).call().outcome()));
    expect(memory.hasHung).toBe(true);
    await runIn(runId, 'suspended');
    expect(await chat.resume(runId).call().content()).toBe('Done.');
    expect((await memory.get('c')).map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect(model.prompts).toHaveLength(2);
    await app.close();
  });
});
