import { describe, expect, it, vi } from 'vitest';
import { Inject, Injectable, Module, Scope } from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import { Advisor, Tool, ToolApprovalAuditor, ToolApprovalStrategy, ToolCallback, ToolCallbackProvider } from 'toolgate';
import { ToolExecutionEligibilityChecker } from 'toolgate/chat';
import { assistantMessage, type ChatResponse } from 'toolgate/model';
import { callsTools, toolCall } from 'toolgate/testing';
import {
  type PreparedCall,
  ToolCallbackResolver,
  ToolCallingManager,
  ToolCallResultConverter,
  ToolExecutionExceptionProcessor,
  ToolGate,
  ToolInterceptor,
  ToolRegistry,
} from 'toolgate/tool';
import { boot, lastResults, lastTexts, type Story } from '../story.fixture.js';

@Injectable()
class Desk {
  @Tool({ description: 'Refunds' })
  refund() {
    return { refunded: true };
  }

  @Tool({ description: 'Fails' })
  fail() {
    throw new Error('out of paper');
  }
}

const start = (calls: string[], story: Story) =>
  boot({
    script: [callsTools(...calls.map((name) => toolCall(name))), 'End.'],
    ...story,
    providers: [Desk, ...(story.providers ?? [])],
  });

describe('an application may provide its own', () => {
  it('ToolCallResultConverter', async () => {
    @Injectable()
    class Loud extends ToolCallResultConverter {
      convert(result: unknown, toolName: string) {
        return { type: 'text', text: `${toolName}: ${JSON.stringify(result)}!` } as const;
      }
    }
    const providers = [{ provide: ToolCallResultConverter, useClass: Loud }];
    const { chat, model } = await start(['refund'], { providers });
    await chat.prompt('Go').tools(Desk).call().content();
    expect(lastTexts(model)).toEqual(['refund: {"refunded":true}!']);
  });

  it('ChatModel, whose method a test may replace after a prompt', async () => {
    const { chat, model } = await start([], { script: ['Its own.', 'Its own again.'] });
    expect(await chat.prompt('Go').call().content()).toBe('Its own.');
    const answer: ChatResponse = {
      message: assistantMessage('Replaced.'),
      finishReason: { unified: 'stop' },
      usage: {},
    };
    const spy = vi.spyOn(model, 'call').mockResolvedValueOnce(answer);
    expect(await chat.prompt('Go').call().content()).toBe('Replaced.');
    spy.mockRestore();
    expect(await chat.prompt('Go').call().content()).toBe('Its own again.');
  });

  it('ToolExecutionExceptionProcessor', async () => {
    const process = ({ toolName }: { toolName: string }) => `${toolName} is closed`;
    const providers = [{ provide: ToolExecutionExceptionProcessor, useValue: { process } }];
    const { chat, model } = await start(['fail'], { providers });
    await chat.prompt('Go').tools(Desk).call().content();
    expect(lastResults(model)).toMatchObject([
      { output: { text: 'fail is closed' }, outcome: { type: 'error', kind: 'execution' } },
    ]);
  });

  it('ToolCallbackResolver, which may use the registry', async () => {
    @Injectable()
    class Aliases extends ToolCallbackResolver {
      constructor(private readonly registry: ToolRegistry) {
        super();
      }

      resolve(name: string) {
        return this.registry.get(name === 'give-back' ? 'refund' : name);
      }
    }
    const providers = [{ provide: ToolCallbackResolver, useClass: Aliases }];
    const { chat, model } = await start(['refund'], { providers });
    await chat.prompt('Go').tools('give-back').call().content();
    expect(lastTexts(model)).toEqual(['{"refunded":true}']);
  });

  it('ToolGate, and logs a warning that no strategy is active', async () => {
    const decide = (batch: readonly PreparedCall[]) =>
      batch.map(() => ({ type: 'reject', reason: 'my gate' }) as const);
    const providers = [{ provide: ToolGate, useValue: { decide } }];
    const { chat, model, logs } = await start(['refund'], {
      providers,
      options: { approval: { strategy: ToolApprovalStrategy.alwaysApprove() } },
    });
    await chat.prompt('Go').tools(Desk).call().content();
    expect(lastTexts(model)).toEqual(['Tool execution was denied: my gate']);
    expect(logs).toContainEqual(
      expect.stringContaining('The application provides its own ToolGate: no approval strategy is active.'),
    );
  });

  it('ToolCallingManager, and logs a warning that it replaces the gate', async () => {
    @Injectable()
    class Mute extends ToolCallingManager {
      resolveToolDefinitions() {
        return [];
      }

      async executeToolCalls(): Promise<never> {
        throw new Error('mute');
      }
    }
    const { chat, logs } = await start(['refund'], { providers: [{ provide: ToolCallingManager, useClass: Mute }] });
    await expect(chat.prompt('Go').tools(Desk).call().content()).rejects.toThrow('mute');
    expect(logs).toContainEqual(
      expect.stringContaining(
        'The application provides its own ToolCallingManager, which replaces the approval gate. Check that the manager decides every call before the call runs.',
      ),
    );
  });
});

describe('a gate that does not return one verdict for each call', () => {
  it.each([
    ['too few', () => [{ type: 'run' }], 'The gate must return 2 verdicts, one for each call, in order.'],
    ['none', () => undefined, 'The gate must return 2 verdicts'],
    [
      'a hole',
      () => [{ type: 'run' }, undefined],
      'The gate returned no valid verdict for "refund". Return run, reject or ask.',
    ],
    [
      'a list that was never filled',
      () => Object.assign([], { length: 2 }),
      'The gate returned no valid verdict for "refund"',
    ],
    ['nonsense', () => [{ type: 'run' }, { type: 'yes' }], 'The gate returned no valid verdict for "refund"'],
    [
      'a reject without reason',
      () => [{ type: 'run' }, { type: 'reject' }],
      'The gate returned no valid verdict for "refund"',
    ],
  ])('fails the turn with %s, and nothing runs', async (_, decide, message) => {
    const { chat } = await start(['refund', 'refund'], { providers: [{ provide: ToolGate, useValue: { decide } }] });
    await expect(chat.prompt('Go').tools(Desk).call().content()).rejects.toThrow(message);
  });

  it('fails the turn clearly if it asks and the turn cannot be suspended', async () => {
    const decide = () => [{ type: 'run' }, { type: 'ask' }];
    const { chat } = await start(['refund', 'refund'], { providers: [{ provide: ToolGate, useValue: { decide } }] });
    await expect(chat.prompt('Go').tools(Desk).call().content()).rejects.toThrow(
      'The gate requires a decision on "refund", and this turn cannot wait for it.',
    );
  });
});

describe('a provider that outlives turns', () => {
  @Injectable({ scope: Scope.REQUEST })
  class PerRequest {
    constructor(@Inject(REQUEST) readonly request: unknown) {}
  }

  const seams = [
    ToolCallbackResolver,
    ToolCallResultConverter,
    ToolExecutionExceptionProcessor,
    ToolGate,
    ToolCallingManager,
  ];
  it.each(seams.map((seam) => [seam.name, seam]))('stops start-up if %s is request-scoped', async (name, seam) => {
    const providers = [{ provide: seam as never, useClass: PerRequest }];
    await expect(start([], { providers })).rejects.toThrow(
      `${name} in RootTestModule is request-scoped or transient, or depends on something that is. Make it a singleton.`,
    );
  });

  it.each(seams.map((seam) => [seam.name, seam]))('stops start-up if %s is provided twice', async (name, seam) => {
    const one = { provide: seam as never, useValue: { one: 1 } };
    @Module({ providers: [{ provide: seam as never, useValue: { two: 2 } }] })
    class OtherModule {}
    await expect(start([], { providers: [one], imports: [OtherModule] })).rejects.toThrow(
      `${name} is provided more than once: by `,
    );
  });

  const guards = [ToolExecutionExceptionProcessor, ToolGate, ToolExecutionEligibilityChecker];
  it.each(guards.map((seam) => [seam.name, seam]))(
    'stops start-up if a class extends %s and is not provided under that token',
    async (name, seam) => {
      @Injectable()
      class Strict extends (seam as unknown as new () => object) {
        process(): void {}

        decide(): void {}

        isToolExecutionRequired(): void {}
      }
      await expect(start([], { providers: [Strict] })).rejects.toThrow(
        `Strict in RootTestModule extends ${name} but is not provided under that token, so it would be ignored. Write { provide: ${name}, useClass: Strict }.`,
      );
      const providers = [Strict, { provide: seam as never, useExisting: Strict }];
      await expect(start([], { providers })).resolves.toBeDefined();
    },
  );

  const collected = [ToolInterceptor, ToolApprovalAuditor, ToolCallback, ToolCallbackProvider];
  it.each(collected.map((seam) => [seam.name, seam]))(
    'stops start-up if a class of %s is request-scoped',
    async (_, seam) => {
      @Injectable({ scope: Scope.REQUEST })
      class Scoped extends (seam as unknown as new () => object) {}
      await expect(start([], { providers: [Scoped] })).rejects.toThrow(
        'Scoped in RootTestModule is request-scoped or transient, or depends on something that is. Make it a singleton.',
      );
    },
  );

  it.each(collected.map((seam) => [seam.name, seam]))(
    'stops start-up if a factory of %s is request-scoped',
    async (name, seam) => {
      const providers = [{ provide: seam as never, scope: Scope.REQUEST, useFactory: () => ({}) }];
      await expect(start([], { providers })).rejects.toThrow(
        `${name} in RootTestModule is request-scoped or transient`,
      );
    },
  );

  const nothing = [Advisor, ...collected].flatMap((seam) => [
    [seam.name, null, seam] as const,
    [seam.name, undefined, seam] as const,
  ]);
  it.each(nothing)('stops start-up if a factory of %s returns %s', async (name, value, seam) => {
    const providers = [{ provide: seam as never, useFactory: () => value }];
    await expect(start([], { providers })).rejects.toThrow(
      `${name} in RootTestModule is provided as ${value}. Provide an instance, or remove the provider.`,
    );
  });

  it('stops start-up if it depends on a request-scoped provider', async () => {
    @Injectable()
    class Interceptor extends ToolInterceptor {
      constructor(readonly request: PerRequest) {
        super();
      }

      intercept(_call: unknown, next: () => Promise<never>) {
        return next();
      }
    }
    await expect(start([], { providers: [PerRequest, Interceptor] })).rejects.toThrow(
      'Interceptor in RootTestModule is request-scoped or transient, or depends on something that is.',
    );
  });
});
