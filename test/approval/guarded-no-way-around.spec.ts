import { describe, expect, it } from 'vitest';
import { Inject, Injectable, Module } from '@nestjs/common';
import { ChatClient } from 'toolgate';
import { RequiresApproval } from 'toolgate/approval';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { methodTool, ToolContext, ToolGate, ToolRegistry, type Verdict } from 'toolgate/tool';
import { lastTexts } from '../story.fixture.js';
import { yes } from './approval.fixture.js';
import { as, bootShop, Cancellations, FINANCE, Refunds, waitsFor } from './guarded-methods.fixture.js';

const NO_PROVIDER = 'Refunds.refund requires approval, and this object is not a provider of a started application';
const NO_GATE = 'Refunds.refund requires approval, and no gate has decided this call.';

type Call = (order: string, amount: number) => Promise<unknown>;

@Injectable()
class Mailer {
  readonly name: string = 'smtp';
}

/** Binds the method in its constructor, before the application has started. */
@Injectable()
class Holder {
  readonly held: Call;

  constructor(
    @Inject(Refunds) refunds: Refunds,
    readonly mailer: Mailer,
  ) {
    this.held = refunds.refund.bind(refunds);
  }
}

@Module({ providers: [Refunds, Mailer], exports: [Refunds, Mailer] })
class RefundsModule {}

@Module({ imports: [RefundsModule], providers: [Holder], exports: [Holder] })
class OtherModule {}

@Injectable()
class WebRefunds extends Refunds {
  @RequiresApproval({ approvers: { roles: ['web'] } })
  override async refund(order: string, amount: number, context?: ToolContext) {
    await Promise.resolve();
    this.done.push('web');
    return super.refund(order, amount, context);
  }
}

@Injectable()
class Inherited extends Refunds {}

describe('no way around the guard of a method', () => {
  const ways: Readonly<Record<string, (refunds: Refunds) => Call>> = {
    'the provider':
      (refunds) =>
      (...args) =>
        refunds.refund(...args),
    'the class':
      (refunds) =>
      (...args) =>
        Refunds.prototype.refund.call(refunds, ...args),
    'a bound method': (refunds) => refunds.refund.bind(refunds),
    'a proxy': (refunds) => {
      const proxy = new Proxy(refunds, {});
      return (...args) => proxy.refund(...args);
    },
    'a proxy that binds': (refunds) => {
      const proxy = new Proxy(refunds, {
        get: (target, key) => {
          const value: unknown = Reflect.get(target, key);
          return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        },
      });
      return (...args) => proxy.refund(...args);
    },
    'an object made of it': (refunds) => {
      const made = Object.create(refunds) as Refunds;
      return (...args) => made.refund(...args);
    },
  };

  it.each(Object.entries(ways))('through %s', async (_, callThrough) => {
    const { refunds, approvals } = await bootShop();
    const { runId, first } = await waitsFor(as('ada', () => callThrough(refunds)('A-1', 80)));
    expect(refunds.done).toEqual([]);
    await approvals.decide(first.id, yes(first), FINANCE);
    await approvals.runs.resume(runId, FINANCE);
    expect(refunds.done).toEqual(['refund A-1 80 for ada']);
  });

  it('through another module, app.get, a test’s override of another provider, and a callback that was bound before', async () => {
    const { app, refunds } = await bootShop({
      imports: [OtherModule],
      change: (builder) => builder.overrideProvider(Mailer).useValue({ name: 'none' }),
      imported: true,
    });
    const { held, mailer } = app.get(Holder, { strict: false });
    expect(mailer.name).toBe('none');
    const call = app.get(Refunds, { strict: false });
    await waitsFor(as('ada', () => held('A-1', 80)));
    await waitsFor(as('ada', () => call.refund('A-2', 80)));
    expect(refunds.done).toEqual([]);
  });

  it('through a subclass, with or without an override', async () => {
    for (const type of [WebRefunds, Inherited]) {
      const { app, approvals } = await bootShop({ providers: [type] });
      const refunds = app.get<Refunds>(type);
      const { runId, first } = await waitsFor(as('ada', () => refunds.refund('A-1', 80)));
      expect(first.toolName).toBe(`${type.name}.refund`);
      expect(refunds.done).toEqual([]);
      await approvals.decide(first.id, yes(first), { id: 'fay', roles: ['finance', 'web'] });
      await approvals.runs.resume(runId, FINANCE);
      // The method that `super` calls belongs to the call that was approved.
      expect(refunds.done).toEqual([...(type === WebRefunds ? ['web'] : []), 'refund A-1 80 for ada']);
    }
  });

  it('through the method of the superclass: the call is that of the subclass', async () => {
    const { app } = await bootShop({ providers: [WebRefunds] });
    const web = app.get(WebRefunds);
    const { first } = await waitsFor(as('ada', () => Refunds.prototype.refund.call(web, 'A-1', 80)));
    expect(first.toolName).toBe('WebRefunds.refund');
    expect(web.done).toEqual([]);
  });

  it('through an object that is not a provider, or the method alone', async () => {
    const { refunds } = await bootShop();
    const own = new Refunds();
    await expect(as('ada', () => own.refund('A-1', 80))).rejects.toThrow(NO_PROVIDER);
    const { refund } = refunds;
    await expect(as('ada', () => refund('A-1', 80))).rejects.toThrow(NO_PROVIDER);
    expect([...own.done, ...refunds.done]).toEqual([]);
  });
});

describe('no way around the guard of a tool', () => {
  it('through its callback, by hand', async () => {
    const { app, refunds } = await bootShop();
    const input = JSON.stringify({ order: 'A-1', amount: 80 });
    for (const tool of [app.get(ToolRegistry).get('Refunds.refund')!, methodTool(refunds, 'refund')]) {
      await expect(tool.call(input, new ToolContext())).rejects.toThrow(NO_GATE);
    }
    expect(refunds.done).toEqual([]);
  });

  it('through a client without a gate, and through a gate that does not permit guarded methods', async () => {
    class Open extends ToolGate {
      decide(batch: readonly unknown[]): readonly Verdict[] {
        return batch.map(() => ({ type: 'run' }));
      }
    }
    const { refunds } = await bootShop();
    for (const gate of [undefined, new Open()]) {
      const model = new ScriptedChatModel([callsTools(toolCall('refund', { order: 'A-1', amount: 80 })), 'It failed.']);
      const tool = methodTool(refunds, 'refund', { name: 'refund', description: 'Refund an order' });
      await ChatClient.create(model, { gate }).prompt('Refund A-1').tools(tool).call().content();
      expect(lastTexts(model)).toEqual([expect.stringContaining(NO_GATE)]);
    }
    expect(refunds.done).toEqual([]);
  });

  it('through a prompt: a model never sees a method that is only guarded', async () => {
    const { app, chat, model } = await bootShop({ script: ['Hello.', 'Hello.', 'Hello.'] });
    for (const sources of [[Cancellations], ['*'], [/.*/]]) {
      await chat
        .prompt('Hi')
        .tools(...sources)
        .call()
        .content();
      expect(model.prompts.at(-1)!.tools?.map(({ name }) => name)).toEqual(['cancel']);
    }
    const OFFERED =
      '"Refunds.refund" is a guarded method, which no model may call. Add @Tool() to the method to offer it.';
    for (const source of ['Refunds.refund', app.get(ToolRegistry).get('Refunds.refund')!]) {
      await expect(chat.prompt('Hi').tools(source).call().content()).rejects.toThrow(OFFERED);
    }
    await expect(chat.prompt('Hi').tools(Refunds).call().content()).rejects.toThrow(
      'Refunds has no method with @Tool()',
    );
  });

  it('through a decorator that changes the arguments after the decision', async () => {
    const Doubled: MethodDecorator = (_target, _key, descriptor: PropertyDescriptor) => {
      const method = descriptor.value as (order: string, amount: number) => Promise<unknown>;
      descriptor.value = function (this: unknown, order: string, amount: number) {
        return method.call(this, order, amount * 2);
      };
    };
    const done: number[] = [];

    @Injectable()
    class Payouts {
      @Doubled
      @RequiresApproval()
      async pay(order: string, amount: number): Promise<string> {
        done.push(amount);
        return order;
      }
    }
    const { app, approvals } = await bootShop({ providers: [Payouts] });
    const { runId, first } = await waitsFor(as('ada', () => app.get(Payouts).pay('A-1', 40)));
    expect(first.arguments).toEqual({ order: 'A-1', amount: 80 });
    await approvals.decide(first.id, yes(first), FINANCE);
    await approvals.runs.resume(runId, FINANCE);
    expect(done).toEqual([]);
  });

  it('through a decorator that calls the method of another instance after the decision', async () => {
    const done: string[] = [];
    let redirect = false;
    const others: Record<string, Call> = {};
    const Redirected: MethodDecorator = (_target, key, descriptor: PropertyDescriptor) => {
      const method = descriptor.value as Call;
      descriptor.value = function (this: unknown, order: string, amount: number) {
        return redirect ? others[String(key)]!(order, amount) : method.call(this, order, amount);
      };
    };

    @Injectable()
    class Payouts {
      account = 'own';

      @Redirected
      @RequiresApproval()
      async pay(order: string, amount: number): Promise<string> {
        done.push(`${this.account} ${order} ${amount}`);
        return order;
      }
    }
    const other = Object.assign(new Payouts(), { account: 'other' });
    others['pay'] = (order, amount) => {
      redirect = false;
      return other.pay(order, amount);
    };
    const { app, approvals } = await bootShop({ providers: [Payouts] });
    const { runId, first } = await waitsFor(as('ada', () => app.get(Payouts).pay('A-1', 40)));
    await approvals.decide(first.id, yes(first), FINANCE);
    redirect = true;
    await approvals.runs.resume(runId, FINANCE);
    expect(redirect).toBe(false);
    expect(done).toEqual([]);
    expect((await approvals.get(first.id)).status).toBe('FAILED');
  });
});
