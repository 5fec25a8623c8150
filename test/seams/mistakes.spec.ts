import { describe, expect, it } from 'vitest';
import { type CanActivate, Inject, Injectable, type Provider, UseGuards } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import {
  AroundAdvisor,
  ChatClient,
  InjectChatClient,
  RequesterResolver,
  Tool,
  ToolApprovalAuditor,
  ToolApprovalDecision,
  ToolApprovalStrategy,
  ToolgateModule,
  ToolParam,
  Tools,
} from 'toolgate';
import { anyOf } from 'toolgate/approval';
import { callsTools, toolCall } from 'toolgate/testing';
import { ToolVisibility } from 'toolgate/tool';
import { boot, compile, lastTexts } from '../story.fixture.js';

const DECISION = 'Return ToolApprovalDecision.approve(), reject(reason), ask() or abstain()';
const CLASS = 'Pass a class, such as String, Number, Boolean, Date or a DTO, or a function that returns one';

const thrownBy = (use: () => unknown): Error => {
  try {
    use();
  } catch (error) {
    return error as Error;
  }
  throw new Error('The function did not throw.');
};

@Injectable()
class Desk {
  @Tool({ description: 'Refund an order' })
  refund(orderNumber: string): string {
    return `refunded ${orderNumber}`;
  }
}

const refund = callsTools(toolCall('refund', { orderNumber: 'A-1' }));

describe('invalid options of the module', () => {
  it.each([
    ['yes', 'a string'],
    [5, '5'],
    [null, 'null'],
    [[], '[]'],
  ])('are rejected: memory is %o', async (memory, shown) => {
    await expect(boot({ options: { memory: memory as never } })).rejects.toThrow(
      `The option memory of ToolgateModule.forRoot() is ${shown}. Pass true, false or an object with enabled, maxMessages, maxTokens, countTokens, retentionMs.`,
    );
  });

  it.each([
    [undefined, 'undefined'],
    [null, 'null'],
    ['model', 'a string'],
  ])('are rejected if a factory returns %o', async (options, what) => {
    for (const useFactory of [() => options, async () => options]) {
      const imports = [ToolgateModule.forRootAsync({ useFactory: useFactory as never })];
      await expect(Test.createTestingModule({ imports }).compile()).rejects.toThrow(
        `The factory of ToolgateModule.forRootAsync() returned ${what}. Return the options, such as { model }, or {}.`,
      );
    }
  });

  it('are rejected if a class returns no options', async () => {
    class Factory {
      createToolgateOptions(): never {
        return undefined as never;
      }
    }
    const imports = [ToolgateModule.forRootAsync({ useClass: Factory })];
    await expect(Test.createTestingModule({ imports }).compile()).rejects.toThrow(
      'The factory of ToolgateModule.forRootAsync() returned undefined.',
    );
  });
});

describe('a chat client with a name', () => {
  it('is rejected if the factory of its options returns nothing', async () => {
    const useFactory = () => undefined as never;
    const imports = [ToolgateModule.forFeature([{ name: 'sales', inject: [], useFactory }])];
    await expect(boot({ imports })).rejects.toThrow(
      `The chat client "sales" received undefined. Return its options from useFactory, such as { system: 'Be brief.' }, or {}.`,
    );
  });

  it('is rejected outside a list, and without a name', () => {
    expect(() => ToolgateModule.forFeature({ name: 'support' } as never)).toThrow(
      "ToolgateModule.forFeature() takes a list of clients. Write ToolgateModule.forFeature([{ name: 'support' }]).",
    );
    for (const name of ['', ' ', 5, undefined]) {
      expect(() => ToolgateModule.forFeature([{ name: name as never }])).toThrow(
        "ToolgateModule.forFeature() needs a name for each client: [{ name: 'support' }].",
      );
    }
  });

  it('is named with the module to import if it is injected and no module provides it', async () => {
    @Injectable()
    class Support {
      constructor(@InjectChatClient('support') readonly chat: ChatClient) {}
    }
    await expect(compile({ providers: [Support] })).rejects.toThrow(
      "Symbol(the chat client 'support': name one of the clients of forFeature(), or import ToolgateModule.forFeature([{ name: 'support' }])) at index [0] is available in the RootTestModule module.",
    );
  });

  it('is named with the module to import if the application has no ToolgateModule.forRoot()', async () => {
    const imports = [ToolgateModule.forFeature([{ name: 'support' }])];
    await expect(Test.createTestingModule({ imports }).compile()).rejects.toThrow(
      "Nest can't resolve dependencies of the Symbol(the memory of the chat client 'support': import ToolgateModule.forRoot() in the root module)",
    );
  });

  it('cannot be injected without a name', () => {
    expect(() => InjectChatClient('')).toThrow(
      "@InjectChatClient() received an empty string. Pass the name of a client, such as 'support', or inject ChatClient.",
    );
  });
});

describe('an invalid argument of @ToolParam() and @Tool()', () => {
  it.each<[unknown, string]>([
    [
      'Order number',
      "@ToolParam() received a string. Pass options, such as { description: 'Order number, such as A-1042' }.",
    ],
    [{ required: 'no' }, '`required` of @ToolParam() is the string "no". Pass true or false, or leave it out.'],
    [{ name: '' }, '`name` of @ToolParam() is an empty string. Pass the name that the model uses, or leave it out.'],
    [{ name: 5 }, '`name` of @ToolParam() is a number. Pass the name that the model uses, or leave it out.'],
    [{ description: 5 }, '`description` of @ToolParam() is a number. Pass a string, or leave it out.'],
    [{ type: 'string' }, '`type` of @ToolParam() is the string "string". Write `type: String`, or leave it out.'],
    [{ type: 'integer' }, '`type` of @ToolParam() is the string "integer". Write `type: Number`, or leave it out.'],
    [{ type: 'Item' }, `\`type\` of @ToolParam() is the string "Item". ${CLASS}, or leave it out.`],
    [{ items: 'string' }, '`items` of @ToolParam() is the string "string". Write `items: String`, or leave it out.'],
    [{ type: { type: 'string' } }, `\`type\` of @ToolParam() is an object. ${CLASS}, or leave it out.`],
    [
      { enum: 'open' },
      "`enum` of @ToolParam() is the string \"open\". Pass an enum, or a list of values, such as ['open', 'closed'], or leave it out.",
    ],
    [
      { schema: 'text' },
      '`schema` of @ToolParam() is the string "text". Pass a Standard Schema or JSON Schema, or leave it out.',
    ],
    [{ examples: 'A-1' }, '`examples` of @ToolParam() is the string "A-1". Pass a list of examples, or leave it out.'],
    [
      { optional: true },
      '@ToolParam() does not accept `optional`. Use one of: name, description, required, type, items,',
    ],
  ])('is rejected on a parameter and on a property: %j', (options, message) => {
    class Orders {
      find(orderNumber: string): string {
        return orderNumber;
      }
    }
    const parameter = thrownBy(() => ToolParam(options as never)(Orders.prototype, 'find', 0));
    expect(parameter.name).toBe('ToolDeclarationException');
    expect(parameter.message).toContain(`Orders.find, parameter 0: ${message}`);
    const property = thrownBy(() => ToolParam(options as never)(Orders.prototype, 'status'));
    expect(property.message).toContain(`Orders.status: ${message}`);
  });

  it('is rejected on a method and a class if it is a string', () => {
    const descriptor = Object.getOwnPropertyDescriptor(Desk.prototype, 'refund')!;
    expect(() => Tool('Refund an order' as never)(class Orders {}.prototype, 'refund', descriptor)).toThrow(
      "Orders.refund: @Tool() received a string. Pass options, such as { description: 'Look an order up' }.",
    );
    expect(() => Tools('orders_' as never)(class Orders {})).toThrow(
      'Orders: @Tools() received a string. Pass options,',
    );
  });

  it('is rejected if a name is blank', async () => {
    class Orders {
      @Tool({ name: ' ', description: 'Look an order up' })
      find(): void {}
    }
    await expect(boot({ providers: [Orders] })).rejects.toThrow(
      'Orders.find: `name` of @Tool() is an empty string. Pass a string that is not blank, or leave it out.',
    );
  });
});

describe('a tool class into which Nest injects nothing', () => {
  const warnings = async (...providers: (new (...args: never[]) => object)[]) =>
    (await boot({ providers })).logs.filter((line) => line.includes('injects nothing'));

  it('causes a warning without @Injectable()', async () => {
    class Refunds {
      constructor(readonly desk: Desk) {}

      @Tool({ description: 'Refund an order' })
      pay(): string {
        return String(this.desk);
      }
    }
    expect(await warnings(Refunds)).toEqual([
      'warn: Refunds has @Tool() methods, and Nest injects nothing into its constructor. Add @Injectable() to the class. Toolgate',
    ]);
  });

  it('causes a warning if the compiler emitted no constructor types, as under tsx', async () => {
    class Refunds {
      constructor(readonly desk: Desk) {}

      pay(): string {
        return String(this.desk);
      }
    }
    Injectable()(Refunds);
    Tool({ description: 'Refund an order' })(
      Refunds.prototype,
      'pay',
      Object.getOwnPropertyDescriptor(Refunds.prototype, 'pay')!,
    );
    expect(await warnings(Refunds)).toEqual([
      'warn: Refunds has @Tool() methods, and Nest injects nothing into its constructor. The class was compiled without decorator metadata (tsx and esbuild write none). Compile with tsc or swc and "emitDecoratorMetadata": true, or put @Inject() on each parameter. Toolgate',
    ]);
  });

  it('causes no warning if Nest can resolve the parameters, or there are none', async () => {
    class WithoutParameters {
      @Tool({ description: 'One' })
      one(): void {}
    }
    class WithInject {
      constructor(@Inject(WithoutParameters) readonly other: WithoutParameters) {}

      @Tool({ description: 'Two' })
      two(): void {}
    }
    expect(await warnings(WithoutParameters, WithInject, Desk)).toEqual([]);
  });
});

describe('a class of a seam into which Nest injects nothing', () => {
  class ByDesk extends ToolApprovalStrategy {
    constructor(readonly desk: Desk) {
      super();
    }

    approve() {
      return ToolApprovalDecision.approve();
    }
  }
  class Sessions extends RequesterResolver {
    constructor(readonly desk: Desk) {
      super();
    }

    identify() {
      return { id: 'ada' };
    }

    rehydrate() {
      return { type: 'present' } as const;
    }
  }
  class Trail extends ToolApprovalAuditor {
    constructor(readonly desk: Desk) {
      super();
    }

    decided(): void {}
  }
  class Notes extends AroundAdvisor {
    constructor(readonly desk: Desk) {
      super();
    }
  }
  class Rules {
    constructor(readonly desk: Desk) {}

    isVisible(): boolean {
      return true;
    }
  }
  const warnings = async (...providers: readonly Provider[]) =>
    (await boot({ providers: [Desk, ...providers] })).logs.filter((line) => line.includes('injects nothing'));
  const warning = (name: string, seam: string) =>
    `warn: ${name} is provided as ${seam}, and Nest injects nothing into its constructor. Add @Injectable() to the class. Toolgate`;

  it.each<[Provider, string, string]>([
    [{ provide: ToolApprovalStrategy, useClass: ByDesk }, 'ByDesk', 'ToolApprovalStrategy'],
    [{ provide: RequesterResolver, useClass: Sessions }, 'Sessions', 'RequesterResolver'],
    [{ provide: ToolVisibility, useClass: Rules }, 'Rules', 'ToolVisibility'],
    [Trail, 'Trail', 'ToolApprovalAuditor'],
    [Notes, 'Notes', 'Advisor'],
  ])('causes a warning without @Injectable(): %o', async (provider, name, seam) => {
    expect(await warnings(provider)).toEqual([warning(name, seam)]);
  });

  it('causes one warning, and none if Nest does not create it or can resolve the parameters', async () => {
    @Injectable()
    class Known extends ByDesk {
      constructor(readonly other: Desk) {
        super(other);
      }
    }
    expect(await warnings(Trail, { provide: 'trail', useExisting: Trail })).toEqual([
      warning('Trail', 'ToolApprovalAuditor'),
    ]);
    expect(await warnings({ provide: ToolApprovalStrategy, useClass: Known })).toEqual([]);
    expect(await warnings({ provide: ToolApprovalStrategy, useValue: new ByDesk(new Desk()) })).toEqual([]);
    expect(
      await warnings({ provide: ToolApprovalStrategy, useFactory: (desk: Desk) => new ByDesk(desk), inject: [Desk] }),
    ).toEqual([]);
  });
});

describe('a tool whose parameters cannot be read', () => {
  class Plain {
    find(orderNumber: string): string {
      return orderNumber;
    }
  }
  const declared = (type: { readonly prototype: object }) => {
    Tool({ description: 'Look an order up' })(
      type.prototype,
      'find',
      Object.getOwnPropertyDescriptor(type.prototype, 'find')!,
    );
    return type as never;
  };

  it('stops start-up under a compiler without decorator metadata', async () => {
    await expect(boot({ providers: [declared(Plain)] })).rejects.toThrow(
      'Plain.find, parameter 0 (orderNumber): the class was compiled without decorator metadata (tsx and esbuild write none).\nCompile with tsc or swc and "emitDecoratorMetadata": true, or build with the Nest CLI and "toolgate/plugin" in compilerOptions.plugins of nest-cli.json. Or state the type of each parameter: `@ToolParam({ type: String })`.',
    );
  });

  it('stops start-up with one remedy for all parameters with the same cause', async () => {
    class Lists {
      find(orders: string[], limit: number | string, since: Date): void {
        void [orders, limit, since];
      }
    }
    class Stock {
      find(items: unknown): void {
        void items;
      }
    }
    class Cancellations {
      find(orderNumber: string): string {
        return orderNumber;
      }
    }
    class Returns {
      find(orderNumber: string): string {
        return orderNumber;
      }
    }
    Reflect.defineMetadata('design:paramtypes', [Array, Object, Date], Lists.prototype, 'find');
    Reflect.defineMetadata('design:paramtypes', [Object], Stock.prototype, 'find');
    const told = await boot({ providers: [Lists, Cancellations, Stock, Returns].map(declared) }).catch(String);
    const [types, metadata] = String(told).split(/\n {2}@ToolParam[^]*JSON Schema\n/);
    expect(types).toBe(
      'ToolDeclarationException: Lists.find, parameter 0 (orders): its type cannot be read from the running code.\n' +
        'Lists.find, parameter 1 (limit): its type cannot be read from the running code.\n' +
        'Stock.find, parameter 0 (items): its type cannot be read from the running code.\n' +
        'Add "toolgate/plugin" to compilerOptions.plugins in nest-cli.json: it reads the types during the build, without a change of the code. A build with swc needs loadPluginMetadata() before NestFactory.create() too. A test runner does not read that file: configure the plugin for it, or state the type. If a type is a class, such as ToolContext, import it as a value, not with `import type`. Otherwise state the type before the name:',
    );
    expect(metadata?.match(/\(orderNumber\): the class was compiled without/g)).toHaveLength(2);
    expect(metadata?.match(/Compile with tsc or swc/g)).toHaveLength(1);
    expect(metadata?.endsWith('`@ToolParam({ type: String })`.')).toBe(true);
  });

  it('stops start-up in a minified build', async () => {
    const Minified = new Function('return class Orders{find(a){return a}}')() as { readonly prototype: object };
    Reflect.defineMetadata('design:paramtypes', [String], Minified.prototype, 'find');
    await expect(boot({ providers: [declared(Minified)] })).rejects.toThrow(
      "Orders.find, parameter 0 (unnamed): its name cannot be read from the running code (destructured, minified, or hidden by another decorator). Add `@ToolParam({ name: 'orderNumber' })`.",
    );
  });
});

describe('a strategy that returns no decision', () => {
  class RefundPolicy extends ToolApprovalStrategy {
    constructor(private readonly returned: unknown) {
      super();
    }

    approve(): ToolApprovalDecision {
      return this.returned as ToolApprovalDecision;
    }
  }
  const run = async (strategy: unknown) => {
    const options = { approval: { strategy: strategy as never } };
    const { chat } = await boot({ script: [refund, 'End.'], options, providers: [Desk] });
    return chat.prompt('Refund A-1').tools(Desk).call().content();
  };

  it.each([
    [true, 'true'],
    [undefined, 'undefined'],
    ['approve', 'a string'],
    [{ approved: true }, 'an object that is not a decision'],
    [Promise.resolve(false), 'false'],
  ])('is named with the returned value: %o', async (returned, what) => {
    await expect(run(new RefundPolicy(returned))).rejects.toThrow(
      `The approval of "refund" failed: RefundPolicy returned ${what}. ${DECISION}. No call of this batch ran.`,
    );
  });

  it('is named if it is a function or a part of a composition', async () => {
    const refundPolicy = () => true;
    await expect(run(refundPolicy)).rejects.toThrow(`The approval of "refund" failed: refundPolicy returned true.`);
    await expect(run(anyOf(new RefundPolicy(true)))).rejects.toThrow(`RefundPolicy: it returned true. ${DECISION}`);
  });
});

describe('a guard that throws a programming error', () => {
  class AdminGuard implements CanActivate {
    canActivate(): boolean {
      return (undefined as unknown as { readonly admin: boolean }).admin;
    }
  }
  class OpenGuard implements CanActivate {
    canActivate(): boolean {
      return true;
    }
  }

  @Injectable()
  class Guarded {
    @UseGuards(OpenGuard, AdminGuard)
    @Tool({ description: 'Refund an order' })
    refund(orderNumber: string): string {
      return orderNumber;
    }
  }

  it('is named in the log, and not in the result for the model', async () => {
    const { chat, model, logs } = await boot({ script: [refund, 'End.'], providers: [Guarded] });
    await chat.prompt('Refund A-1').tools(Guarded).call().content();
    expect(lastTexts(model)).toEqual(['The tool "refund" failed because of an internal error.']);
    expect(logs).toEqual([
      expect.stringContaining(
        'Tool "refund" failed with TypeError in the guard AdminGuard. Set toolCalling.logErrors to log the details.',
      ),
    ]);
  });
});
