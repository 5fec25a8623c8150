import { describe, expect, it } from 'vitest';
import { Inject, Injectable, Scope } from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import {
  ChatClient,
  Tool,
  type ToolApprovalContext,
  ToolApprovalDecision,
  ToolApprovalStrategy,
  ToolContext,
} from 'toolgate';
import {
  HumanApprovalStrategy,
  InMemoryApprovalStore,
  RequesterResolver,
  type Requester,
  SuspensionException,
} from 'toolgate/approval';
import { RunEndedException } from 'toolgate/chat';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall, VirtualClock } from 'toolgate/testing';
import type { ToolCallback } from 'toolgate/tool';
import { rejectionOf } from '../chat/chat.fixture.js';
import { deferred, failureOf } from '../story.fixture.js';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { statusesOf, until, waits } from './waiting.fixture.js';

const refund = toolCall('refund', { order: 'A-1', amount: 70 });
const find = toolCall('find', { order: 'A-1' });
const GRACE = { id: 'grace', tenant: 'acme' };

/** Returns the user of the session; the session is not JSON, and ends with the request. */
@Injectable()
class Sessions extends RequesterResolver {
  gone = new Set<string>();
  failures = 0;
  readonly asked: unknown[] = [];

  async identify({ transient }: ToolContext): Promise<Requester> {
    const session = transient['session'] as { user: string } | undefined;
    if (!session) throw new Error('Nobody is signed in.');
    return { id: session.user, tenant: 'acme' };
  }

  async rehydrate({ id }: Requester, toolContext: object) {
    this.asked.push(toolContext);
    if (this.failures-- > 0) throw new Error('The directory is away.');
    if (this.gone.has(id)) return { type: 'gone', reason: `${id} has left` } as const;
    return { type: 'present', transient: { session: { user: id, fresh: true } } } as const;
  }
}

@Injectable({ scope: Scope.REQUEST })
class Vault {
  static readonly seen: unknown[] = [];

  constructor(@Inject(REQUEST) private readonly turn: ToolContext<{ case?: number }>) {}

  @Tool({ description: 'Open the vault', requiresApproval: true })
  open(context: ToolContext<{ case?: number }>) {
    Vault.seen.push([this.turn.transient['session'], this.turn.data.case, context.transient['session'], context.runId]);
    return 'open';
  }
}

/** Asks about everything, and notes the requester. */
class Noting extends ToolApprovalStrategy {
  readonly seen: unknown[] = [];

  approve(_tool: ToolCallback, _args: object, { phase, requester, data, batch }: ToolApprovalContext) {
    this.seen.push([phase, requester?.id, data, batch.length]);
    return ToolApprovalDecision.ask({ allowEdit: true });
  }
}

const start = async (script: readonly ScriptedAnswer[], approval: object = {}, clock?: VirtualClock) => {
  const model = new ScriptedChatModel(script);
  const sessions = new Sessions();
  Vault.seen.length = 0;
  const store = new InMemoryApprovalStore(clock?.now);
  const options = { store, client: { tools: [Desk, Vault] }, approval: { requester: sessions, ...approval } };
  const booted = await bootDesk(model, options, { providers: [Vault] });
  const chat = booted.app.get(ChatClient);
  const asAda = (text: string) =>
    chat
      .prompt(text)
      .transient({ session: { user: 'ada' } })
      .toolContext({ case: 7 });
  const approveAll = async () => {
    const { items } = await booted.approvals.list({ status: 'PENDING' });
    for (const item of items) await booted.approvals.decide(item.id, yes(item), GRACE);
  };
  return { ...booted, model, sessions, chat, asAda, approveAll };
};

describe('a turn that has to wait', () => {
  it('fails before anything runs if no RequesterResolver is configured', async () => {
    const { app, chat, desk, store } = await start([callsTools(find, refund)], { requester: undefined });
    const error = await rejectionOf(failureOf(chat.prompt('Refund A-1').call().content()));
    expect(error).toBeInstanceOf(SuspensionException);
    expect(String(error)).toContain('no RequesterResolver is configured');
    expect(desk.done).toEqual([]);
    expect((await store.runs({})).items).toEqual([]);
    await app.close();
  });

  it.each(['sync', 'async'])('fails before anything runs if the requester cannot be identified: %s', async (how) => {
    class Unsure extends RequesterResolver {
      identify(): Requester | Promise<Requester> {
        const fail = (): never => {
          throw new Error('Nobody is signed in.');
        };
        return how === 'sync' ? fail() : Promise.resolve().then(fail);
      }

      rehydrate() {
        return { type: 'present' } as const;
      }
    }
    const { app, chat, desk, store } = await start([callsTools(find, refund)], { requester: new Unsure() });
    await expect(failureOf(chat.prompt('Refund A-1').call().content())).rejects.toThrow(
      /^The approval of "refund" failed: Nobody is signed in\. No call of this batch ran\.$/,
    );
    expect(desk.done).toEqual([]);
    expect((await store.runs({})).items).toEqual([]);
    await app.close();
  });

  it('fails if the requester cannot be identified, also without a strategy', async () => {
    const { app, chat, desk } = await start([callsTools(refund), 'Done.'], { strategy: undefined });
    await expect(chat.prompt('Refund A-1').call().content()).rejects.toThrow('Nobody is signed in.');
    expect(desk.done).toEqual([]);
    await app.close();
  });

  it.each([
    undefined,
    {},
    { tenant: 'acme' },
    { id: '', tenant: 'acme' },
    { id: 7, tenant: 'acme' },
    { id: ['ada'], tenant: 'acme' },
    { id: 'ada', tenant: '' },
    { id: 'ada', tenant: null },
    { id: 'ada', tenant: 7 },
    { id: 'ada', tenant: ['acme'] },
  ])('fails if the returned value is not a requester: %j', async (nobody) => {
    class Odd extends RequesterResolver {
      identify() {
        return nobody as Requester;
      }

      rehydrate() {
        return { type: 'present' } as const;
      }
    }
    const { app, chat, desk } = await start([callsTools(refund)], { requester: new Odd() });
    await expect(chat.prompt('Refund A-1').call().content()).rejects.toThrow(
      'Return { id, tenant } as strings of 1 to 1000 characters',
    );
    expect(desk.done).toEqual([]);
    await app.close();
  });
});

describe('a turn that resumes', () => {
  it('runs as the requester, and never as the approver', async () => {
    const strategy = new Noting();
    const { app, chat, asAda, approveAll, approvals, sessions } = await start(
      [callsTools(toolCall('open')), callsTools(find, refund), 'Done.'],
      { strategy },
    );
    const { runId, first } = await waits(asAda('Open it').call());
    expect((await approvals.get(first.id)).requester).toEqual({ id: 'ada', tenant: 'acme' });
    await approveAll();
    await waits(chat.resume(runId).call());
    const session = { user: 'ada', fresh: true };
    expect(Vault.seen).toEqual([[session, 7, session, runId]]);
    expect(sessions.asked).toEqual([{ case: 7 }]);
    await approveAll();
    expect(await chat.resume(runId).call().content()).toBe('Done.');
    expect(strategy.seen.map((line) => (line as unknown[]).slice(0, 3))).toEqual([
      ['first', 'ada', { case: 7 }],
      ['resume', 'ada', { case: 7 }],
      ['first', 'ada', { case: 7 }],
      ['resume', 'ada', { case: 7 }],
    ]);
    await app.close();
  });

  it('runs as the requester, even if identify() now fails', async () => {
    const strategy = new Noting();
    class Signed extends Sessions {
      override async rehydrate() {
        return { type: 'present' } as never;
      }
    }
    const { app, chat, asAda, approveAll, desk } = await start([callsTools(refund), 'Done.'], {
      strategy,
      requester: new Signed(),
    });
    const { runId } = await waits(asAda('Refund A-1').call());
    await approveAll();
    expect(await chat.resume(runId).call().content()).toBe('Done.');
    expect(strategy.seen.at(-1)).toEqual(['resume', 'ada', { case: 7 }, 1]);
    expect(desk.done).toHaveLength(1);
    await app.close();
  });

  it('asks the strategy about an edit on behalf of the requester', async () => {
    const strategy = new Noting();
    const { app, asAda, approvals } = await start([callsTools(refund)], { strategy });
    const { first } = await waits(asAda('Refund A-1').call());
    const editedArguments = { order: 'A-1', amount: 5 };
    await approvals.decide(first.id, { ...yes(first), editedArguments }, GRACE);
    expect(strategy.seen.at(-1)).toEqual(['edit', 'ada', { case: 7 }, 1]);
    await app.close();
  });

  it('creates a scoped strategy again, which can inject the context of the turn', async () => {
    const seen: unknown[] = [];
    @Injectable({ scope: Scope.REQUEST })
    class Scoped extends ToolApprovalStrategy {
      constructor(@Inject(REQUEST) private readonly turn: ToolContext) {
        super();
      }

      approve(tool: ToolCallback, _args: object, { phase }: ToolApprovalContext) {
        seen.push([phase, this.turn.data, this.turn.transient['session'], this.turn.runId]);
        return new HumanApprovalStrategy().approve(tool, {}, undefined as never);
      }
    }
    const model = new ScriptedChatModel([callsTools(refund), 'Done.']);
    const { app, approvals, desk } = await bootDesk(
      model,
      { approval: { strategy: undefined, requester: new Sessions() } },
      { providers: [{ provide: ToolApprovalStrategy, useClass: Scoped }] },
    );
    const prompt = app.get(ChatClient).prompt('Refund A-1').tools(Desk).toolContext({ case: 7 });
    const { runId, first } = await waits(prompt.transient({ session: { user: 'ada' } }).call());
    await approvals.decide(first.id, yes(first), GRACE);
    await app.get(ChatClient).resume(runId).call().content();
    expect(seen).toEqual([
      ['first', { case: 7 }, { user: 'ada' }, runId],
      ['resume', { case: 7 }, { user: 'ada', fresh: true }, runId],
    ]);
    expect(desk.done).toHaveLength(1);
    await app.close();
  });

  it('is canceled if the requester is gone', async () => {
    const { app, chat, asAda, approveAll, approvals, sessions, desk } = await start([
      callsTools(find, refund),
      'Never.',
    ]);
    const { runId } = await waits(asAda('Refund A-1').call());
    await approveAll();
    sessions.gone.add('ada');
    const error = await rejectionOf(chat.resume(runId).call().content());
    expect(error).toBeInstanceOf(RunEndedException);
    expect(error).toMatchObject({ status: 'cancelled', reason: 'ada has left' });
    expect(desk.done).toEqual([]);
    expect(statusesOf((await approvals.list()).items)).toEqual(['refund CANCELLED']);
    expect((await approvals.runs.get(runId)).lease).toBeUndefined();
    await app.close();
  });

  it('is not canceled by a process that has lost the run while it asked whether the requester is gone', async () => {
    const clock = new VirtualClock();
    const answered = deferred();
    class Slow extends Sessions {
      calls = 0;

      override async rehydrate() {
        if (++this.calls > 1) return { type: 'present' } as never;
        await answered.promise;
        return { type: 'gone', reason: 'ada has left' } as never;
      }
    }
    const requester = new Slow();
    const script = [callsTools(refund), 'Done.'];
    const { app, chat, asAda, approveAll, approvals, desk } = await start(script, { requester }, clock);
    const { runId } = await waits(asAda('Refund A-1').call());
    await approveAll();
    const early = rejectionOf(chat.resume(runId).call().content());
    await until(() => requester.calls === 1);
    clock.advance(60_000);
    expect(await chat.resume(runId).call().content()).toBe('Done.');
    const completed = await approvals.runs.get(runId);
    answered.resolve();
    expect(String(await early)).toContain('no longer leased by this process');
    expect(await approvals.runs.get(runId)).toEqual(completed);
    expect([completed.status, desk.done.length]).toEqual(['completed', 1]);
    await app.close();
  });

  it('is retried if rehydrate() fails', async () => {
    const { app, chat, asAda, approveAll, approvals, sessions, desk } = await start([callsTools(refund), 'Done.']);
    const { runId } = await waits(asAda('Refund A-1').call());
    await approveAll();
    sessions.failures = 1;
    await expect(chat.resume(runId).call().content()).rejects.toThrow('The directory is away.');
    const run = await approvals.runs.get(runId);
    expect(run).toMatchObject({ status: 'suspended', failures: 1, error: 'Error: The directory is away.' });
    expect(run.lease).toBeUndefined();
    expect(desk.done).toEqual([]);
    expect(await chat.resume(runId).call().content()).toBe('Done.');
    expect(desk.done).toHaveLength(1);
    await app.close();
  });

  it('fails if rehydrate() fails until the deadline, and knows what its tools did before', async () => {
    const clock = new VirtualClock();
    const script = [callsTools(find), callsTools(refund)];
    const { app, chat, asAda, approveAll, approvals, sessions, desk } = await start(
      script,
      { deadlineMs: 60_000 },
      clock,
    );
    const { runId } = await waits(asAda('Refund A-1').call());
    await approveAll();
    sessions.failures = Infinity;
    for (const status of ['suspended', 'failed']) {
      await expect(chat.resume(runId).call().content()).rejects.toThrow('The directory is away.');
      expect(await approvals.runs.get(runId)).toMatchObject({ status, error: 'Error: The directory is away.' });
      clock.advance(60_000);
    }
    expect(statusesOf((await approvals.list()).items)).toEqual(['refund CANCELLED']);
    const ended = await rejectionOf(chat.resume(runId).call().content());
    expect(ended).toBeInstanceOf(RunEndedException);
    expect((ended as RunEndedException).transcript.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'tool',
    ]);
    expect(await approvals.runs.get(runId)).toMatchObject({ endedAt: expect.any(String) });
    expect(desk.done).toEqual(['find A-1']);
    await app.close();
  });

  it.each([
    ['times out', () => new Promise<never>(() => {}), 'RequesterResolver.rehydrate() did not answer'],
    ['returns an invalid result', () => ({ type: 'away' }), "returned no valid result. Return { type: 'present' }"],
    ['returns nothing', () => undefined, "returned no valid result. Return { type: 'present' }"],
  ])('is retried, and runs nothing, if rehydrate() %s', async (_, rehydrate, said) => {
    class Odd extends Sessions {
      override async rehydrate() {
        return rehydrate() as never;
      }
    }
    // The lease cannot expire on a clock that stands still, however slow the machine is.
    const { app, chat, asAda, approveAll, approvals, desk } = await start(
      [callsTools(refund), 'Never.'],
      { requester: new Odd(), leaseMs: 200 },
      new VirtualClock(),
    );
    const { runId } = await waits(asAda('Refund A-1').call());
    await approveAll();
    await expect(chat.resume(runId).call().content()).rejects.toThrow(said);
    const run = await approvals.runs.get(runId);
    expect(run).toMatchObject({ status: 'suspended', failures: 1 });
    expect(run.lease).toBeUndefined();
    expect(desk.done).toEqual([]);
    await app.close();
  });

  it('runs as the requester, even if this process lost the run and an earlier claim ends in between', async () => {
    const clock = new VirtualClock();
    const strategy = new Noting();
    class Signed extends Sessions {
      override async rehydrate() {
        return { type: 'present' } as never;
      }
    }
    const [early, late] = [deferred(), deferred()];
    const script: readonly ScriptedAnswer[] = [
      callsTools(refund),
      () => early.promise.then(() => 'Never.'),
      () => late.promise.then(() => callsTools(refund)),
    ];
    const { app, chat, asAda, approveAll, model } = await start(script, { strategy, requester: new Signed() }, clock);
    const { runId } = await waits(asAda('Refund A-1').call());
    await approveAll();
    const lost = rejectionOf(chat.resume(runId).call().content());
    await until(() => model.prompts.length === 2);
    clock.advance(60_000);
    const next = waits(chat.resume(runId).call());
    await until(() => model.prompts.length === 3);
    early.resolve();
    expect(String(await lost)).toContain('no longer leased by this process');
    late.resolve();
    await next;
    expect(strategy.seen.at(-1)).toEqual(['first', 'ada', { case: 7 }, 1]);
    await app.close();
  });
});

/** Returns the whole account of a user, as a service of the application finds it. */
class Accounts extends RequesterResolver {
  readonly asked: Requester[] = [];
  private readonly ada = { id: 'ada', tenant: 'acme', passwordHash: 'secret', greet: () => 'hello' };

  identify(): Requester {
    return this.ada;
  }

  rehydrate(requester: Requester) {
    this.asked.push(requester);
    return { type: 'present' } as const;
  }
}

it('a requester is saved with the id and the tenant only, whatever else the resolver returns', async () => {
  const model = new ScriptedChatModel([callsTools(refund), 'Done.']);
  const requester = new Accounts();
  const { app, approvals, store } = await bootDesk(model, { approval: { requester } });
  const { runId, first } = await waits(app.get(ChatClient).prompt('Refund A-1').tools(Desk).call());
  const approval = await approvals.get(first.id, GRACE);
  expect(approval.requester).toEqual({ id: 'ada', tenant: 'acme' });
  expect(JSON.stringify([approval, await store.state(runId)])).not.toContain('secret');
  await approvals.decide(first.id, yes(first), GRACE);
  await approvals.runs.resume(runId);
  expect(requester.asked).toEqual([{ id: 'ada', tenant: 'acme' }]);
  await app.close();
});

it('a strategy and a resolver cannot replace the requester that they receive', async () => {
  const asks = ToolApprovalStrategy.of((_tool, _args, { requester }) => {
    Reflect.set(requester!, 'id', 'mallory');
    return ToolApprovalDecision.ask({ fourEyes: true });
  });
  class Changing extends Sessions {
    override async rehydrate(requester: Requester, toolContext: object) {
      Reflect.set(requester, 'id', 'mallory');
      return super.rehydrate(requester, toolContext);
    }
  }
  const seen: unknown[] = [];
  const strategy = ToolApprovalStrategy.of((tool, args, context) => {
    seen.push(context.requester?.id);
    return asks.approve(tool, args, context);
  });
  const model = new ScriptedChatModel([callsTools(refund), 'Done.']);
  const { app, approvals } = await bootDesk(model, { approval: { strategy, requester: new Changing() } });
  const prompt = app
    .get(ChatClient)
    .prompt('Refund A-1')
    .tools(Desk)
    .transient({ session: { user: 'ada' } });
  const { runId, first } = await waits(prompt.call());
  const ada = approvals.decide(first.id, yes(first), { id: 'ada', tenant: 'acme' });
  expect(await rejectionOf(ada)).toMatchObject({ problem: 'not-eligible' });
  await approvals.decide(first.id, yes(first), GRACE);
  expect(await approvals.runs.resume(runId)).toMatchObject({ status: 'completed', requester: { id: 'ada' } });
  expect(seen).toEqual(['ada', 'ada']);
  await app.close();
});
