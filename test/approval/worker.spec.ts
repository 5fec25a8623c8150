import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, it } from 'vitest';
import { Injectable } from '@nestjs/common';
import { ChatClient, Tool, ToolApprovalDecision, ToolApprovalStrategy, ToolgateModule } from 'toolgate';
import { type ApprovalStore, InMemoryApprovalStore } from 'toolgate/approval';
import { chatClientToken } from 'toolgate/chat';
import { ChatModelException, toolCallsOf } from 'toolgate/model';
import {
  callsTools,
  FaultInjectingApprovalStore,
  type ScriptedAnswer,
  ScriptedChatModel,
  toolCall,
  VirtualClock,
} from 'toolgate/testing';
import { rejectionOf } from '../chat/chat.fixture.js';
import { deferred, lastResults } from '../story.fixture.js';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { expectPaired, onEveryStore, statusesOf, until, waits } from './waiting.fixture.js';

const refund = toolCall('refund', { order: 'A-1', amount: 70 });
const find = toolCall('find', { order: 'A-1' });
const GRACE = { id: 'grace' };

/** A tool that runs until the test ends it. */
@Injectable()
class Slow {
  starts = 0;
  gate = deferred();

  @Tool({ description: 'Takes long', requiresApproval: true })
  async work() {
    this.starts++;
    await this.gate.promise;
    return 'worked';
  }
}

interface Story {
  readonly options?: Parameters<typeof bootDesk>[1];
  readonly metadata?: Parameters<typeof bootDesk>[2];
}

const start = async (
  script: readonly ScriptedAnswer[],
  store: ApprovalStore,
  approval: object = {},
  { options, metadata }: Story = {},
) => {
  const model = new ScriptedChatModel(script);
  const booted = await bootDesk(
    model,
    { store, client: { tools: [Desk, Slow] }, retry: false, ...options, approval: { worker: true, ...approval } },
    { ...metadata, providers: [Slow, ...(metadata?.providers ?? [])] },
  );
  const { approvals } = booted;
  const approveAll = async () => {
    const { items } = await approvals.list({ status: 'PENDING' });
    for (const item of items) await approvals.decide(item.id, yes(item), GRACE);
  };
  const is = (runId: string, status: string) => until(async () => (await approvals.runs.get(runId)).status === status);
  return { ...booted, model, chat: booted.app.get(ChatClient), slow: booted.app.get(Slow), approveAll, is };
};

onEveryStore('a worker', (open) => {
  it('resumes a turn as soon as it is decided, and several at once', async () => {
    // Each of them asks once, and then answers with the number of its results.
    const answer: ScriptedAnswer = ({ messages }) => {
      const done = messages.some((message) => message.role === 'assistant' && toolCallsOf(message).length > 0);
      return done ? 'Done.' : callsTools(refund);
    };
    const { app, chat, approveAll, is, desk } = await start(Array<ScriptedAnswer>(20).fill(answer), await open());
    const runs = await Promise.all(Array.from({ length: 10 }, () => waits(chat.prompt('Refund A-1').call())));
    await approveAll();
    for (const { runId } of runs) await is(runId, 'completed');
    expect(new Set(desk.done).size).toBe(10);
    expect(desk.done).toHaveLength(10);
    for (const { runId } of runs) expect(await chat.resume(runId).call().content()).toBe('Done.');
    await app.close();
  });

  it('resumes a turn outside the async context of the approver', async () => {
    const { app, chat, approveAll, is, desk } = await start([callsTools(refund), 'Done.'], await open());
    const storage = new AsyncLocalStorage<string>();
    const seen: (string | undefined)[] = [];
    desk.done.push = (...done) => {
      seen.push(storage.getStore());
      return done.length;
    };
    const { runId } = await waits(chat.prompt('Refund A-1').call());
    await storage.run('of another request', approveAll);
    await is(runId, 'completed');
    expect(seen).toEqual([undefined]);
    await app.close();
  });

  it('resumes a turn in an application that is started later', async () => {
    const store = await open();
    const first = await start([callsTools(find, refund)], store, { worker: false });
    const { runId } = await waits(first.chat.prompt('Refund A-1').call());
    await first.approveAll();
    await first.app.close();
    const { app, is, chat, desk, model } = await start(['Done.'], store);
    await is(runId, 'completed');
    expect(desk.done).toEqual(['find A-1', `refund A-1 70 ${runId}:0:1`]);
    expect(await chat.resume(runId).call().content()).toBe('Done.');
    expectPaired(model);
    await app.close();
  });

  it('resumes a turn whose question has expired', async () => {
    const store = await open();
    const { app, chat, is, desk, model } = await start([callsTools(refund), 'Done.'], store, { expiresInMs: 40 });
    const { runId } = await waits(chat.prompt('Refund A-1').call());
    await is(runId, 'completed');
    expect(lastResults(model)).toMatchObject([{ outcome: { type: 'denied', decision: 'expire' } }]);
    expect(desk.done).toEqual([]);
    await app.close();
  });

  it('finishes what is in flight before the application stops', async () => {
    const store = await open();
    const { app, chat, approveAll, slow } = await start([callsTools(toolCall('work')), 'Done.'], store);
    const { runId } = await waits(chat.prompt('Work').call());
    await approveAll();
    await until(() => slow.starts === 1);
    const closing = app.close();
    setTimeout(() => slow.gate.resolve(), 20);
    await closing;
    expect(await store.state(runId)).toMatchObject({ run: { status: 'completed' } });
  });

  it('leaves a turn that does not end in time to another application', async () => {
    const store = await open();
    const gate = deferred();
    const slowly: ScriptedAnswer = async () => {
      await gate.promise;
      return 'Never.';
    };
    const first = await start([callsTools(refund), slowly], store, { shutdownMs: 20 });
    const { runId } = await waits(first.chat.prompt('Refund A-1').call());
    await first.approveAll();
    await until(() => first.model.prompts.length === 2);
    await first.app.close();
    expect(await store.state(runId)).toMatchObject({ run: { status: 'suspended' } });
    expect((await store.state(runId))!.run.lease).toBeUndefined();
    const { app, is, desk } = await start(['Done.'], store);
    await is(runId, 'completed');
    expect(first.desk.done).toHaveLength(1);
    expect(desk.done).toEqual([]);
    await app.close();
  });

  it('leaves a turn that a reader resumes to another application, and waits until that is written', async () => {
    const store = await open();
    const gate = deferred();
    const slowly: ScriptedAnswer = async () => {
      await gate.promise;
      return 'Never.';
    };
    const slowStore = new FaultInjectingApprovalStore(store);
    const first = await start([callsTools(refund), slowly], slowStore, { shutdownMs: 100, worker: false });
    const { runId } = await waits(first.chat.prompt('Refund A-1').call());
    await first.approveAll();
    const reading = rejectionOf(first.chat.resume(runId).call().content());
    await until(() => first.model.prompts.length === 2);
    slowStore.plan = () => ({ waitFor: new Promise((resolve) => setTimeout(resolve, 40)) });
    await first.app.close();
    expect((await store.state(runId))!.run).toMatchObject({ status: 'suspended' });
    expect((await store.state(runId))!.run.lease).toBeUndefined();
    expect(String(await reading)).toContain('no longer leased by this process');
    const { app, is, desk } = await start(['Done.'], store);
    await is(runId, 'completed');
    expect(desk.done).toEqual([]);
    await app.close();
  });
});

describe('a run whose client is not in this process', () => {
  it('is not touched, is not polled all the time, and blocks no other run', async () => {
    const memory = new InMemoryApprovalStore();
    const support = ToolgateModule.forFeature([{ name: 'support', tools: [Desk] }]);
    const script = Array.from({ length: 41 }, () => callsTools(refund));
    const first = await start(script, memory, { worker: false }, { metadata: { imports: [support] } });
    const named = first.app.get<ChatClient>(chatClientToken('support'));
    const ids: string[] = [];
    // It is more than one page of the store.
    for (let count = 0; count < 40; count++) ids.push((await waits(named.prompt('Refund A-1').call())).runId);
    const { runId } = await waits(first.chat.prompt('Refund A-1').call());
    await first.approveAll();
    await first.app.close();
    const store = new FaultInjectingApprovalStore(memory);
    const { app, desk, is } = await start(['Done.'], store);
    await is(runId, 'completed');
    await new Promise((resolve) => setTimeout(resolve, 300));
    for (const id of ids) expect((await memory.state(id))!.run).toMatchObject({ status: 'suspended', failures: 0 });
    expect(store.calls.filter(({ method }) => method === 'due').length).toBeLessThan(10);
    expect(desk.done).toHaveLength(1);
    await app.close();
  });
});

describe('runs that a later version wrote', () => {
  it('are not polled all the time, however many are due', async () => {
    const memory = new InMemoryApprovalStore();
    const first = await start([callsTools(refund)], memory, { worker: false });
    const { runId } = await waits(first.chat.prompt('Refund A-1').call());
    const { run } = (await memory.state(runId))!;
    await first.app.close();
    for (let count = 0; count < 40; count++) {
      const later = { ...run, id: `later-${count}`, schema: 99 as 1, dueAt: 0 };
      await memory.change(later.id, () => ({ run: later, result: undefined }));
    }
    const store = new FaultInjectingApprovalStore(memory);
    const { app } = await start([], store);
    await until(() => store.calls.some(({ method }) => method === 'due'));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(store.calls.filter(({ method }) => method === 'due').length).toBeLessThan(4);
    await app.close();
  });
});

describe('a turn that cannot be resumed at first', () => {
  it('calls the model again with the same transcript, and restarts no body', async () => {
    const store = new InMemoryApprovalStore();
    const away = new Error('The provider is away.');
    const { app, chat, approveAll, is, desk, model } = await start([callsTools(find, refund), away, 'Done.'], store);
    const { runId } = await waits(chat.prompt('Refund A-1').call());
    await approveAll();
    await is(runId, 'completed');
    expect(desk.done).toHaveLength(2);
    expect(model.prompts).toHaveLength(3);
    expect(model.prompts[2]!.messages).toEqual(model.prompts[1]!.messages);
    await app.close();
  });

  it('waits longer after each attempt, and fails with its transcript after its deadline', async () => {
    const clock = new VirtualClock();
    const store = new InMemoryApprovalStore(clock.now);
    const away = () => new Error('The provider is away.');
    const script = [callsTools(find, refund), ...Array.from({ length: 9 }, () => away)];
    const { app, chat, approveAll, desk, approvals } = await start(script, store, {
      worker: false,
      deadlineMs: 10_000,
    });
    const { runId } = await waits(chat.prompt('Refund A-1').call());
    await approveAll();
    const settledAt = Date.parse((await approvals.runs.get(runId)).settledAt!);
    const waited: number[] = [];
    for (;;) {
      await rejectionOf(chat.resume(runId).call().content());
      const { status, retryAt } = await approvals.runs.get(runId);
      if (status !== 'suspended') break;
      waited.push(clock.advance(Date.parse(retryAt!) - clock.now()) - settledAt);
    }
    expect(waited).toEqual([1000, 3000, 7000]);
    const error = await rejectionOf(chat.resume(runId).call().content());
    expect(error).toMatchObject({ status: 'failed', reason: 'Error: The provider is away.' });
    expect((error as { transcript: readonly unknown[] }).transcript.at(-1)).toMatchObject({
      content: [{ outcome: { type: 'success' } }, { outcome: { type: 'success' } }],
    });
    expect(desk.done).toHaveLength(2);
    expect(statusesOf((await approvals.list()).items)).toEqual(['refund SUCCEEDED']);
    await app.close();
  });

  it('fails at once if the model will never accept the prompt', async () => {
    const store = new InMemoryApprovalStore();
    const never = new ChatModelException({ provider: 'some', modelId: 'one' }, 'had too much.', {
      kind: 'context-too-long',
    });
    const { app, chat, approveAll, approvals } = await start([callsTools(refund), never], store, { worker: false });
    const { runId } = await waits(chat.prompt('Refund A-1').call());
    await approveAll();
    await rejectionOf(chat.resume(runId).call().content());
    expect((await approvals.runs.get(runId)).status).toBe('failed');
    await app.close();
  });
});

/** Asks about refunds; on resume it returns what the test sets. */
class Changing extends ToolApprovalStrategy {
  readonly phases: string[] = [];
  onResume: () => ToolApprovalDecision = () => ToolApprovalDecision.ask();

  approve(tool: { definition: { name: string } }, _args: object, { phase }: { phase: string }): ToolApprovalDecision {
    this.phases.push(`${tool.definition.name} ${phase}`);
    if (phase === 'resume') return this.onResume();
    return tool.definition.name === 'refund' ? ToolApprovalDecision.ask() : ToolApprovalDecision.approve();
  }
}

describe('a strategy that is asked again when a turn resumes', () => {
  const begin = async () => {
    const strategy = new Changing();
    const store = new InMemoryApprovalStore();
    const script = [callsTools(refund, toolCall('plain')), 'Done.', 'Done.'];
    @Injectable()
    class Plain {
      ran = 0;

      @Tool({ description: 'Plain' })
      plain() {
        this.ran++;
        return 'plain';
      }
    }
    const booted = await start(
      script,
      store,
      { worker: false, strategy },
      { options: { client: { tools: [Desk, Plain] } }, metadata: { providers: [Plain] } },
    );
    const { runId } = await waits(booted.chat.prompt('Refund A-1').call());
    await booted.approveAll();
    return { ...booted, runId, strategy, plain: booted.app.get(Plain) };
  };

  it('may revoke an approval', async () => {
    const { app, chat, runId, strategy, desk, model, approvals, plain } = await begin();
    strategy.onResume = () => ToolApprovalDecision.reject('closed for today');
    expect(await chat.resume(runId).call().content()).toBe('Done.');
    expect(strategy.phases).toEqual(['refund first', 'plain first', 'refund resume', 'plain resume']);
    expect(desk.done).toEqual([]);
    expect(plain.ran).toBe(0);
    expect(lastResults(model)).toMatchObject([
      { outcome: { type: 'denied', reason: 'closed for today' } },
      { outcome: { type: 'denied', reason: 'closed for today' } },
    ]);
    expect(statusesOf((await approvals.list()).items)).toEqual(['refund REVOKED']);
    await app.close();
  });

  it('does not ask a person twice, nor about a call that needed no question', async () => {
    const { app, chat, runId, desk, plain, approvals } = await begin();
    expect(await chat.resume(runId).call().content()).toBe('Done.');
    expect(desk.done).toHaveLength(1);
    expect(plain.ran).toBe(0);
    expect((await approvals.list()).items).toHaveLength(1);
    await app.close();
  });

  it.each(['approve', 'abstain'] as const)('leaves the decision unchanged if it returns %s', async (type) => {
    const { app, chat, runId, desk, plain, strategy } = await begin();
    strategy.onResume = () => ({ type });
    expect(await chat.resume(runId).call().content()).toBe('Done.');
    expect(desk.done).toHaveLength(1);
    expect(plain.ran).toBe(1);
    await app.close();
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('The rules are away.');
      },
    ],
    ['returns an invalid decision', () => ({ type: 'yes' }) as never],
    ['returns nothing', () => undefined as never],
  ])('never runs a call if it %s, and is asked again', async (_what, onResume) => {
    const { app, chat, runId, desk, plain, strategy, approvals } = await begin();
    strategy.onResume = onResume;
    await expect(chat.resume(runId).call().content()).rejects.toThrow('No call of this batch ran');
    expect(await approvals.runs.get(runId)).toMatchObject({ status: 'suspended', failures: 1 });
    expect([desk.done, plain.ran]).toEqual([[], 0]);
    strategy.onResume = () => ToolApprovalDecision.approve();
    expect(await chat.resume(runId).call().content()).toBe('Done.');
    expect(desk.done).toHaveLength(1);
    await app.close();
  });
});
