import { describe, expect, it, vi } from 'vitest';
import { Controller, Inject, Injectable, Module, type ModuleMetadata, Scope } from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import type { TestingModuleBuilder } from '@nestjs/testing';
import { ChatClient, Tool, ToolCallback, ToolCallbackProvider, ToolContext } from 'toolgate';
import type { Prompt } from 'toolgate/model';
import { callsTools, toolCall } from 'toolgate/testing';
import { ToolRegistry } from 'toolgate/tool';
import { boot, lastTexts } from '../story.fixture.js';

@Injectable()
class Refunds {
  @Tool({ description: 'Refunds' })
  refund() {
    return 'refunded';
  }
}

@Injectable()
class Payments {
  @Tool({ description: 'Refunds too', name: 'refund' })
  giveBack() {
    return 'given back';
  }

  @Tool({ description: 'Charges' })
  charge() {}
}

class Named extends ToolCallback {
  readonly metadata = {};
  readonly definition;

  constructor(name: string, inputSchema: object = { type: 'object' }) {
    super();
    this.definition = { name, description: name, inputSchema: inputSchema as { type: 'object' } };
  }

  async call() {
    return { output: { type: 'text', text: this.definition.name }, outcome: { type: 'success' } } as const;
  }
}

const moduleOf = (name: string, metadata: ModuleMetadata) => {
  const type = { [name]: class {} }[name]!;
  Module(metadata)(type);
  return type;
};

const textsOf = async (toolName: string, metadata: ModuleMetadata, source: unknown = toolName) => {
  const { chat, model } = await boot({ script: [callsTools(toolCall(toolName)), 'End.'], ...metadata });
  await chat
    .prompt('Go')
    .tools(source as never)
    .call()
    .content();
  return lastTexts(model);
};

describe('the tools of an application', () => {
  it('are found on a provider of any module, exported or not', async () => {
    const imports = [moduleOf('RefundsModule', { providers: [Refunds] })];
    await expect(textsOf('refund', { imports })).resolves.toEqual(['refunded']);
  });

  it('are found on a value provider, and on the result of a factory', async () => {
    await expect(textsOf('refund', { providers: [{ provide: 'x', useValue: new Refunds() }] })).resolves.toEqual([
      'refunded',
    ]);
    await expect(
      textsOf('refund', { providers: [{ provide: 'x', useFactory: async () => new Refunds() }] }),
    ).resolves.toEqual(['refunded']);
  });

  it('are found on a proxy, which handles every call', async () => {
    const asked: unknown[] = [];
    const get = (target: Refunds, key: keyof Refunds) => {
      asked.push(key);
      return target[key];
    };
    const useFactory = () => new Proxy(new Refunds(), { get: get as never });
    await expect(textsOf('refund', { providers: [{ provide: 'x', useFactory }] })).resolves.toEqual(['refunded']);
    expect(asked.at(-1)).toBe('refund');
  });

  it('are found on a controller', async () => {
    @Controller('desk')
    class DeskController {
      @Tool({ description: 'Opens' })
      open() {
        return 'open';
      }
    }
    await expect(textsOf('open', { controllers: [DeskController] }, DeskController)).resolves.toEqual(['open']);
  });

  it('are found on a class that inherits them, overridden or not', async () => {
    abstract class Shared {
      @Tool({ description: 'Shared' })
      shared() {
        return `shared ${this.who()}`;
      }

      @Tool({ description: 'Overridden' })
      overridden() {
        return 'base';
      }

      abstract who(): string;
    }
    @Injectable()
    class Child extends Shared {
      who() {
        return 'child';
      }

      override overridden() {
        return 'child';
      }
    }
    await expect(textsOf('shared', { providers: [Child] }, Child)).resolves.toEqual(['shared child']);
    await expect(textsOf('overridden', { providers: [Child] }, Child)).resolves.toEqual(['child']);
  });

  it('may be static, or private in TypeScript', async () => {
    @Injectable()
    class Odd {
      private readonly secret = 'private';

      @Tool({ description: 'Static' })
      static fixed() {
        return `static ${this.name}`;
      }

      @Tool({ description: 'Private' })
      // @ts-expect-error TypeScript sees no call of it.
      private hidden() {
        return this.secret;
      }
    }
    await expect(textsOf('fixed', { providers: [Odd] }, Odd)).resolves.toEqual(['static Odd']);
    await expect(textsOf('hidden', { providers: [Odd] }, Odd)).resolves.toEqual(['private']);
  });

  it('include the static methods of a class that is not a provider', async () => {
    class Statics {
      @Tool({ description: 'Static' })
      static fixed() {
        return 'static';
      }
    }
    await expect(textsOf('fixed', {}, Statics)).resolves.toEqual(['static']);
  });

  it('include the callbacks and callback providers among the providers', async () => {
    @Injectable()
    class Many extends ToolCallbackProvider {
      toolCallbacks() {
        return [new Named('one'), new Named('two')];
      }
    }
    const providers = [Many, { provide: 'x', useValue: new Named('three') }];
    for (const name of ['one', 'two', 'three']) await expect(textsOf(name, { providers })).resolves.toEqual([name]);
  });

  it('are registered once if an alias refers to their class', async () => {
    const { app } = await boot({ providers: [Refunds, { provide: 'alias', useExisting: Refunds }] });
    expect(
      app
        .get(ToolRegistry)
        .all()
        .map(({ origin, module }) => [origin, module]),
    ).toEqual([['Refunds.refund', 'RootTestModule']]);
  });
});

describe('a class that is provided under the token of another class', () => {
  abstract class Cashier {
    @Tool({ description: 'Pays' })
    pay() {
      return 'nobody';
    }
  }
  @Injectable()
  class Stripe extends Cashier {
    override pay() {
      return 'Stripe';
    }
  }

  it.each<[string, unknown]>([
    ['the token', Cashier],
    ['the class', Stripe],
    ['the name', 'pay'],
  ])('is selected by %s', async (_, source) => {
    const providers = [{ provide: Cashier, useClass: Stripe }];
    await expect(textsOf('pay', { providers }, source)).resolves.toEqual(['Stripe']);
  });

  class Fake extends Refunds {
    override refund() {
      return 'fake';
    }
  }
  class Unrelated {
    refund() {
      return 'fake';
    }
  }
  const mocked = (): object => {
    const mock = vi.mockObject(new Refunds());
    mock.refund.mockReturnValue('fake');
    return mock;
  };
  const bindingProxy = (target: object): object =>
    new Proxy(target, {
      get: (_, key) => {
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
  it.each<[string, (to: ReturnType<TestingModuleBuilder['overrideProvider']>) => TestingModuleBuilder]>([
    ['a class', (to) => to.useClass(Fake)],
    ['an instance', (to) => to.useValue(new Fake())],
    ['a plain object', (to) => to.useValue({ refund: () => 'fake' })],
    ['a class that does not extend it', (to) => to.useClass(Unrelated)],
    ['a mock of all of its methods', (to) => to.useValue(mocked())],
    ['a proxy that binds all of its methods', (to) => to.useValue(bindingProxy(new Fake()))],
  ])('is selected by the token in a test that replaces it with %s', async (_, override) => {
    const { chat, model } = await boot({
      script: [callsTools(toolCall('refund')), 'End.'],
      providers: [Refunds],
      change: (builder) => override(builder.overrideProvider(Refunds)),
    });
    await chat.prompt('Go').tools(Refunds).call().content();
    expect(lastTexts(model)).toEqual(['fake']);
  });
});

describe('a duplicate tool name stops start-up', () => {
  it('with an error that names a prefix, because two classes that inherit a tool cannot rename it', async () => {
    class Table {
      @Tool({ description: 'Find a row' })
      find(id: string): string {
        return id;
      }
    }
    @Injectable()
    class Orders extends Table {}
    @Injectable()
    class Customers extends Table {}
    await expect(boot({ providers: [Orders, Customers] })).rejects.toThrow('or its class a prefix: @Tools({ prefix })');
  });

  it('with an error that names both tools and their modules', async () => {
    const imports = [
      moduleOf('RefundsModule', { providers: [Refunds] }),
      moduleOf('PaymentsModule', { providers: [Payments] }),
    ];
    await expect(boot({ imports })).rejects.toThrow(
      'Two tools are named "refund": Refunds.refund in RefundsModule and Payments.giveBack in PaymentsModule. Give one of them another name, or its class a prefix: @Tools({ prefix }).',
    );
  });

  it('if one class is provided in two modules', async () => {
    const imports = [moduleOf('OneModule', { providers: [Refunds] }), moduleOf('TwoModule', { providers: [Refunds] })];
    await expect(boot({ imports })).rejects.toThrow(
      'Refunds.refund is provided by OneModule and by TwoModule. Provide its class in one module and export it from there.',
    );
  });

  it('if one module provides one class under two tokens, or is registered twice', async () => {
    const text =
      'Refunds.refund is provided twice by ShopModule: under two tokens, or because the module is registered twice. Provide its class once, and other tokens with `useExisting`.';
    const providers = [Refunds, { provide: 'refunds', useClass: Refunds }];
    await expect(boot({ imports: [moduleOf('ShopModule', { providers })] })).rejects.toThrow(text);
    const module = moduleOf('ShopModule', {});
    const registered = ['EUR', 'USD'].map((useValue) => ({
      module,
      providers: [Refunds, { provide: 'currency', useValue }],
    }));
    await expect(boot({ imports: registered })).rejects.toThrow(text);
  });

  it('if a callback has the name', async () => {
    const providers = [Refunds, { provide: 'x', useValue: new Named('refund') }];
    await expect(boot({ providers })).rejects.toThrow(
      'Two tools are named "refund": Refunds.refund in RootTestModule and Named',
    );
  });

  it('with an error that lists all duplicates', async () => {
    const providers = [Refunds, Payments, { provide: 'x', useValue: new Named('charge') }];
    await expect(boot({ providers })).rejects.toThrow(/"refund".*\n.*"charge"/);
  });
});

describe('an invalid tool stops start-up', () => {
  const symbol = Symbol('odd');

  @Injectable()
  class Broken {
    @Tool({ description: 'Takes anything' })
    broken(_thing: Function) {}

    @Tool({ description: 'Fine' })
    fine() {}
  }
  @Injectable()
  class Symbolic {
    @Tool({ description: 'Has no name' })
    [symbol]() {}
  }

  it('with one error for all invalid tools', async () => {
    const bad = { provide: 'x', useValue: new Named('bad', { type: 'nothing' }) };
    const starting = boot({ providers: [Symbolic, Broken, bad, Refunds] });
    await expect(starting).rejects.toThrow(
      'Symbolic has a tool method named Symbol(odd). Use a string as the method name.',
    );
    await expect(starting).rejects.toThrow('Broken.broken');
    await expect(starting).rejects.toThrow('Named, inputSchema of "bad": ');
  });
});

describe('a custom callback with an incomplete definition', () => {
  class Mute extends ToolCallback {
    readonly metadata = {};

    constructor(readonly definition: never) {
      super();
    }

    async call() {
      return { output: { type: 'text', text: 'ran' }, outcome: { type: 'success' } } as const;
    }
  }
  const inputSchema = { type: 'object' };
  it.each<[string, unknown]>([
    ['`name`', undefined],
    ['`name`', { description: 'Mute', inputSchema }],
    ['`name`', { name: ' ', description: 'Mute', inputSchema }],
    ['`inputSchema`', { name: 'mute', description: 'Mute' }],
    ['`inputSchema`', { name: 'mute', description: 'Mute', inputSchema: '{"type":"object"}' }],
  ])('stops start-up, and fails the prompt that passes it, without %s: %j', async (missing, definition) => {
    const mute = new Mute(definition as never);
    const message = `Mute has no ${missing} in its definition. Set definition to { name, description, inputSchema`;
    await expect(boot({ providers: [{ provide: 'x', useValue: mute }, Refunds] })).rejects.toThrow(message);
    const { chat, model } = await boot({ script: ['End.'] });
    await expect((async () => chat.prompt('Go').tools(mute).call().content())()).rejects.toThrow(message);
    expect(model.prompts).toEqual([]);
  });

  it.each([undefined, '', ' \n'])(
    'is described by its name, with a warning at start-up, for the description %j',
    async (description) => {
      const mute = new Mute({ name: 'mute', description, inputSchema } as never);
      const { chat, model, logs } = await boot({ script: ['End.'], providers: [{ provide: 'x', useValue: mute }] });
      await chat.prompt('Go').tools('mute').call().content();
      expect(model.prompts[0]!.tools).toMatchObject([{ name: 'mute', description: 'mute', inputSchema }]);
      expect(logs.join('\n')).toContain('these tools have none beyond their name: "mute" (Mute');
    },
  );
});

describe('a request-scoped class with tools', () => {
  let made = 0;

  @Injectable({ scope: Scope.REQUEST })
  class Session {
    private count = 0;

    constructor(@Inject(REQUEST) private readonly turn: ToolContext) {
      made++;
    }

    @Tool({ description: 'Counts' })
    async count_(context: ToolContext) {
      await Promise.resolve();
      const mixed = context.data !== this.turn.data ? ' MIXED' : '';
      return `${String(this.turn.data['tenant'])} ${++this.count}${mixed}`;
    }
  }

  const calls = callsTools(toolCall('count_', {}, '1'), toolCall('count_', {}, '2'));
  const answer = ({ messages }: Prompt) =>
    messages.filter(({ role }) => role === 'tool').length === 2 ? 'End.' : calls;

  it('is created once per turn, and 50 parallel turns never mix', async () => {
    const { chat, model } = await boot({ script: Array.from({ length: 150 }, () => answer), providers: [Session] });
    made = 0;
    const tenants = Array.from({ length: 50 }, (_, index) => `t${index}`);
    await Promise.all(
      tenants.map((tenant) => chat.prompt(tenant).tools(Session).toolContext({ tenant }).call().content()),
    );
    expect(made).toBe(50);
    const ends = model.prompts.filter(({ messages }) => messages.filter(({ role }) => role === 'tool').length === 2);
    const seen = ends.map(({ messages }) =>
      messages.flatMap((message) =>
        message.role === 'tool' ? message.content.map(({ output }) => (output as { text: string }).text) : [],
      ),
    );
    const expected = tenants.map((tenant) => [1, 2, 3, 4].map((count) => `${tenant} ${count}`));
    // The two calls of a batch run at the same time, so either may count first.
    expect(seen.map((texts) => texts.sort()).sort()).toEqual(expected.sort());
  });

  it('works if a factory creates it, selected by its token', async () => {
    const useFactory = (turn: ToolContext) => new Session(turn);
    const { chat, model } = await boot({
      script: [callsTools(toolCall('count_')), 'End.'],
      providers: [{ provide: Session, scope: Scope.REQUEST, inject: [REQUEST], useFactory }],
    });
    await chat.prompt('Go').tools(Session).toolContext({ tenant: 'acme' }).call().content();
    expect(lastTexts(model)).toEqual(['acme 1']);
  });

  it('may be a controller, or depend on another request-scoped class', async () => {
    @Controller({ path: 'x', scope: Scope.REQUEST })
    class PerRequest {
      constructor(@Inject(REQUEST) private readonly turn: ToolContext) {}

      @Tool({ description: 'Whose' })
      whose() {
        return this.turn.data;
      }
    }
    @Injectable()
    class Dependent {
      constructor(private readonly session: Session) {}

      @Tool({ description: 'Depends' })
      depends(context: ToolContext) {
        return this.session.count_(context);
      }
    }
    const { chat, model } = await boot({
      script: [callsTools(toolCall('whose'), toolCall('depends')), 'End.'],
      controllers: [PerRequest],
      providers: [Session, Dependent],
    });
    await chat.prompt('Go').tools(PerRequest, Dependent).toolContext({ tenant: 'acme' }).call().content();
    expect(lastTexts(model)).toEqual(['{"tenant":"acme"}', 'acme 1']);
  });
});

describe('a provider of callbacks', () => {
  it('returns its callbacks once per turn, so that its tools may change between turns', async () => {
    let turn = 0;
    class Growing extends ToolCallbackProvider {
      toolCallbacks() {
        turn++;
        return [new Named(`tool-${turn}`)];
      }
    }
    const { chat, model } = await boot({
      script: [callsTools(toolCall('tool-1')), 'End.', callsTools(toolCall('tool-2')), 'End.'],
    });
    const growing = new Growing();
    await chat.prompt('Go').tools([growing]).call().content();
    expect(lastTexts(model)).toEqual(['tool-1']);
    await chat.prompt('Go').tools(growing).call().content();
    expect(lastTexts(model)).toEqual(['tool-2']);
    expect(turn).toBe(2);
  });
});

describe('a client without a container', () => {
  it('rejects a tool name, because it has no registry', async () => {
    const { model } = await boot({ script: ['End.'] });
    const chat = ChatClient.create(model);
    await expect((async () => chat.prompt('Go').tools('refund').call().content())()).rejects.toThrow(
      'No tool is named "refund".',
    );
  });
});
