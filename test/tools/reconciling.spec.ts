import { describe, expect, it } from 'vitest';
import { Injectable, type Type } from '@nestjs/common';
import { functionTool, provideFunctionTool, Tool, ToolContext, ToolParam } from 'toolgate';
import { type KnownOutcome, methodTool, ToolRegistry } from 'toolgate/tool';
import { z } from 'zod';
import { boot, compile } from '../story.fixture.js';

@Injectable()
class Bank {
  readonly sent = new Map<string, number>();

  @Tool()
  send() {}
}

@Injectable()
class Payments {
  readonly asked: unknown[][] = [];

  constructor(private readonly bank: Bank) {}

  @Tool({ description: 'Pays somebody', reconcile: 'wasPaid' })
  pay(@ToolParam() to: string, context: ToolContext, @ToolParam({ required: false }) day?: Date): string {
    return `${to} ${context.conversation} ${day?.toISOString()}`;
  }

  wasPaid(to: string, context: ToolContext, day?: Date): KnownOutcome | undefined {
    this.asked.push([to, context.idempotencyKey, day]);
    const amount = this.bank.sent.get(to);
    return amount === undefined ? undefined : { type: 'succeeded', value: `${to} got ${amount}` };
  }
}

const context = () => {
  const turn = new ToolContext({ runId: 'r1' });
  return new ToolContext({ turn, call: { toolCallId: 'c1', toolName: 'pay', index: 2, round: 1 } });
};

const failing = (type: Type) => compile({ providers: [type] }).then(({ app }) => app.init());

describe('a tool with a reconcile method', () => {
  it('passes the arguments of the call to it, without running the body', async () => {
    const { app } = await boot({ providers: [Payments, Bank] });
    const pay = app.get(ToolRegistry).get('pay')!;
    expect(await pay.reconcile!({ to: 'ada', day: '2030-01-02T00:00:00Z' }, context())).toBeUndefined();
    app.get(Bank).sent.set('ada', 5);
    expect(await pay.reconcile!({ to: 'ada' }, context())).toEqual({ type: 'succeeded', value: 'ada got 5' });
    expect(app.get(Payments).asked).toEqual([
      ['ada', 'r1:1:2', new Date('2030-01-02T00:00:00Z')],
      ['ada', 'r1:1:2', undefined],
    ]);
  });

  it('rejects an input that its current schema does not accept', async () => {
    const { app } = await boot({ providers: [Payments, Bank] });
    await expect(app.get(ToolRegistry).get('pay')!.reconcile!({}, context())).rejects.toThrow('to');
  });

  it('may be created from a method of an instance, a function, or a function with services', async () => {
    const known: KnownOutcome = { type: 'failed', message: 'no money' };
    const payments = new Payments(new Bank());
    const byHand = methodTool(payments, 'pay', { name: 'send', reconcile: 'wasPaid' });
    expect(await byHand.reconcile!({ to: 'ada' }, context())).toBeUndefined();
    expect(payments.asked).toEqual([['ada', 'r1:1:2', undefined]]);
    const parameters = z.object({ to: z.string().transform((to) => to.toUpperCase()) });
    const made = functionTool({
      name: 'pay',
      parameters,
      run: () => 'paid',
      reconcile: ({ to }, { idempotencyKey }) => ({ type: 'succeeded', value: `${to} ${idempotencyKey}` }),
    });
    expect(await made.reconcile!({ to: 'ada' }, context())).toEqual({ type: 'succeeded', value: 'ADA r1:1:2' });
    const provider = provideFunctionTool('pay', {
      inject: [Bank],
      parameters,
      useFactory: (bank) => ({ run: () => bank.sent.size, reconcile: () => known }),
    });
    const { app } = await boot({ providers: [Bank, provider] });
    expect(await app.get(ToolRegistry).get('pay')!.reconcile!({ to: 'ada' }, context())).toEqual(known);
  });

  it('has a reconcile function only if the option is set', () => {
    const made = functionTool({ name: 'pay', run: () => 'paid' });
    expect([made, methodTool(new Bank(), 'send')].map((tool) => tool.reconcile)).toEqual([undefined, undefined]);
  });
});

describe('an invalid reconcile option is rejected', () => {
  it('if the named method does not exist', async () => {
    class Misspelt {
      readonly done = true;
      @Tool({ reconcile: 'wasPayed' })
      pay() {}
      @Tool({ reconcile: 'done' })
      send() {}
    }
    await expect(failing(Misspelt)).rejects.toThrow(
      'Misspelt.pay: `reconcile` names wasPayed, but there is no such method. Name a method of the class that returns the outcome of a call and has no effect.',
    );
    await expect(failing(Misspelt)).rejects.toThrow('Misspelt.send: `reconcile` names done');
  });

  it('if it names the tool itself, whose body has the effect', async () => {
    class Circular {
      @Tool({ reconcile: 'pay' })
      pay() {}
    }
    await expect(failing(Circular)).rejects.toThrow('Circular.pay: `reconcile` names the tool itself');
  });

  it('if a function tool has a name instead of a function', () => {
    const declare = (reconcile: unknown) => functionTool({ name: 'pay', run: () => 1, reconcile: reconcile as never });
    const problem = 'functionTool("pay"): `reconcile` must be a function, not';
    const remedy = 'Pass a function that returns the outcome of a call, or leave it out.';
    expect(() => declare('wasPaid')).toThrow(`${problem} a string. ${remedy}`);
    expect(() => declare({ name: 'wasPaid' })).toThrow(`${problem} an object. ${remedy}`);
  });
});
