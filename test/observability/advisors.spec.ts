import 'reflect-metadata';
import { afterEach, describe, expect, it } from 'vitest';
import { Injectable, type Provider } from '@nestjs/common';
import { AsyncLocalStorage } from 'node:async_hooks';
import { context, SpanStatusCode, trace } from '@opentelemetry/api';
import {
  type AdvisedStream,
  Advise,
  Advisor,
  type AdvisorChain,
  AroundAdvisor,
  ChatClient,
  type ChatClientRequest,
} from 'toolgate';
import type { ChatClientResponse } from 'toolgate/chat';
import { callsTools, type ScriptedAnswer, toolCall } from 'toolgate/testing';
import { readAll, refuseUnhandledRejections, rejectionOf } from '../chat/chat.fixture.js';
import { deferred } from '../story.fixture.js';
import { bootObserved, currentSpan, Desk, NamedModel, twoRounds } from './observed.fixture.js';
import { useSdk, wound } from './telemetry.fixture.js';

refuseUnhandledRejections();

const sdk = useSdk();
const MODES = ['call', 'stream'] as const;

type Prompt = ReturnType<ChatClient['prompt']>;
const read = (prompt: Prompt, mode: (typeof MODES)[number]): Promise<unknown> =>
  mode === 'call' ? prompt.call().chatResponse() : readAll(prompt.stream());

const boot = (script: readonly ScriptedAnswer[], ...providers: Provider[]) =>
  bootObserved(new NamedModel(script), { metadata: { providers } });

const lines = (...tree: readonly string[]): string => tree.join('\n');

/** Runs once a turn, as functions of the request and the response. */
@Injectable()
@Advise({ around: 'turn' })
class TenantAroundAdvisor extends AroundAdvisor {}

/** Runs once a round, as a generator. */
@Injectable()
@Advise({ around: 'round' })
class HTTPHeaderAdvisor extends Advisor {
  async *advise(request: ChatClientRequest, chain: AdvisorChain): AdvisedStream {
    return yield* chain.next(request);
  }
}

@Injectable()
@Advise({ around: 'round' })
class Quiet extends Advisor {
  override readonly passive = true;
  advise(request: ChatClientRequest, chain: AdvisorChain): AdvisedStream {
    return chain.next(request);
  }
}

/** Runs the rest of the chain twice. */
abstract class Twice extends Advisor {
  async *advise(request: ChatClientRequest, chain: AdvisorChain): AdvisedStream {
    yield* chain.next(request);
    return yield* chain.next(request);
  }
}

describe.each(MODES)('the advisors of a turn with two rounds and parallel tools, in a %s', (mode) => {
  const tell = async (...providers: Provider[]) => {
    const { chat } = await boot(twoRounds(), ...providers);
    await read(chat.prompt('Who ordered A-1?').tools(Desk), mode);
  };

  it('are nested spans, one for each run', async () => {
    await tell(TenantAroundAdvisor, HTTPHeaderAdvisor);
    expect(sdk.current.tree()).toBe(
      lines(
        'INTERNAL invoke_agent default',
        '  INTERNAL advisor tenant',
        '    INTERNAL advisor tool_calling',
        '      INTERNAL advisor http_header',
        '        CLIENT chat gpt-x',
        '      INTERNAL execute_tool find',
        '      INTERNAL execute_tool customer',
        '      INTERNAL advisor http_header',
        '        CLIENT chat gpt-x',
      ),
    );
  });

  it('have their name, order and round as attributes, and no others', async () => {
    await tell(TenantAroundAdvisor, HTTPHeaderAdvisor);
    expect(sdk.current.span('advisor tenant').attributes).toEqual({
      'toolgate.advisor.name': 'TenantAroundAdvisor',
      'toolgate.advisor.order': -(2 ** 31) + 250,
    });
    expect(sdk.current.span('advisor tool_calling').attributes).toEqual({
      'toolgate.advisor.name': 'ToolCallingAdvisor',
      'toolgate.advisor.order': -(2 ** 31) + 300,
    });
    expect(sdk.current.named('advisor http_header').map(({ attributes }) => attributes)).toEqual(
      [0, 1].map((round) => ({
        'toolgate.advisor.name': 'HTTPHeaderAdvisor',
        'toolgate.advisor.order': 0,
        'toolgate.round': round,
      })),
    );
  });

  it('have a duration metric', async () => {
    await tell(TenantAroundAdvisor, HTTPHeaderAdvisor);
    const measured = (await sdk.current.measured())['toolgate.advisor.duration']!;
    expect(measured.map(({ attributes, count, unit }) => ({ attributes, count, unit }))).toEqual(
      [
        { name: 'HTTPHeaderAdvisor', count: 2 },
        { name: 'ToolCallingAdvisor', count: 1 },
        { name: 'TenantAroundAdvisor', count: 1 },
      ].map(({ name, count }) => ({ attributes: { 'toolgate.advisor.name': name }, count, unit: 's' })),
    );
  });

  it('have no span if they are passive', async () => {
    await tell(Quiet);
    expect(sdk.current.tree()).not.toContain('quiet');
  });
});

describe.each(MODES)('in a %s, the span', (mode) => {
  it('of an advisor whose stream is not read ends with its turn', async () => {
    @Injectable()
    @Advise({ around: 'turn' })
    class Opener extends Advisor {
      async *advise(request: ChatClientRequest, chain: AdvisorChain): AdvisedStream {
        chain.next(request);
        return yield* chain.next(request);
      }
    }
    const { chat } = await boot(['Hi'], Opener);
    await read(chat.prompt('Hello'), mode);
    const { spanId } = sdk.current.span('advisor opener').spanContext();
    const opened = sdk.current.named('advisor tool_calling');
    expect(opened.map(({ parentSpanContext, status }) => [parentSpanContext?.spanId, status.code])).toEqual([
      [spanId, SpanStatusCode.UNSET],
      [spanId, SpanStatusCode.UNSET],
    ]);
  });

  it('of an advisor that calls the model twice has two children', async () => {
    @Injectable()
    @Advise({ around: 'round' })
    class Again extends Twice {}
    const { chat } = await boot(['Hi', 'Hi again'], Again);
    await read(chat.prompt('Hello'), mode);
    expect(sdk.current.tree()).toBe(
      lines(
        'INTERNAL invoke_agent default',
        '  INTERNAL advisor tool_calling',
        '    INTERNAL advisor again',
        '      CLIENT chat gpt-x',
        '      CLIENT chat gpt-x',
      ),
    );
  });

  it('of an advisor that runs the loop twice has no round, and neither has an outer one', async () => {
    @Injectable()
    @Advise({ order: -(2 ** 31) + 220 })
    class Again extends Twice {}
    const { chat } = await boot(['Hi', 'Hi again'], Again, TenantAroundAdvisor, HTTPHeaderAdvisor);
    await read(chat.prompt('Hello'), mode);
    const once = [
      '    INTERNAL advisor tenant',
      '      INTERNAL advisor tool_calling',
      '        INTERNAL advisor http_header',
      '          CLIENT chat gpt-x',
    ];
    expect(sdk.current.tree()).toBe(
      lines('INTERNAL invoke_agent default', '  INTERNAL advisor again', ...once, ...once),
    );
    for (const { attributes } of sdk.current.named('advisor tenant'))
      expect(attributes).not.toHaveProperty('toolgate.round');
  });

  it.each<[string, (error: Error) => AdvisedStream]>([
    [
      'at once',
      (error) => {
        throw error;
      },
    ],
    [
      'when it is read',
      async function* (error) {
        throw error;
      },
    ],
  ])(
    'of an advisor that fails %s has an error type without its message, and the turn fails the same',
    async (_, fail) => {
      class BrokenException extends Error {
        override readonly name = 'BrokenException';
      }
      @Injectable()
      @Advise({ around: 'round' })
      class BrokenAdvisor extends Advisor {
        advise(): AdvisedStream {
          return fail(new BrokenException('The account of Ann is empty'));
        }
      }
      const { chat } = await boot([], BrokenAdvisor);
      const error = await rejectionOf(read(chat.prompt('Hello'), mode));
      expect(String(error)).toContain('The account of Ann is empty');
      expect(sdk.current.tree()).toBe(
        lines('INTERNAL invoke_agent default !', '  INTERNAL advisor tool_calling !', '    INTERNAL advisor broken !'),
      );
      const { attributes, status } = sdk.current.span('advisor broken');
      expect(attributes['error.type']).toBe('BrokenException');
      expect(status.message).toBeUndefined();
      const [measured] = (await sdk.current.measured())['toolgate.advisor.duration']!;
      expect(measured).toMatchObject({
        attributes: { 'toolgate.advisor.name': 'BrokenAdvisor', 'error.type': 'BrokenException' },
        count: 1,
      });
    },
  );

  it('of an advisor that answers itself has no children', async () => {
    const response = { chatResponse: { message: callsTools('No.'), finishReason: { unified: 'stop' }, usage: {} } };
    @Injectable()
    @Advise({ around: 'turn' })
    class Refusing extends Advisor {
      async *advise({ context }: ChatClientRequest): AdvisedStream {
        return { ...response, context } as ChatClientResponse;
      }
    }
    const { chat } = await boot([], Refusing);
    await read(chat.prompt('Hello'), mode);
    expect(sdk.current.tree()).toBe(lines('INTERNAL invoke_agent default', '  INTERNAL advisor refusing'));
  });

  it('of an advisor that ignores an abort ends with the turn, and so do all inner spans', async () => {
    const caller = new AbortController();
    const asked = deferred();
    @Injectable()
    @Advise({ around: 'turn' })
    class Outer extends HTTPHeaderAdvisor {}
    @Injectable()
    @Advise({ around: 'round' })
    class Stuck extends Advisor {
      async *advise(): AdvisedStream {
        asked.resolve();
        return await new Promise<never>(() => {});
      }
    }
    const { chat } = await boot([], Outer, Stuck);
    const reading = rejectionOf(read(chat.prompt('Hello').signal(caller.signal), mode));
    await asked.promise;
    caller.abort(new DOMException('Enough', 'AbortError'));
    await reading;
    await wound();
    expect(sdk.current.tree()).toBe(
      lines(
        'INTERNAL invoke_agent default !',
        '  INTERNAL advisor outer !',
        '    INTERNAL advisor tool_calling !',
        '      INTERNAL advisor stuck !',
      ),
    );
    for (const { attributes } of sdk.current.spans.getFinishedSpans())
      expect(attributes['error.type']).toBe('AbortError');
    const measured = (await sdk.current.measured())['toolgate.advisor.duration']!;
    expect(measured.map(({ count }) => count)).toEqual([1, 1, 1]);
  });
});

describe('the trace of a stream', () => {
  it('ends every advisor if the reader leaves', async () => {
    const { chat } = await boot(['one two three four'], TenantAroundAdvisor, HTTPHeaderAdvisor);
    const reader = chat.prompt('Go').stream()[Symbol.asyncIterator]();
    await reader.next();
    await reader.return!();
    await wound();
    expect(sdk.current.tree()).toBe(
      lines(
        'INTERNAL invoke_agent default !',
        '  INTERNAL advisor tenant !',
        '    INTERNAL advisor tool_calling !',
        '      INTERNAL advisor http_header !',
        '        CLIENT chat gpt-x !',
      ),
    );
  });

  it('is the same wherever the reader runs, and does not change the reader’s context', async () => {
    const { chat } = await boot(twoRounds(), TenantAroundAdvisor, HTTPHeaderAdvisor);
    const reader = chat.prompt('Who ordered A-1?').tools(Desk).stream()[Symbol.asyncIterator]();
    const elsewhere = trace.getTracer('own').startSpan('elsewhere');
    const storage = new AsyncLocalStorage<number>();
    const inside = trace.setSpan(context.active(), elsewhere);
    const next = (step: number): Promise<boolean | undefined> =>
      storage.run(step, async () => {
        const { done } = await reader.next();
        expect(storage.getStore()).toBe(step);
        expect(trace.getActiveSpan()).toBe(step % 2 === 0 ? undefined : elsewhere);
        return done;
      });
    const nextFrom = (step: number) => (step % 2 === 0 ? next(step) : context.with(inside, () => next(step)));
    let step = 0;
    while (!(await nextFrom(step))) step++;
    expect(sdk.current.tree()).toBe(
      lines(
        'INTERNAL invoke_agent default',
        '  INTERNAL advisor tenant',
        '    INTERNAL advisor tool_calling',
        '      INTERNAL advisor http_header',
        '        CLIENT chat gpt-x',
        '      INTERNAL execute_tool find',
        '      INTERNAL execute_tool customer',
        '      INTERNAL advisor http_header',
        '        CLIENT chat gpt-x',
      ),
    );
  });
});

describe('tracing', () => {
  const order: string[] = [];
  afterEach(() => void order.splice(0));

  /** Logs before its stream is read, and in each of its steps. */
  class Eager extends Advisor {
    constructor(private readonly label: string) {
      super();
    }

    advise(request: ChatClientRequest, chain: AdvisorChain): AdvisedStream {
      order.push(`${this.label} opens`);
      const stream = chain.next(request);
      order.push(`${this.label} opened`);
      return this.tell(stream);
    }

    private async *tell(stream: AdvisedStream): AdvisedStream {
      order.push(`${this.label} begins`);
      try {
        return yield* stream;
      } finally {
        order.push(`${this.label} ends`);
      }
    }
  }

  it.each(MODES)('changes neither the actions of an advisor nor their order, in a %s', async (mode) => {
    const advisors = ['outer', 'inner'].map((label) => new Eager(label));
    const ask = async (): Promise<unknown> => {
      order.splice(0);
      const { chat } = await bootObserved(new NamedModel([callsTools(toolCall('fail')), 'Sorry.']));
      const parts = await read(
        chat
          .prompt('Go')
          .tools(Desk)
          .advisors(...advisors),
        mode,
      );
      return { parts, order: [...order] };
    };
    const seen = await ask();
    await sdk.current.stop();
    expect(await ask()).toEqual(seen);
  });
});

const seen: string[] = [];

/** Records the span in which each of its two functions runs. */
abstract class WhereAdvisor extends AroundAdvisor {
  protected override before(request: ChatClientRequest): ChatClientRequest {
    seen.push(`before: ${currentSpan()}`);
    return request;
  }

  protected override after(response: ChatClientResponse): ChatClientResponse {
    seen.push(`after: ${currentSpan()}`);
    return response;
  }
}

@Injectable()
@Advise({ around: 'turn' })
class OuterWhereAdvisor extends WhereAdvisor {}

@Injectable()
@Advise({ around: 'round' })
class InnerWhereAdvisor extends WhereAdvisor {}

describe.each(MODES)('the code of an advisor, by %s', (mode) => {
  it('runs in its own span before and after the inner one, and the reader keeps its own', async () => {
    seen.length = 0;
    const { chat } = await boot(['Done.'], OuterWhereAdvisor, InnerWhereAdvisor);
    await trace.getTracer('test').startActiveSpan('reader', async (span) => {
      const prompt = chat.prompt('Hi');
      if (mode === 'call') await prompt.call().chatResponse();
      else for await (const part of prompt.stream()) seen.push(`${part.type}: ${currentSpan()}`);
      seen.push(`end: ${currentSpan()}`);
      span.end();
    });
    const parts = seen.filter((line) => !/^(?:before|after)/.test(line));
    expect(parts.filter((line) => !line.endsWith(': reader'))).toEqual([]);
    expect(seen.filter((line) => !parts.includes(line))).toEqual([
      'before: advisor outer_where',
      'before: advisor inner_where',
      'after: advisor inner_where',
      'after: advisor outer_where',
    ]);
  });
});
