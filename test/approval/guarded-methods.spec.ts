import { describe, expect, it } from 'vitest';
import { Inject, Injectable, UseGuards } from '@nestjs/common';
import { Tool, ToolParam } from 'toolgate';
import { NestedSuspensionException, type ToolCallResult, ToolInputException, ToolInterceptor } from 'toolgate/tool';
import { callsTools, toolCall } from 'toolgate/testing';
import {
  callContext,
  CallFailedException,
  CallRejectedException,
  GatedCalls,
  RequiresApproval,
  ToolApprovalDecision,
  ToolApprovalStrategy,
} from 'toolgate/approval';
import { deferred } from '../story.fixture.js';
import { yes } from './approval.fixture.js';
import {
  as,
  bootShop,
  Cancellations,
  FINANCE,
  Receipt,
  Refunds,
  SmallAmounts,
  waitsFor,
} from './guarded-methods.fixture.js';

const ADA = { id: 'ada' };

describe('a call of a guarded method', () => {
  it('that is approved at once returns what the method returned, and saves nothing', async () => {
    const { refunds, approvals } = await bootShop({ strategy: new SmallAmounts() });
    const receipt = await as('ada', () => refunds.refund('A-1', 40));
    expect(receipt).toBeInstanceOf(Receipt);
    expect(receipt).toEqual(new Receipt('A-1', 40));
    expect(refunds.done).toEqual(['refund A-1 40 for ada']);
    expect(refunds.contexts[0]!.transient).toEqual({ token: 'of ada' });
    expect((await approvals.runs.list()).items).toEqual([]);
  });

  it('that waits runs once after the decision, with the stored arguments, as its requester', async () => {
    const { refunds, approvals, gated } = await bootShop();
    const { runId, first } = await waitsFor(as('ada', () => refunds.refund('A-1', 80)));
    expect(first).toMatchObject({ toolName: 'Refunds.refund', arguments: { order: 'A-1', amount: 80 } });
    expect(refunds.done).toEqual([]);
    await expect(approvals.decide(first.id, yes(first), { id: 'ben' })).rejects.toThrow('roles finance');

    await approvals.decide(first.id, yes(first), FINANCE);
    await approvals.runs.resume(runId, FINANCE);
    expect(await gated.outcome(runId, {}, ADA)).toEqual({
      runId,
      status: 'completed',
      result: { order: 'A-1', amount: 80 },
    });
    expect(refunds.done).toEqual(['refund A-1 80 for ada']);
    expect(refunds.contexts[0]).toMatchObject({ runId, data: { user: 'ada' }, transient: { token: 'made again' } });
  });

  it('can be made as a gated call of its class, which returns instead of throwing', async () => {
    const { gated, approvals, refunds } = await bootShop();
    const options = { toolContext: { user: 'ada' }, requestId: 'returned:A-1' };
    const call = () => gated.of(Refunds).refund({ order: 'A-1', amount: 80 }, options);
    const waiting = await call();
    expect(await call()).toMatchObject({ status: 'suspended', runId: waiting.runId });
    const [first] = waiting.status === 'suspended' ? waiting.approvals : [];
    await approvals.decide(first!.id, yes(first!), FINANCE);
    await approvals.runs.resume(waiting.runId!);
    expect(await call()).toMatchObject({ status: 'completed', result: { order: 'A-1', amount: 80 } });
    expect(refunds.done).toEqual(['refund A-1 80 for ada']);
  });

  it('can be made as a gated call beside the tools of its class', async () => {
    @Injectable()
    class Parcels {
      @Tool({ description: 'Find a parcel' })
      find(@ToolParam() parcel: string): string {
        return `${parcel} is here`;
      }

      @RequiresApproval()
      async send(@ToolParam() parcel: string): Promise<string> {
        return `sent ${parcel}`;
      }
    }
    const { gated } = await bootShop({ providers: [Parcels] });
    const parcels = gated.of(Parcels);
    const options = { toolContext: { user: 'ada' } };
    expect(await parcels.find({ parcel: 'P-1' }, options)).toEqual({ status: 'completed', result: 'P-1 is here' });
    expect(await parcels.send({ parcel: 'P-1' }, options)).toMatchObject({ status: 'suspended' });
  });

  it('can be made as a gated call of a class that another one replaces, also after it was named during start-up', async () => {
    @Injectable()
    class Parcels {
      @RequiresApproval()
      async send(@ToolParam() parcel: string): Promise<string> {
        return `sent ${parcel}`;
      }
    }
    @Injectable()
    class SlowParcels extends Parcels {}
    @Injectable()
    class Dispatch {
      constructor(calls: GatedCalls, _parcels: Parcels) {
        calls.of(Parcels);
      }
    }
    const strategy = ToolApprovalStrategy.alwaysApprove();
    const providers = [Dispatch, { provide: Parcels, useClass: SlowParcels }];
    const { gated } = await bootShop({ strategy, providers });
    const sent = gated.of(Parcels).send({ parcel: 'P-1' }, { toolContext: { user: 'ada' } });
    expect(await sent).toEqual({ status: 'completed', result: 'sent P-1' });
  });

  it('that waits belongs to the conversation of its context, and states where its result is read', async () => {
    const { refunds, approvals } = await bootShop();
    const context = { toolContext: { user: 'ada' }, conversation: 'c-7' };
    const call = callContext.run(context, () => refunds.refund('A-1', 80));
    await expect(call).rejects.toThrow('Read its result with GatedCalls.outcome() after the decision.');
    const { runId } = await waitsFor(call);
    expect(await approvals.runs.get(runId)).toMatchObject({ conversation: 'c-7' });
  });

  it('is refused without a context, and runs nothing', async () => {
    const { refunds } = await bootShop({ strategy: ToolApprovalStrategy.alwaysApprove() });
    await expect(refunds.refund('A-1', 40)).rejects.toThrow(
      '"Refunds.refund" requires approval, and its caller does not state on whose behalf it runs. Call it inside callContext.run({ toolContext }, …), such as in an interceptor of the route or in the job.',
    );
    expect(refunds.done).toEqual([]);
  });

  it('throws the reason of a rejection, and the error of the method', async () => {
    const { refunds } = await bootShop({ strategy: new SmallAmounts() });
    const rejected = as('ada', () => refunds.refund('X-1', 40));
    await expect(rejected).rejects.toThrow(CallRejectedException);
    await expect(rejected).rejects.toThrow('The call of "Refunds.refund" was rejected: X-1 is frozen.');
    await expect(as('ada', () => refunds.refund('gone', 40))).rejects.toThrow(RangeError);
    expect(refunds.done).toEqual(['refund gone 40 for ada']);
  });

  it('returns the result or throws the error that an interceptor returns in place of the method', async () => {
    class Desk extends ToolInterceptor {
      async intercept({ input }: { readonly input: object }): Promise<ToolCallResult> {
        if ('order' in input && input.order === 'A-2')
          return {
            output: { type: 'text', text: 'the desk is closed' },
            outcome: { type: 'error', kind: 'execution' },
          };
        return { output: { type: 'json', value: { cached: true } }, outcome: { type: 'success' } };
      }
    }
    const { refunds } = await bootShop({ strategy: new SmallAmounts(), providers: [Desk] });
    expect(await as('ada', () => refunds.refund('A-1', 40))).toEqual({ cached: true });
    const failed = as('ada', () => refunds.refund('A-2', 40));
    await expect(failed).rejects.toThrow(CallFailedException);
    await expect(failed).rejects.toThrow('the desk is closed');
    expect(refunds.done).toEqual([]);
  });

  it('throws the problems of arguments that do not fit or that JSON cannot carry', async () => {
    const { refunds } = await bootShop({ strategy: ToolApprovalStrategy.alwaysApprove() });
    const call = (...args: unknown[]) => as('ada', () => (refunds.refund as (...all: unknown[]) => unknown)(...args));
    await expect(call('A-1')).rejects.toThrow(ToolInputException);
    await expect(call('A-1', 'many')).rejects.toThrow('Invalid arguments for "Refunds.refund": /amount must be');
    await expect(call('A-1', Number.NaN)).rejects.toThrow('/amount must be plain JSON.');
    await expect(call('A-1', 40, undefined, 'more')).rejects.toThrow('must be at most 3 arguments, and 4 were passed');
    expect(refunds.done).toEqual([]);
  });

  it('throws for a Map with keys that JSON would change or merge, so that an approver sees every entry', async () => {
    const paid: unknown[] = [];

    @Injectable()
    class Payouts {
      @RequiresApproval()
      async pay(@ToolParam({ mapOf: Number }) amounts: Map<unknown, number>): Promise<void> {
        paid.push([...amounts]);
      }
    }
    const { app } = await bootShop({ strategy: ToolApprovalStrategy.alwaysApprove(), providers: [Payouts] });
    const pay = (...amounts: [unknown, number][]) => as('ada', () => app.get(Payouts).pay(new Map(amounts)));
    await pay(['A-1', 1]);
    await expect(pay([7, 1000], ['7', 1])).rejects.toThrow(
      '/amounts must be plain JSON. The keys of a Map must be strings',
    );
    expect(paid).toEqual([[['A-1', 1]]]);
  });

  it('meets the requirements of the guard and of the strategy', async () => {
    const strategy = ToolApprovalStrategy.of(() => ToolApprovalDecision.ask({ fourEyes: true }));
    const { refunds, approvals } = await bootShop({ strategy });
    const { first } = await waitsFor(as('ada', () => refunds.refund('A-1', 40)));
    expect((await approvals.get(first.id, FINANCE)).requirement).toEqual({
      approvers: { roles: ['finance'] },
      fourEyes: true,
    });
  });

  it('requires the guard after a failed strategy too', async () => {
    const strategy = ToolApprovalStrategy.of(() => {
      throw new Error('policy engine unavailable');
    });
    const { refunds, approvals } = await bootShop({ strategy, onError: 'ask' });
    const { first } = await waitsFor(as('ada', () => refunds.refund('A-1', 40)));
    expect((await approvals.get(first.id, FINANCE)).requirement).toEqual({ approvers: { roles: ['finance'] } });
  });

  it('acts for its own requester, whatever runs at the same time', async () => {
    const { refunds } = await bootShop({ strategy: new SmallAmounts() });
    const users = ['ada', 'ben', 'cleo', 'dan'];
    await Promise.all(users.map((user, index) => as(user, () => refunds.refund(`A-${index}`, 10))));
    expect(refunds.done.toSorted()).toEqual(users.map((user, index) => `refund A-${index} 10 for ${user}`));
    expect(
      refunds.contexts.map(({ data, transient }) => `${String(data['user'])} ${String(transient['token'])}`).toSorted(),
    ).toEqual(users.map((user) => `${user} of ${user}`));
  });
});

describe('a guarded method that is a tool too', () => {
  it('passes the gate once, in a turn and in a direct call', async () => {
    const strategy = new SmallAmounts();
    const script = [callsTools(toolCall('cancel', { order: 'A-1', amount: 0 })), 'Canceled.'];
    const { app, chat } = await bootShop({ strategy: approveAll(strategy), script });
    const orders = app.get(Cancellations);
    expect(await chat.prompt('Cancel A-1').tools(Cancellations).toolContext({ user: 'ada' }).call().content()).toBe(
      'Canceled.',
    );
    expect(await as('ada', () => orders.cancel('A-2'))).toBe('canceled A-2');
    expect(strategy.decided).toEqual(['cancel', 'cancel']);
    expect(orders.done).toEqual(['cancel A-1', 'cancel A-2']);
  });

  it('waits in a turn without a strategy, and runs once', async () => {
    const script = [callsTools(toolCall('cancel', { order: 'A-1' })), 'Canceled.'];
    const { app, chat, approvals } = await bootShop({ script });
    const turn = await chat.prompt('Cancel A-1').tools(Cancellations).toolContext({ user: 'ada' }).call().outcome();
    if (turn.status !== 'suspended') throw new Error('The turn did not wait for a person.');
    const [first] = turn.approvals;
    await approvals.decide(first!.id, yes(first!), FINANCE);
    expect(await chat.resume(turn.runId).call().content()).toBe('Canceled.');
    expect(app.get(Cancellations).done).toEqual(['cancel A-1']);
  });
});

const approveAll = (strategy: SmallAmounts): ToolApprovalStrategy =>
  ToolApprovalStrategy.of((tool, args) => {
    strategy.approve(tool, args);
    return ToolApprovalDecision.approve();
  });

@Injectable()
class Batches {
  readonly done: string[] = [];

  constructor(readonly refunds: Refunds) {}

  @RequiresApproval()
  async all(orders: string): Promise<number> {
    const numbers = orders.split(' ');
    for (const order of numbers) await this.refunds.refund(order, 10);
    this.done.push(orders);
    return numbers.length;
  }

  @Tool({ description: 'Close orders' })
  async close(orders: string): Promise<number> {
    return this.all(orders).catch(() => 0);
  }

  @RequiresApproval()
  async countDown(from: number): Promise<number> {
    this.done.push(String(from));
    return from === 0 ? 0 : this.countDown(from - 1);
  }
}

describe('decorators beside the guard', () => {
  const seen: string[] = [];

  @Injectable()
  class Door {
    canActivate(): boolean {
      seen.push('guard of Nest');
      return true;
    }
  }

  // It waits before it calls the method, as a decorator that caches or retries does.
  const Waits: MethodDecorator = (_target, _key, descriptor: PropertyDescriptor) => {
    const method = descriptor.value as (...args: unknown[]) => Promise<unknown>;
    descriptor.value = async function (this: unknown, ...args: unknown[]) {
      await Promise.resolve();
      seen.push('decorator');
      return method.apply(this, args);
    };
  };

  it('run around the body, above and below it', async () => {
    @Injectable()
    class Payouts {
      @Waits
      @RequiresApproval()
      async pay(@ToolParam() order: string): Promise<string> {
        seen.push(order);
        return order;
      }

      @UseGuards(Door)
      @RequiresApproval()
      @Waits
      async send(@ToolParam() order: string): Promise<string> {
        seen.push(order);
        return order;
      }

      @RequiresApproval()
      @UseGuards(Door)
      async settle(@ToolParam() order: string): Promise<string> {
        seen.push(order);
        return order;
      }
    }
    const strategy = ToolApprovalStrategy.alwaysApprove();
    const { app } = await bootShop({ strategy, providers: [Payouts, Door] });
    expect(await as('ada', () => app.get(Payouts).settle('A-1'))).toBe('A-1');
    expect(seen.splice(0)).toEqual(['guard of Nest', 'A-1']);
    expect(await as('ada', () => app.get(Payouts).send('A-2'))).toBe('A-2');
    expect(seen.splice(0)).toEqual(['guard of Nest', 'decorator', 'A-2']);
    // Once around the direct call, and once around the body.
    expect(await as('ada', () => app.get(Payouts).pay('A-3'))).toBe('A-3');
    expect(seen.splice(0)).toEqual(['decorator', 'decorator', 'A-3']);
  });
});

@Injectable()
class Delegates {
  constructor(readonly refunds: Refunds) {}

  @Tool({ description: 'Refund an order thrice' })
  async delegate(order: string): Promise<void> {
    await this.refunds.refund(order, 1);
    await as('cleo', () => this.refunds.refund(order, 2));
    await this.refunds.refund(order, 3);
  }
}

describe('a guarded method inside another one', () => {
  it('is called on behalf of the same requester, and each call passes the gate', async () => {
    const strategy = new SmallAmounts();
    const { app, refunds } = await bootShop({ strategy: approveAll(strategy), providers: [Batches] });
    expect(await as('ada', () => app.get(Batches).all('A-1 A-2'))).toBe(2);
    expect(refunds.done).toEqual(['refund A-1 10 for ada', 'refund A-2 10 for ada']);
    expect(strategy.decided).toEqual(['Batches.all', 'Refunds.refund', 'Refunds.refund']);
    expect(refunds.contexts[0]!.transient).toEqual({ token: 'of ada' });
  });

  it('may be called on behalf of another requester, and a tool inside a request acts for the requester of its turn', async () => {
    const strategy = ToolApprovalStrategy.alwaysApprove();
    const script = [callsTools(toolCall('delegate', { order: 'A-1' })), 'Done.'];
    const { chat, refunds } = await bootShop({ strategy, script, providers: [Delegates] });
    const prompt = chat.prompt('Refund A-1').tools(Delegates).toolContext({ user: 'ben' });
    await as('ada', () => prompt.call().content());
    expect(refunds.done).toEqual(['refund A-1 1 for ben', 'refund A-1 2 for cleo', 'refund A-1 3 for ben']);
  });

  it('belongs to the conversation of the turn around it, or of the context that its caller sets', async () => {
    const strategy = ToolApprovalStrategy.alwaysApprove();
    const script = [callsTools(toolCall('delegate', { order: 'A-1' })), 'Done.'];
    const { chat, refunds } = await bootShop({ strategy, script, providers: [Delegates] });
    const prompt = chat.prompt('Refund A-1').tools(Delegates).toolContext({ user: 'ben' }).conversation('c-7');
    await prompt.call().content();
    expect(refunds.contexts.map(({ conversation }) => conversation)).toEqual(['c-7', undefined, 'c-7']);
  });

  it.each<[string, (shop: Awaited<ReturnType<typeof bootShop>>, runId: string) => Promise<unknown>]>([
    ['lets a worker resume a run', ({ approvals }, runId) => approvals.runs.resume(runId, FINANCE)],
    ['waits for the result of a run', ({ gated }, runId) => gated.outcome(runId, { waitMs: 20_000 }, ADA)],
  ])('never acts for the request that %s', async (_what, advance) => {
    const seen: unknown[] = [];

    class Watcher extends ToolInterceptor {
      intercept(_call: unknown, next: () => Promise<ToolCallResult>) {
        seen.push(callContext.get()?.toolContext);
        return next();
      }
    }
    const shop = await bootShop({ providers: [Watcher] });
    const { refunds, approvals } = shop;
    const { runId, first } = await waitsFor(as('ada', () => refunds.refund('A-1', 80)));
    await approvals.decide(first.id, yes(first), FINANCE);
    await as('fay', () => advance(shop, runId));
    expect(seen).toEqual([undefined]);
    expect(refunds.done).toEqual(['refund A-1 80 for ada']);
  });

  it('fails the outer call if it has to wait, and leaves nothing pending', async () => {
    const strategy = ToolApprovalStrategy.of(({ definition: { name } }) =>
      name === 'Refunds.refund' ? ToolApprovalDecision.abstain() : ToolApprovalDecision.approve(),
    );
    const script = [callsTools(toolCall('close', { orders: 'A-1' })), 'Closed.'];
    const { app, chat, refunds, approvals } = await bootShop({ strategy, script, providers: [Batches] });
    const batches = app.get(Batches);
    await expect(as('ada', () => batches.all('A-1'))).rejects.toThrow(
      '"Refunds.refund" requires a decision by a person, but it was called inside the body of the tool "Batches.all", where a call cannot wait. It did not run, and nothing is pending. Require approval of "Batches.all" itself.',
    );
    const turn = chat.prompt('Close A-1').tools(Batches).toolContext({ user: 'ada' }).call().content();
    await expect(turn).rejects.toMatchObject({ cause: expect.any(NestedSuspensionException) });
    expect([...refunds.done, ...batches.done]).toEqual([]);
    expect((await approvals.list()).items).toEqual([]);
    expect((await approvals.runs.list()).items).toEqual([]);
  });

  it('may wait after the body that has started it has ended', async () => {
    const ended = deferred();
    const started: Promise<unknown>[] = [];

    @Injectable()
    class Later {
      constructor(@Inject(Refunds) private readonly refunds: Refunds) {}

      @Tool({ description: 'Refunds later', requiresApproval: false })
      later(): string {
        const refund = () => as('ada', () => this.refunds.refund('A-1', 80));
        started.push(ended.promise.then(refund));
        return 'It begins later.';
      }
    }
    const script = [callsTools(toolCall('later')), 'Done.'];
    const { chat, refunds } = await bootShop({ script, providers: [Later] });
    expect(await chat.prompt('Later').tools(Later).toolContext({ user: 'ada' }).call().content()).toBe('Done.');
    ended.resolve();
    expect((await waitsFor(started[0]!)).first.toolName).toBe('Refunds.refund');
    expect(refunds.done).toEqual([]);
  });

  it('may be itself', async () => {
    const strategy = new SmallAmounts();
    const { app } = await bootShop({ strategy: approveAll(strategy), providers: [Batches] });
    expect(await as('ada', () => app.get(Batches).countDown(2))).toBe(0);
    expect(app.get(Batches).done).toEqual(['2', '1', '0']);
    expect(strategy.decided).toHaveLength(3);
  });
});
