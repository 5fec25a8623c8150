import { describe, expect, it } from 'vitest';
import { Injectable, Module } from '@nestjs/common';
import { LazyModuleLoader } from '@nestjs/core';
import {
  type AdvisedStream,
  Advisor,
  type AdvisorChain,
  ChatClient,
  type ChatClientRequest,
  Tool,
  ToolApprovalStrategy,
  ToolContext,
} from 'toolgate';
import { aiSdkChatModel } from 'toolgate/ai-sdk';
import { ChatModel, type ChatModelCall, type Prompt } from 'toolgate/model';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { ToolInterceptor, type ToolCallResult, type PreparedCall } from 'toolgate/tool';
import { boot } from '../story.fixture.js';

@Injectable()
class Desk {
  readonly done: string[] = [];

  @Tool({ description: 'Refund an order', requiresApproval: true })
  refund(orderNumber: string): void {
    this.done.push(orderNumber);
  }
}

const refund = callsTools(toolCall('refund', { orderNumber: 'A-1' }));

describe('an interceptor that resumes late', () => {
  it('runs nothing after the caller has left', async () => {
    let wake = (): void => {};
    const asleep = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const arrived: { at?: () => void } = {};
    const waiting = new Promise<void>((resolve) => {
      arrived.at = resolve;
    });
    @Injectable()
    class Slow extends ToolInterceptor {
      async intercept(_call: PreparedCall, next: () => Promise<ToolCallResult>): Promise<ToolCallResult> {
        arrived.at?.();
        await asleep;
        return next();
      }
    }
    const { app, chat } = await boot({ providers: [Desk, Slow], script: [refund] });
    const caller = new AbortController();
    const answer = chat.prompt('Refund').tools(Desk).signal(caller.signal).call().content();
    await waiting;
    caller.abort();
    await expect(answer).rejects.toThrow('The turn failed');
    wake();
    await new Promise((resolve) => setImmediate(resolve));
    expect(app.get(Desk).done).toEqual([]);
  });

  it('changes nothing after it has returned another result', async () => {
    let late: Promise<unknown> | undefined;
    let next: (() => Promise<ToolCallResult>) | undefined;
    @Injectable()
    class Impatient extends ToolInterceptor {
      async intercept(_call: PreparedCall, run: () => Promise<ToolCallResult>): Promise<ToolCallResult> {
        next = run;
        return { output: { type: 'text', text: 'later' }, outcome: { type: 'success' } };
      }
    }
    const { app, chat } = await boot({ providers: [Desk, Impatient], script: [refund, 'Done.'] });
    await chat.prompt('Refund').tools(Desk).call().content();
    late = next!();
    await expect(late).rejects.toThrow('after the call had ended');
    expect(app.get(Desk).done).toEqual([]);
  });
});

describe('a strategy', () => {
  it('of a module that is loaded later is active from then on', async () => {
    @Module({ providers: [{ provide: ToolApprovalStrategy, useValue: ToolApprovalStrategy.alwaysReject('closed') }] })
    class Later {}
    const { app, chat } = await boot({ providers: [Desk], script: [refund, 'One.', refund, 'Two.'] });
    await chat.prompt('Refund').tools(Desk).call().content();
    await app.get(LazyModuleLoader).load(() => Later);
    await chat.prompt('Refund').tools(Desk).call().content();
    expect(app.get(Desk).done).toEqual(['A-1']);
  });

  it('that is null stops start-up', async () => {
    await expect(boot({ options: { approval: { strategy: null as never } } })).rejects.toThrow(
      'The option approval.strategy is null. Pass an instance of a class that extends ToolApprovalStrategy, or a function.',
    );
  });
});

describe('an advisor that is created after an early prompt', () => {
  it('is called after start-up', async () => {
    const asked: string[] = [];
    class Guard extends Advisor {
      async *advise(request: ChatClientRequest, chain: AdvisorChain): AdvisedStream {
        asked.push('guard');
        return yield* chain.next(request);
      }
    }
    const EARLY = 'early';
    const early = {
      provide: EARLY,
      inject: [ChatClient],
      useFactory: (client: ChatClient) => client.prompt('Early').call().content(),
    };
    const guard = { provide: 'guard', inject: [EARLY], useFactory: () => new Guard() };
    const { chat } = await boot({ providers: [early, guard], script: ['One.', 'Two.'] });
    await chat.prompt('Late').call().content();
    expect(asked).toEqual(['guard']);
  });
});

describe('a model that wraps another', () => {
  it('may pass a copy of the call options to the inner model', async () => {
    const inner = new ScriptedChatModel(['Hello.']);
    const signals: unknown[] = [];
    class Wrapper extends ChatModel {
      call(prompt: Prompt, call: ChatModelCall = {}) {
        return inner.call(prompt, call);
      }

      stream(prompt: Prompt, call: ChatModelCall = {}) {
        const copy = { ...call };
        signals.push(copy.signal);
        return inner.stream(prompt, copy);
      }
    }
    await ChatClient.create(new Wrapper()).prompt('Hi').stream().outcome();
    expect(signals[0]).toBeInstanceOf(AbortSignal);
  });
});

describe('a model whose provider may run its own tools', () => {
  it('causes a warning at start-up', async () => {
    const provider = { specificationVersion: 'v3', provider: 'acme', modelId: 'm-1', supportedUrls: {} };
    const model = aiSdkChatModel(provider as never, { allowProviderExecutedTools: true });
    const { logs } = await boot({ options: { model } });
    expect(logs.join()).toContain('acme may run tools of its own for m-1: they pass no gate.');
  });
});

describe('an advisor that runs the loop again', () => {
  it('shares the limits of the turn, and the round numbers continue', async () => {
    class Again extends Advisor {
      async *advise(request: ChatClientRequest, chain: AdvisorChain): AdvisedStream {
        yield* chain.next(request);
        return yield* chain.next(request);
      }
    }
    const { app, chat } = await boot({
      providers: [Desk],
      script: [refund, 'Once.', refund, 'Twice.'],
      options: { toolCalling: { limits: { totalCalls: 1 } } },
    });
    const advisor = Object.assign(new Again(), { order: -(2 ** 31) + 1 });
    const rounds: unknown[] = [];
    const turn = chat.prompt('Refund').tools(Desk).advisors(advisor).stream();
    const outcome = turn.outcome();
    for await (const part of turn) rounds.push(part.round);
    expect(app.get(Desk).done).toEqual(['A-1']);
    expect((await outcome).chatResponse!.finishReason.unified).toBe('tool-call-limit');
    expect(rounds).toEqual(rounds.toSorted());
  });
});

describe('a default user text', () => {
  it('is used if a prompt has no text', async () => {
    const model = new ScriptedChatModel(['One.', 'Two.']);
    const chat = ChatClient.create(model, { user: 'Where is my order?' });
    await chat.prompt().call().content();
    await chat.prompt('And the other?').call().content();
    expect(model.prompts.map(({ messages }) => messages.length)).toEqual([1, 1]);
  });
});

describe('a tool context', () => {
  it('throws if its turn was aborted', () => {
    const caller = new AbortController();
    const context = new ToolContext({ signal: caller.signal });
    context.throwIfAborted();
    caller.abort();
    expect(() => context.throwIfAborted()).toThrow();
  });
});
