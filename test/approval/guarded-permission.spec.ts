import { describe, expect, it } from 'vitest';
import { type CallHandler, Inject, Injectable, type NestInterceptor, UseInterceptors } from '@nestjs/common';
import { repeat } from 'rxjs';
import { ToolParam } from 'toolgate';
import { RequiresApproval, ToolApprovalDecision, ToolApprovalStrategy } from 'toolgate/approval';
import { methodTool, ToolCallback } from 'toolgate/tool';
import { callsTools, toolCall } from 'toolgate/testing';
import { yes } from './approval.fixture.js';
import { as, bootShop, FINANCE, Receipt, Refunds, SmallAmounts, waitsFor } from './guarded-methods.fixture.js';

type Shop = Awaited<ReturnType<typeof bootShop>>;
type Body = (...args: unknown[]) => Promise<unknown>;

/** Approves the first approval of a call, and resumes it. Returns the status of the approval. */
const approve = async ({ approvals }: Shop, call: Promise<unknown>, before = () => {}) => {
  const { runId, first } = await waitsFor(call);
  await approvals.decide(first.id, yes(first), { id: 'fay', roles: ['finance', 'web'] });
  before();
  await approvals.runs.resume(runId, FINANCE);
  return (await approvals.get(first.id)).status;
};

/** A decorator that calls its method in another way as soon as a test turns it on. */
const calling = (change: (method: Body, self: unknown, args: unknown[]) => Promise<unknown>) => {
  const state = { isOn: false };
  const decorator: MethodDecorator = (_target, _key, descriptor: PropertyDescriptor) => {
    const method = descriptor.value as Body;
    descriptor.value = function (this: unknown, ...args: unknown[]) {
      return state.isOn ? change(method, this, args) : method.apply(this, args);
    };
  };
  return { state, decorator };
};

describe('an approved call of a guarded method', () => {
  it('does not permit another guarded method of the same object', async () => {
    const done: string[] = [];

    @Injectable()
    class Orders {
      @RequiresApproval()
      async cancel(@ToolParam() order: string): Promise<void> {
        done.push(`cancel ${order}`);
        await this.refund(order);
      }

      @RequiresApproval()
      async refund(@ToolParam() order: string): Promise<void> {
        done.push(`refund ${order}`);
      }
    }
    const strategy = ToolApprovalStrategy.of(({ definition: { name } }) =>
      name === 'Orders.cancel' ? ToolApprovalDecision.approve() : ToolApprovalDecision.abstain(),
    );
    const { app } = await bootShop({ strategy, providers: [Orders] });
    await expect(as('ada', () => app.get(Orders).cancel('A-1'))).rejects.toThrow(
      '"Orders.refund" requires a decision by a person, but it was called inside the body of the tool "Orders.cancel"',
    );
    expect(done).toEqual(['cancel A-1']);
  });

  it('does not permit the method of the superclass in place of its own', async () => {
    const { state, decorator } = calling((_method, self, args) => Refunds.prototype.refund.apply(self, args as never));

    @Injectable()
    class WebRefunds extends Refunds {
      @decorator
      @RequiresApproval({ approvers: { roles: ['web'] } })
      override async refund(@ToolParam() order: string, @ToolParam() amount: number): Promise<Receipt> {
        this.done.push('checked');
        return super.refund(order, amount);
      }
    }
    const shop = await bootShop({ providers: [WebRefunds] });
    const web = shop.app.get(WebRefunds);
    const calls = () => as('ada', () => web.refund('A-1', 80));
    await expect(approve(shop, calls(), () => (state.isOn = true))).rejects.toThrow(
      '"WebRefunds.refund" requires a decision by a person, but it was called inside the body',
    );
    expect(web.done).toEqual([]);
  });

  it('does not run without one of its arguments, because the default would replace the approved value', async () => {
    const done: unknown[] = [];
    const { state, decorator } = calling((method, self, [order]) => method.call(self, order));

    @Injectable()
    class Payouts {
      @decorator
      @RequiresApproval()
      async pay(@ToolParam() order: string, @ToolParam() amount: number = 1000): Promise<void> {
        done.push([order, amount]);
      }
    }
    const shop = await bootShop({ providers: [Payouts] });
    const payouts = shop.app.get(Payouts);
    const calls = () => as('ada', () => payouts.pay('A-1', 5));
    expect(await approve(shop, calls(), () => (state.isOn = true))).toBe('FAILED');
    expect(done).toEqual([]);
    state.isOn = false;
    expect(await approve(shop, calls())).toBe('SUCCEEDED');
    expect(done).toEqual([['A-1', 5]]);
  });

  it('does not run with a text in place of a number, which would be equal to it', async () => {
    const done: unknown[] = [];
    const { state, decorator } = calling((method, self, [order, amount]) => method.call(self, order, String(amount)));

    @Injectable()
    class Payouts {
      @decorator
      @RequiresApproval()
      async pay(@ToolParam() order: string, @ToolParam() amount: number): Promise<void> {
        done.push([order, amount]);
      }
    }
    const shop = await bootShop({ providers: [Payouts] });
    const calls = as('ada', () => shop.app.get(Payouts).pay('A-1', 5));
    expect(await approve(shop, calls, () => (state.isOn = true))).toBe('FAILED');
    expect(done).toEqual([]);
  });

  it('runs its body once, although an interceptor of Nest calls it twice', async () => {
    const done: string[] = [];

    @Injectable()
    class Twice implements NestInterceptor {
      intercept(_context: unknown, next: CallHandler) {
        return next.handle().pipe(repeat(2));
      }
    }

    @Injectable()
    class Payouts {
      @UseInterceptors(Twice)
      @RequiresApproval()
      async pay(@ToolParam() order: string): Promise<void> {
        done.push(order);
      }
    }
    const shop = await bootShop({ providers: [Payouts, Twice] });
    const calls = as('ada', () => shop.app.get(Payouts).pay('A-1'));
    expect(await approve(shop, calls)).toBe('SUCCEEDED');
    expect(done).toEqual(['A-1']);
  });

  it('is found again after a decorator has waited, beside other calls', async () => {
    const done: string[] = [];
    const { state, decorator } = calling(async (method, self, args) => {
      await new Promise((resolve) => setImmediate(resolve));
      return method.apply(self, args);
    });

    @Injectable()
    class Payouts {
      @decorator
      @RequiresApproval()
      async pay(@ToolParam() order: string, @ToolParam() amount: number): Promise<void> {
        done.push(`${order} ${amount}`);
      }
    }
    state.isOn = true;
    const strategy = new SmallAmounts();
    const { app } = await bootShop({ strategy, providers: [Payouts] });
    await Promise.all([1, 2, 3].map((amount) => as('ada', () => app.get(Payouts).pay('A-1', amount))));
    expect(done).toEqual(['A-1 1', 'A-1 2', 'A-1 3']);
    expect(strategy.decided).toEqual(['Payouts.pay', 'Payouts.pay', 'Payouts.pay']);
  });

  it('returns its own value beside other calls in the same context', async () => {
    const { refunds } = await bootShop({ strategy: new SmallAmounts() });
    const receipts = await as('ada', () => Promise.all([1, 2, 3].map((amount) => refunds.refund('A-1', amount))));
    expect(receipts).toStrictEqual([1, 2, 3].map((amount) => new Receipt('A-1', amount)));
  });
});

describe('a guarded method', () => {
  it('keeps the requirement that it was declared with', async () => {
    const requirement = { approvers: { roles: ['finance'] } };

    @Injectable()
    class Payouts {
      @RequiresApproval(requirement)
      async pay(@ToolParam() order: string): Promise<string> {
        return order;
      }
    }
    requirement.approvers.roles = ['intern'];
    const { app, approvals } = await bootShop({ providers: [Payouts] });
    const { first } = await waitsFor(as('ada', () => app.get(Payouts).pay('A-1')));
    expect((await approvals.get(first.id)).requirement).toEqual({ approvers: { roles: ['finance'] } });
  });

  it('keeps its name and the number of its parameters', () => {
    const { name, length } = Refunds.prototype.refund;
    expect([name, length]).toEqual(['refund', 3]);
  });

  it('passes the gate of the application that was started last, if two provide one object', async () => {
    const shared = new Refunds();
    const boot = (strategy?: ToolApprovalStrategy) =>
      bootShop({ strategy, imported: true, providers: [{ provide: Refunds, useValue: shared }] });
    const first = await boot(ToolApprovalStrategy.alwaysReject('closed'));
    await expect(as('ada', () => shared.refund('A-1', 40))).rejects.toThrow('closed');
    await first.app.close();
    await boot(new SmallAmounts());
    expect(await as('ada', () => shared.refund('A-1', 40))).toEqual(new Receipt('A-1', 40));
  });

  it('passes the gate as a tool of another name, which a factory provides', async () => {
    @Injectable()
    class Tools {
      constructor(@Inject(Refunds) readonly refunds: Refunds) {}
    }
    const tool = {
      provide: ToolCallback,
      useFactory: ({ refunds }: Tools) =>
        methodTool(refunds, 'refund', { name: 'pay_back', description: 'Refund an order' }),
      inject: [Tools],
    };
    const script = [callsTools(toolCall('pay_back', { order: 'A-1', amount: 80 })), 'Done.'];
    const { chat, approvals, refunds } = await bootShop({ script, providers: [Tools, tool] });
    const turn = await chat.prompt('Refund').tools('pay_back').toolContext({ user: 'ada' }).call().outcome();
    if (turn.status !== 'suspended') throw new Error(`The turn did not wait for a person: it is ${turn.status}.`);
    expect(refunds.done).toEqual([]);
    const [first] = turn.approvals;
    await approvals.decide(first!.id, yes(first!), FINANCE);
    expect(await chat.resume(turn.runId).call().content()).toBe('Done.');
    expect(refunds.done).toEqual(['refund A-1 80 for ada']);
    await waitsFor(as('ada', () => refunds.refund('A-2', 80)));
  });
});
