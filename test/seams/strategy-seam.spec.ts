import { describe, expect, it } from 'vitest';
import { Global, Injectable, Module, type ModuleMetadata, Scope } from '@nestjs/common';
import { AlwaysApproveStrategy, ChatClient, Tool, ToolApprovalDecision, ToolApprovalStrategy } from 'toolgate';
import { ToolApprovalContext } from 'toolgate/approval';
import { callsTools, toolCall } from 'toolgate/testing';
import { boot, compile, lastTexts, type Story } from '../story.fixture.js';

@Injectable()
class Desk {
  @Tool({ description: 'Refunds' })
  refund() {
    return 'refunded';
  }
}

@Injectable()
class Policy {
  readonly reason = 'injected';
}

@Injectable()
class Closed extends ToolApprovalStrategy {
  constructor(private readonly policy: Policy) {
    super();
  }

  approve() {
    return ToolApprovalDecision.reject(this.policy.reason);
  }
}

const saying = (reason: string): ToolApprovalStrategy => ToolApprovalStrategy.alwaysReject(reason);
const denied = (reason: string) => [`Tool execution was denied: ${reason}`];

const textsOf = async (story: Story): Promise<readonly string[]> => {
  const { chat, model } = await boot({
    script: [callsTools(toolCall('refund')), 'End.'],
    ...story,
    providers: [Desk, ...(story.providers ?? [])],
  });
  await chat.prompt('Refund').tools(Desk).call().content();
  return lastTexts(model);
};

const feature = (metadata: ModuleMetadata) => {
  @Module(metadata)
  class RefundsModule {}
  return RefundsModule;
};

describe('the active strategy', () => {
  it('approves everything if no module provides one', async () => {
    await expect(textsOf({})).resolves.toEqual(['refunded']);
  });

  it('may come from the root module, with its dependencies', async () => {
    const providers = [Policy, { provide: ToolApprovalStrategy, useClass: Closed }];
    await expect(textsOf({ providers })).resolves.toEqual(denied('injected'));
  });

  it('may come from a feature module that exports nothing', async () => {
    const imports = [feature({ providers: [Policy, { provide: ToolApprovalStrategy, useClass: Closed }] })];
    await expect(textsOf({ imports })).resolves.toEqual(denied('injected'));
  });

  it('may come from a global module', async () => {
    @Global()
    @Module({
      providers: [{ provide: ToolApprovalStrategy, useValue: saying('global') }],
      exports: [ToolApprovalStrategy],
    })
    class PolicyModule {}
    await expect(textsOf({ imports: [PolicyModule] })).resolves.toEqual(denied('global'));
  });

  it('may be an alias of a class that is injected elsewhere too', async () => {
    const providers = [Policy, Closed, { provide: ToolApprovalStrategy, useExisting: Closed }];
    await expect(textsOf({ providers })).resolves.toEqual(denied('injected'));
  });

  it('may be a value that only implements the interface', async () => {
    const providers = [
      { provide: ToolApprovalStrategy, useValue: { approve: () => ({ type: 'reject', reason: 'value' }) } },
    ];
    await expect(textsOf({ providers })).resolves.toEqual(denied('value'));
  });

  it('may come from a factory, even an asynchronous one', async () => {
    const useFactory = async () => saying('factory');
    await expect(textsOf({ providers: [{ provide: ToolApprovalStrategy, useFactory }] })).resolves.toEqual(
      denied('factory'),
    );
  });

  it.each([
    ['an instance', saying('option')],
    ['a function', () => ToolApprovalDecision.reject('option')],
  ])('may come from forRoot as %s', async (_, strategy) => {
    await expect(textsOf({ options: { approval: { strategy } } })).resolves.toEqual(denied('option'));
  });
});

describe('start-up stops', () => {
  const one = { provide: ToolApprovalStrategy, useValue: saying('one') };
  const two = { provide: ToolApprovalStrategy, useValue: saying('two') };

  it('when two modules provide a strategy, and the error names both', async () => {
    @Module({ providers: [one] })
    class BillingModule {}
    @Module({ providers: [two] })
    class SupportModule {}
    await expect(textsOf({ imports: [BillingModule, SupportModule] })).rejects.toThrow(
      'ToolApprovalStrategy is provided more than once: by BillingModule and by SupportModule. Provide it once, and export it from there.',
    );
  });

  it('when forRoot has a strategy and a module provides another', async () => {
    const story = textsOf({
      imports: [feature({ providers: [one] })],
      options: { approval: { strategy: saying('x') } },
    });
    await expect(story).rejects.toThrow(
      'ToolApprovalStrategy is provided more than once: by ToolgateModule.forRoot({ approval: { strategy } }) and by RefundsModule.',
    );
  });

  it('when two modules alias the same class with separate instances', async () => {
    const providers = [Policy, Closed, { provide: ToolApprovalStrategy, useExisting: Closed }];
    await expect(textsOf({ imports: [feature({ providers }), feature({ providers })] })).rejects.toThrow(
      'is provided more than once',
    );
  });

  it('when a class extends it but is only provided under its own token, because no gate would ask it', async () => {
    await expect(textsOf({ imports: [feature({ providers: [Policy, Closed] })] })).rejects.toThrow(
      'Closed in RefundsModule extends ToolApprovalStrategy but is not provided under that token, so it would be ignored. Write { provide: ToolApprovalStrategy, useClass: Closed }.',
    );
  });

  it('when a factory creates such a class for each turn', async () => {
    const providers = [{ provide: Closed, scope: Scope.REQUEST, useFactory: () => new Closed(new Policy()) }];
    await expect(textsOf({ providers })).rejects.toThrow('Closed in RootTestModule extends ToolApprovalStrategy but');
  });

  it.each([undefined, null])('when the provided value is %o', async (value) => {
    const useFactory = () => value;
    await expect(textsOf({ providers: [{ provide: ToolApprovalStrategy, useFactory }] })).rejects.toThrow(
      `ToolApprovalStrategy in RootTestModule is provided as ${value}. Provide an instance, or remove the provider.`,
    );
  });

  it('when forRoot receives the class itself', async () => {
    await expect(textsOf({ options: { approval: { strategy: Closed as never } } })).rejects.toThrow(
      'approval.strategy is the class Closed. Pass an instance: new Closed(…). Or leave the option out, and add { provide: ToolApprovalStrategy, useClass: Closed } to the providers of a module.',
    );
  });
});

describe('two providers of one strategy', () => {
  it('count as one if one is an alias in an importing module', async () => {
    const shared = feature({ providers: [Policy, Closed], exports: [Closed] });
    const imports = [
      shared,
      feature({ imports: [shared], providers: [{ provide: ToolApprovalStrategy, useExisting: Closed }] }),
    ];
    await expect(textsOf({ imports })).resolves.toEqual(denied('injected'));
  });

  it('count as one if both modules provide the same value', async () => {
    const providers = [{ provide: ToolApprovalStrategy, useValue: saying('same') }];
    await expect(textsOf({ imports: [feature({ providers }), feature({ providers })] })).resolves.toEqual(
      denied('same'),
    );
  });

  it('may both extend it if only one is under the token: the other one can be part of a composition', async () => {
    const providers = [Policy, Closed, { provide: ToolApprovalStrategy, useValue: saying('outer') }];
    await expect(textsOf({ providers })).resolves.toEqual(denied('outer'));
  });
});

describe('overrideProvider in a test', () => {
  @Injectable()
  class Replaced extends ToolApprovalStrategy {
    approve() {
      return ToolApprovalDecision.reject('replaced');
    }
  }
  const applications: readonly (readonly [string, Story])[] = [
    ['provides nothing', {}],
    ['provides one', { providers: [{ provide: ToolApprovalStrategy, useValue: saying('own') }] }],
    ['has one in forRoot', { options: { approval: { strategy: saying('own') } } }],
    [
      'provides one in a feature module',
      { imports: [feature({ providers: [{ provide: ToolApprovalStrategy, useValue: saying('own') }] })] },
    ],
  ];

  it.each(applications)('works with every kind of replacement if the application %s', async (_, story) => {
    const override = (change: Story['change']) => textsOf({ ...story, change });
    const instance = new Replaced();
    for (const texts of [
      override((builder) => builder.overrideProvider(ToolApprovalStrategy).useValue(instance)),
      override((builder) => builder.overrideProvider(ToolApprovalStrategy).useClass(Replaced)),
      override((builder) =>
        builder.overrideProvider(ToolApprovalStrategy).useFactory({ factory: () => new Replaced() }),
      ),
      override((builder) => builder.overrideProvider(ToolApprovalStrategy).useValue({ approve: instance.approve })),
    ]) {
      await expect(texts).resolves.toEqual(denied('replaced'));
    }
  });
});

describe('a class that injects ToolApprovalStrategy', () => {
  it.each([
    [
      'receives the provided strategy',
      { providers: [{ provide: ToolApprovalStrategy, useValue: saying('closed') }] },
      'reject',
    ],
    ['receives the strategy of forRoot', { options: { approval: { strategy: saying('closed') } } }, 'reject'],
    ['receives the strategy that approves', {}, 'approve'],
  ] as const)('%s, in any module', async (_, story, type) => {
    @Injectable()
    class Preview {
      constructor(readonly strategy: ToolApprovalStrategy) {}
    }
    const { app } = await boot({ ...story, imports: [feature({ providers: [Preview] })] } as Story);
    const { strategy } = app.get(Preview, { strict: false });
    expect(strategy).toBeInstanceOf(ToolApprovalStrategy);
    const context = {} as ToolApprovalContext;
    expect(strategy.approve({} as never, {}, context)).toMatchObject({ type });
  });

  it('can use the default strategy', () => {
    expect(new AlwaysApproveStrategy().approve()).toEqual({ type: 'approve' });
  });
});

describe('an application that is compiled and not started', () => {
  it('asks the strategy all the same', async () => {
    const { app, model } = await compile({
      script: [callsTools(toolCall('refund')), 'End.'],
      providers: [Desk, { provide: ToolApprovalStrategy, useValue: saying('closed') }],
    });
    await app.get(ChatClient).prompt('Refund').tools(Desk).call().content();
    expect(lastTexts(model)).toEqual(denied('closed'));
  });

  it('rejects two strategies at the first use', async () => {
    const providers = (reason: string) => [{ provide: ToolApprovalStrategy, useValue: saying(reason) }];
    const { app } = await compile({
      script: [callsTools(toolCall('refund'))],
      imports: [feature({ providers: providers('one') }), feature({ providers: providers('two') })],
      providers: [Desk],
    });
    await expect(app.get(ChatClient).prompt('Refund').tools(Desk).call().content()).rejects.toThrow(
      'is provided more than once',
    );
  });
});

describe('a prompt in a constructor', () => {
  it('fails, and the error states from when on it works', async () => {
    @Injectable()
    class Late extends ToolApprovalStrategy {
      approve() {
        return ToolApprovalDecision.reject('late');
      }
    }
    @Injectable()
    class Early {
      readonly text: Promise<string>;

      constructor(chat: ChatClient) {
        const attempt = async () => chat.prompt('Refund').tools(Desk).call().content();
        this.text = attempt().catch((error: Error) => error.message);
      }
    }
    const useFactory = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return new Late();
    };
    const { app } = await boot({
      script: [callsTools(toolCall('refund')), 'never'],
      providers: [Early, { provide: ToolApprovalStrategy, useFactory }, Desk],
    });
    await expect(app.get(Early).text).resolves.toContain(
      'is used before Nest created it. Use tools and chat clients in onModuleInit or later, not in a constructor.',
    );
  });
});
