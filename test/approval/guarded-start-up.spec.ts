import { describe, expect, it } from 'vitest';
import { Injectable, Scope, type Type } from '@nestjs/common';
import { Tool, ToolParam } from 'toolgate';
import { InMemoryApprovalStore, RequiresApproval } from 'toolgate/approval';
import { boot } from '../story.fixture.js';
import { Askers } from './approval.fixture.js';

const options = { approval: { store: new InMemoryApprovalStore(), requester: new Askers(), worker: false } };

@Injectable()
class Refunds {
  @RequiresApproval()
  async refund(order: string) {
    return order;
  }
}

const startWith = (...providers: Type[]) => boot({ options, providers });

describe('an application with guarded methods', () => {
  it('starts, and reports them as methods that no model sees', async () => {
    @Injectable()
    class Payouts {
      @RequiresApproval()
      async refund(order: string) {
        return order;
      }
    }
    const { logs } = await startWith(Refunds, Payouts);
    expect(logs).toEqual([]);
  });

  it('starts if the type of a guarded method is a promise, or if the method is async and has no type', async () => {
    @Injectable()
    class Refunds {
      @RequiresApproval()
      refund(order: string): Promise<string> {
        return Promise.resolve(order);
      }
    }
    // As in JavaScript, for which no compiler writes types.
    class Payouts {
      async payAll() {}
    }
    const payAll = Object.getOwnPropertyDescriptor(Payouts.prototype, 'payAll')!;
    RequiresApproval()(Payouts.prototype, 'payAll', payAll);
    Object.defineProperty(Payouts.prototype, 'payAll', payAll);
    const { logs } = await startWith(Refunds, Payouts);
    expect(logs).toEqual([]);
  });

  it('starts beside a frozen provider whose tools have no guard', async () => {
    @Injectable()
    class Rates {
      constructor() {
        Object.freeze(this);
      }

      @Tool({ description: 'Reads a rate' })
      rate(currency: string) {
        return currency;
      }
    }
    const { logs } = await startWith(Refunds, Rates);
    expect(logs).toEqual([]);
  });

  it('warns if no store saves the calls that wait', async () => {
    const { logs } = await boot({ providers: [Refunds] });
    expect(logs).toEqual([
      expect.stringMatching(/^warn: "Refunds\.refund" requires the decision of a person, and .*ApprovalStore/),
    ]);
  });
});

describe('a test', () => {
  it('may provide a plain object in place of a class with guarded methods', async () => {
    const { app } = await boot({
      options,
      providers: [Refunds],
      change: (builder) =>
        builder.overrideProvider(Refunds).useValue(Object.freeze({ refund: async () => 'refunded' })),
    });
    expect(await app.get(Refunds).refund('A-1')).toBe('refunded');
  });

  it('may provide an unrelated class in its place', async () => {
    class FakeRefunds {
      async refund() {
        return 'refunded';
      }
    }
    const { app } = await boot({
      options,
      providers: [Refunds],
      change: (builder) => builder.overrideProvider(Refunds).useClass(FakeRefunds),
    });
    expect(await app.get(Refunds).refund('A-1')).toBe('refunded');
  });
});

describe('start-up stops', () => {
  it('for a scoped provider', async () => {
    for (const scope of [Scope.REQUEST, Scope.TRANSIENT]) {
      @Injectable({ scope })
      class Refunds {
        @RequiresApproval()
        async refund(order: string) {
          return order;
        }
      }
      await expect(startWith(Refunds)).rejects.toThrow(
        'Refunds.refund requires approval, and its provider is request-scoped or transient, so the instance does not exist after the decision. Make the provider a singleton, and read the data of the request from a ToolContext parameter.',
      );
    }
  });

  it('for parameters that JSON cannot carry, whose overloads differ in type, or that take the rest', async () => {
    @Injectable()
    class Uploads {
      @RequiresApproval()
      async store(@ToolParam() file: Buffer) {
        return file.length;
      }
    }
    await expect(startWith(Uploads)).rejects.toThrow(/Uploads\.store, parameter 0 \(file\)/);

    @Injectable()
    class Refunds {
      async refund(order: string): Promise<string>;
      async refund(order: number): Promise<string>;
      @RequiresApproval()
      async refund(order: string | number): Promise<string> {
        return String(order);
      }
    }
    await expect(startWith(Refunds)).rejects.toThrow(/Refunds\.refund, parameter 0 \(order\)/);

    @Injectable()
    class Many {
      @RequiresApproval()
      async refund(...orders: string[]) {
        return orders.length;
      }
    }
    await expect(startWith(Many)).rejects.toThrow(/Many\.refund, parameter 0 \(orders\): it takes the rest/);
  });

  it('for a method that does not return a promise', async () => {
    @Injectable()
    class Refunds {
      @RequiresApproval()
      refund(order: string): string {
        return order;
      }
    }
    await expect(startWith(Refunds)).rejects.toThrow(
      'Refunds.refund requires approval, so its callers wait, but it does not return a promise. Declare the method `async`.',
    );
  });

  it('for an override without the decorator, and for a property in its place', async () => {
    class Refunds {
      @RequiresApproval()
      async refund(order: string): Promise<string> {
        return order;
      }
    }
    @Injectable()
    class WebRefunds extends Refunds {
      override async refund(order: string): Promise<string> {
        return super.refund(order);
      }
    }
    await expect(startWith(WebRefunds)).rejects.toThrow(
      'WebRefunds.refund overrides Refunds.refund, which requires approval, and is not guarded itself. Add @RequiresApproval() to WebRefunds.refund.',
    );

    @Injectable()
    class FastRefunds extends Refunds {
      override refund = async (order: string): Promise<string> => order;
    }
    await expect(startWith(FastRefunds)).rejects.toThrow(
      'FastRefunds.refund requires approval, and a property of the instance replaces the method',
    );
  });

  it('for a frozen provider', async () => {
    @Injectable()
    class Refunds {
      constructor() {
        Object.freeze(this);
      }

      @RequiresApproval()
      async refund(order: string) {
        return order;
      }
    }
    await expect(startWith(Refunds)).rejects.toThrow('its instance is frozen');
  });

  it('for a method that @Tool() exempts from approval', async () => {
    @Injectable()
    class Refunds {
      @Tool({ requiresApproval: false })
      @RequiresApproval()
      async refund(order: string) {
        return order;
      }
    }
    await expect(startWith(Refunds)).rejects.toThrow(
      'Refunds.refund has @RequiresApproval() and @Tool({ requiresApproval: false }). Remove one of them.',
    );
  });
});

describe('a class with a guarded method is not defined', () => {
  it('if the decorated member is static, is not a method, has a symbol as its name, or has the decorator twice', () => {
    expect(() => {
      class Refunds {
        @RequiresApproval()
        static async refund() {}
      }
      return Refunds;
    }).toThrow('Refunds.refund cannot have @RequiresApproval(): it is static. Make it a method of a provider.');
    expect(() => {
      class Refunds {
        @RequiresApproval()
        get refund() {
          return async () => {};
        }
      }
      return Refunds;
    }).toThrow('Refunds.refund cannot have @RequiresApproval(): it is not a method. Put the decorator on a method.');
    expect(() => {
      const OnProperty = RequiresApproval() as PropertyDecorator;
      class Refunds {
        @OnProperty
        refund = async () => {};
      }
      return Refunds;
    }).toThrow('Refunds.refund cannot have @RequiresApproval(): it is not a method. Put the decorator on a method.');
    const hidden = Symbol('refund');
    expect(() => {
      class Refunds {
        @RequiresApproval()
        async [hidden]() {}
      }
      return Refunds;
    }).toThrow('its name is not a string. Use a string as the method name.');
    expect(() => {
      class Refunds {
        @RequiresApproval()
        @RequiresApproval({ fourEyes: true })
        async refund() {}
      }
      return Refunds;
    }).toThrow(
      'Refunds.refund cannot have @RequiresApproval(): the method has the decorator twice. Put all requirements into one.',
    );
  });

  it('if no approver could meet the requirement', () => {
    expect(() => RequiresApproval({ approvers: { roles: [] } })).toThrow(
      '@RequiresApproval() cannot be created: approvers of its requirement must be roles, users and a quorum only',
    );
  });
});
