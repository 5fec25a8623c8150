import 'reflect-metadata';
import { describe, expect, it, vi } from 'vitest';
import { Injectable } from '@nestjs/common';
import { trace } from '@opentelemetry/api';
import { ModuleRef } from '@nestjs/core';
import {
  type AdvisedStream,
  Advise,
  Advisor,
  type AdvisorChain,
  ChatClient,
  type ChatClientRequest,
  ChatModelException,
  Tool,
} from 'toolgate';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { readAll, rejectionOf } from '../chat/chat.fixture.js';
import { deferred } from '../story.fixture.js';
import { bootObserved, Desk, NamedModel, twoRounds } from './observed.fixture.js';
import { useSdk, wound } from './telemetry.fixture.js';

const sdk = useSdk();
const MODES = ['call', 'stream'] as const;

type Prompt = ReturnType<ChatClient['prompt']>;
const read = (prompt: Prompt, mode: (typeof MODES)[number]): Promise<unknown> =>
  mode === 'call' ? prompt.call().chatResponse() : readAll(prompt.stream());

describe.each(MODES)('a turn with two rounds and parallel tools, in a %s', (mode) => {
  const tell = async () => {
    const { chat, desk } = await bootObserved(new NamedModel(twoRounds()));
    await read(chat.prompt('Who ordered A-1?').tools(Desk).conversation('c-1').options({ temperature: 0.5 }), mode);
    return { desk };
  };

  it('is one trace', async () => {
    const { desk } = await tell();
    expect(sdk.current.tree()).toBe(
      [
        'INTERNAL invoke_agent default',
        '  INTERNAL advisor tool_calling',
        '    CLIENT chat gpt-x',
        '    INTERNAL execute_tool find',
        '    INTERNAL execute_tool customer',
        '    CLIENT chat gpt-x',
      ].join('\n'),
    );
    expect(new Set(sdk.current.spans.getFinishedSpans().map((span) => span.spanContext().traceId)).size).toBe(1);
    expect(desk.seen.sort()).toEqual(['execute_tool customer', 'execute_tool find']);
  });

  it('has the attributes of each operation', async () => {
    await tell();
    const isStream = mode === 'stream';
    expect(sdk.current.span('invoke_agent default').attributes).toEqual({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'gpt-x',
      'gen_ai.agent.name': 'default',
      'gen_ai.conversation.id': 'c-1',
      'toolgate.advisors': ['ToolCallingAdvisor'],
      'gen_ai.response.id': 'r-2',
      'gen_ai.response.model': 'gpt-x-2026',
      'gen_ai.response.finish_reasons': ['stop'],
      'gen_ai.usage.input_tokens': 30,
      'gen_ai.usage.output_tokens': 12,
      'gen_ai.usage.cache_read.input_tokens': 3,
      ...(isStream && { 'gen_ai.request.stream': true }),
    });
    expect(sdk.current.named('chat gpt-x').map(({ attributes }) => attributes)).toEqual(
      [
        { 'gen_ai.response.id': 'r-1', 'toolgate.round': 0, 'gen_ai.response.finish_reasons': ['tool-calls'] },
        { 'gen_ai.response.id': 'r-2', 'toolgate.round': 1, 'gen_ai.usage.output_tokens': 7 },
      ].map((own) =>
        expect.objectContaining({
          ...own,
          'gen_ai.operation.name': 'chat',
          'gen_ai.provider.name': 'openai',
          'gen_ai.request.model': 'gpt-x',
          'gen_ai.request.temperature': 0.5,
          'gen_ai.conversation.id': 'c-1',
          'gen_ai.response.model': 'gpt-x-2026',
          ...(isStream && { 'gen_ai.response.time_to_first_chunk': expect.any(Number) }),
        }),
      ),
    );
    expect(sdk.current.span('execute_tool find').attributes).toEqual({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'find',
      'gen_ai.tool.type': 'function',
      'gen_ai.tool.description': 'Find an order',
      'gen_ai.tool.call.id': 'call-find',
      'toolgate.tool.outcome': 'success',
    });
  });

  it('has its metrics', async () => {
    await tell();
    const measured = await sdk.current.measured();
    expect(Object.keys(measured).sort()).toEqual([
      'gen_ai.client.operation.duration',
      ...(mode === 'stream' ? ['gen_ai.client.operation.time_to_first_chunk'] : []),
      'gen_ai.client.token.usage',
      'gen_ai.execute_tool.duration',
      'gen_ai.invoke_agent.duration',
      'toolgate.advisor.duration',
      'toolgate.runs.in_flight',
    ]);
    const asked = {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'gpt-x',
    };
    const firstChunks = measured['gen_ai.client.operation.time_to_first_chunk'] ?? [];
    expect(firstChunks.map(({ count }) => count)).toEqual(mode === 'stream' ? [2] : []);
    const answered = { ...asked, 'gen_ai.response.model': 'gpt-x-2026' };
    expect(measured['gen_ai.client.operation.duration']).toEqual([
      expect.objectContaining({ attributes: answered, count: 2, unit: 's' }),
    ]);
    expect(measured['gen_ai.client.operation.duration']![0]!.boundaries).toEqual([
      0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
    ]);
    expect(measured['gen_ai.client.token.usage']).toEqual([
      expect.objectContaining({ attributes: { ...answered, 'gen_ai.token.type': 'input' }, sum: 30, unit: '{token}' }),
      expect.objectContaining({ attributes: { ...answered, 'gen_ai.token.type': 'output' }, sum: 12, unit: '{token}' }),
    ]);
    expect(measured['gen_ai.client.token.usage']![0]!.boundaries.at(-1)).toBe(67108864);
    const agent = { 'gen_ai.agent.name': 'default' };
    expect(measured['gen_ai.invoke_agent.duration']).toEqual([
      expect.objectContaining({ attributes: agent, count: 1, unit: 's' }),
    ]);
    expect(measured['gen_ai.invoke_agent.duration']![0]!.boundaries).toEqual([
      0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 25.6, 51.2, 102.4, 204.8, 409.6,
    ]);
    expect(measured['gen_ai.execute_tool.duration']!.map(({ attributes, count }) => ({ attributes, count }))).toEqual(
      ['find', 'customer'].map((name) => ({
        attributes: { ...agent, 'gen_ai.tool.name': name, 'gen_ai.tool.type': 'function' },
        count: 1,
      })),
    );
  });
});

describe('an unknown value', () => {
  it('is not reported: the name of a model, settings and advisors', async () => {
    const { chat } = await bootObserved(new ScriptedChatModel(['Hi']), {
      options: { toolCalling: { enabled: false } },
    });
    await chat.prompt('Hello').options({ stopSequences: [] }).call().content();
    expect(sdk.current.tree()).toBe('INTERNAL invoke_agent default\n  CLIENT chat');
    const common = { 'gen_ai.provider.name': 'unknown', 'gen_ai.response.finish_reasons': ['stop'] };
    expect(sdk.current.span('chat').attributes).toEqual({
      ...common,
      'gen_ai.operation.name': 'chat',
      'toolgate.round': 0,
    });
    expect(sdk.current.span('invoke_agent default').attributes).toEqual({
      ...common,
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'default',
    });
    expect(await sdk.current.measured()).not.toHaveProperty('gen_ai.client.token.usage');
  });
});

describe.each(MODES)('in a %s, the span', (mode) => {
  it("of a turn is a child of the caller's span, and an application's own span may be between", async () => {
    @Injectable()
    @Advise({ around: 'round' })
    class Own extends Advisor {
      advise(request: ChatClientRequest, chain: AdvisorChain): AdvisedStream {
        return trace.getTracer('own').startActiveSpan('own', (span) => {
          span.end();
          return chain.next(request);
        });
      }
    }
    const { chat } = await bootObserved(new NamedModel(['Hi']), { metadata: { providers: [Own] } });
    await trace.getTracer('own').startActiveSpan('caller', async (span) => {
      await read(chat.prompt('Hello'), mode);
      span.end();
    });
    expect(sdk.current.tree()).toBe(
      [
        'INTERNAL caller',
        '  INTERNAL invoke_agent default',
        '    INTERNAL advisor tool_calling',
        '      INTERNAL advisor own',
        '        INTERNAL own',
        '          CLIENT chat gpt-x',
      ].join('\n'),
    );
  });

  it('of a client that a tool calls is a child of the tool', async () => {
    @Injectable()
    class Expert {
      constructor(private readonly modules: ModuleRef) {}

      @Tool({ description: 'Ask an expert' })
      async ask(): Promise<string> {
        const expert = this.modules.get(ChatClient, { strict: false });
        const prompt = expert.prompt('What now?').tools(Desk);
        if (mode === 'call') return prompt.call().content();
        await readAll(prompt.stream());
        return 'asked';
      }
    }
    const script: ScriptedAnswer[] = [callsTools(toolCall('ask')), ...twoRounds(), 'Done.'];
    const { chat } = await bootObserved(new NamedModel(script), { metadata: { providers: [Expert] } });
    await read(chat.prompt('Go').tools(Expert), mode);
    expect(sdk.current.tree()).toBe(
      [
        'INTERNAL invoke_agent default',
        '  INTERNAL advisor tool_calling',
        '    CLIENT chat gpt-x',
        '    INTERNAL execute_tool ask',
        '      INTERNAL invoke_agent default',
        '        INTERNAL advisor tool_calling',
        '          CLIENT chat gpt-x',
        '          INTERNAL execute_tool find',
        '          INTERNAL execute_tool customer',
        '          CLIENT chat gpt-x',
        '    CLIENT chat gpt-x',
      ].join('\n'),
    );
  });

  it('of each of 20 concurrent turns has its own trace', async () => {
    const model = new NamedModel(
      Array.from({ length: 40 }, () => async ({ messages }) => {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 3));
        return messages.some(({ role }) => role === 'tool') ? 'Done.' : callsTools(toolCall('where'));
      }),
    );
    const found = new Map<string, string | undefined>();
    @Injectable()
    class Where {
      @Tool({ description: 'Where am I' })
      async where(): Promise<string> {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 3));
        const inside = trace.getActiveSpan()!.spanContext();
        found.set(inside.spanId, inside.traceId);
        return 'here';
      }
    }
    const { chat } = await bootObserved(model, { metadata: { providers: [Where] } });
    await Promise.all(Array.from({ length: 20 }, (_, turn) => read(chat.prompt(`${turn}`).tools(Where), mode)));
    const turns = sdk.current.named('invoke_agent default');
    expect(turns).toHaveLength(20);
    expect(new Set(turns.map((span) => span.spanContext().traceId)).size).toBe(20);
    for (const turn of turns) {
      const { spanId, traceId } = turn.spanContext();
      const own = sdk.current.spans.getFinishedSpans().filter((span) => span.spanContext().traceId === traceId);
      expect(own.map(({ name }) => name).sort()).toEqual([
        'advisor tool_calling',
        'chat gpt-x',
        'chat gpt-x',
        'execute_tool where',
        'invoke_agent default',
      ]);
      const loop = own.find(({ name }) => name === 'advisor tool_calling')!;
      expect(loop.parentSpanContext?.spanId).toBe(spanId);
      const inside = own.filter((span) => span !== turn && span !== loop);
      expect(inside.every((span) => span.parentSpanContext?.spanId === loop.spanContext().spanId)).toBe(true);
      const tool = own.find(({ name }) => name === 'execute_tool where')!.spanContext();
      expect(found.get(tool.spanId)).toBe(traceId);
    }
  });

  it('of a failing tool has the type of its error', async () => {
    const { chat } = await bootObserved(new NamedModel([callsTools(toolCall('fail')), 'Sorry.']));
    await read(chat.prompt('Go').tools(Desk), mode);
    expect(sdk.current.tree()).toBe(
      [
        'INTERNAL invoke_agent default',
        '  INTERNAL advisor tool_calling',
        '    CLIENT chat gpt-x',
        '    INTERNAL execute_tool fail !',
        '    CLIENT chat gpt-x',
      ].join('\n'),
    );
    const { attributes, status } = sdk.current.span('execute_tool fail');
    expect(attributes).toMatchObject({ 'error.type': 'execution', 'toolgate.tool.outcome': 'error' });
    expect(status.message).toBeUndefined();
    const measured = await sdk.current.measured();
    expect(measured['gen_ai.execute_tool.duration']![0]!.attributes).toMatchObject({ 'error.type': 'execution' });
  });

  it('of a failing model ends with an error, and so does that of the turn', async () => {
    const failure = new ChatModelException({ provider: 'openai', modelId: 'gpt-x' }, 'is busy', { kind: 'rate-limit' });
    const { chat } = await bootObserved(new NamedModel([failure]), { options: { retry: false } });
    await rejectionOf(read(chat.prompt('Go'), mode));
    expect(sdk.current.tree()).toBe(
      ['INTERNAL invoke_agent default !', '  INTERNAL advisor tool_calling !', '    CLIENT chat gpt-x !'].join('\n'),
    );
    for (const { attributes, status } of sdk.current.spans.getFinishedSpans()) {
      expect(attributes['error.type']).toBe('rate-limit');
      expect(status.message).toBe('The model gpt-x of openai is busy');
    }
    const measured = await sdk.current.measured();
    for (const name of ['gen_ai.client.operation.duration', 'gen_ai.invoke_agent.duration']) {
      expect(measured[name]![0]!.attributes).toMatchObject({ 'error.type': 'rate-limit' });
    }
  });

  it('of a turn has an event for each call that did not run, with the reason', async () => {
    const invented = 'nothing'.repeat(20);
    const script = [
      callsTools(toolCall(invented, {}, 'c-1'), toolCall('fail', { much: 1 }, 'c-2')),
      callsTools(toolCall('fail')),
      '.',
    ];
    const { chat } = await bootObserved(new NamedModel(script), {
      options: { toolCalling: { limits: { callsPerTool: 1 } } },
    });
    await read(chat.prompt('Go').tools(Desk), mode);
    const turn = sdk.current.span('invoke_agent default');
    expect(turn.attributes['gen_ai.response.finish_reasons']).toEqual(['tool-call-limit']);
    expect(turn.events.map(({ name, attributes }) => [name, attributes])).toEqual([
      [
        'toolgate.tool.not_run',
        {
          'gen_ai.tool.name': invented.slice(0, 64),
          'gen_ai.tool.call.id': 'c-1',
          'toolgate.tool.outcome': 'error',
          'toolgate.tool.reason': 'unknown-tool',
        },
      ],
      [
        'toolgate.tool.not_run',
        {
          'gen_ai.tool.name': 'fail',
          'gen_ai.tool.call.id': 'call-fail',
          'toolgate.tool.outcome': 'limit',
          'toolgate.tool.reason': 'calls-per-tool',
        },
      ],
    ]);
  });

  it('of a tool that still runs ends if the turn times out, and so do all others', async () => {
    @Injectable()
    class Slow {
      @Tool({ description: 'Never ends' })
      wait(): Promise<string> {
        setImmediate(() => vi.advanceTimersByTime(1000));
        return new Promise(() => {});
      }
    }
    const { chat } = await bootObserved(new NamedModel([callsTools(toolCall('wait'))]), {
      metadata: { providers: [Slow] },
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      await rejectionOf(read(chat.prompt('Go').tools(Slow).timeout(1000), mode));
    } finally {
      vi.useRealTimers();
    }
    await wound();
    expect(sdk.current.tree()).toBe(
      [
        'INTERNAL invoke_agent default !',
        '  INTERNAL advisor tool_calling !',
        '    CLIENT chat gpt-x',
        '    INTERNAL execute_tool wait !',
      ].join('\n'),
    );
    expect(sdk.current.span('invoke_agent default').attributes['error.type']).toBe('ChatTimeoutException');
    expect(sdk.current.span('advisor tool_calling').attributes['error.type']).toBe('ChatTimeoutException');
    expect(sdk.current.span('execute_tool wait').attributes['error.type']).toBe('ChatTimeoutException');
  });

  it('of each operation ends at an abort, even if the model and an advisor ignore it', async () => {
    @Injectable()
    @Advise({ around: 'turn' })
    class Deaf extends Advisor {
      async *advise(request: ChatClientRequest, chain: AdvisorChain): AdvisedStream {
        try {
          return yield* chain.next(request);
        } catch {
          return await new Promise<never>(() => {});
        }
      }
    }
    const caller = new AbortController();
    const { chat } = await bootObserved(new NamedModel([() => new Promise(() => {})]), {
      metadata: { providers: [Deaf] },
    });
    const reading = rejectionOf(read(chat.prompt('Go').signal(caller.signal), mode));
    await wound();
    caller.abort(new DOMException('Enough', 'AbortError'));
    await reading;
    await wound();
    expect(sdk.current.tree()).toBe(
      [
        'INTERNAL invoke_agent default !',
        '  INTERNAL advisor deaf !',
        '    INTERNAL advisor tool_calling !',
        '      CLIENT chat gpt-x !',
      ].join('\n'),
    );
    for (const { attributes } of sdk.current.spans.getFinishedSpans())
      expect(attributes['error.type']).toBe('AbortError');
  });
});

describe('a reader that leaves a stream', () => {
  it.each(['between two parts', 'while a tool runs'])('ends every span: %s', async (when) => {
    const running = deferred();
    @Injectable()
    class Slow {
      @Tool({ description: 'Never ends' })
      wait(): Promise<string> {
        running.resolve();
        return new Promise(() => {});
      }
    }
    const isTool = when === 'while a tool runs';
    const script = isTool ? [callsTools(toolCall('wait'))] : ['one two three four'];
    const { chat } = await bootObserved(new NamedModel(script), { metadata: { providers: [Slow] } });
    const reader = chat.prompt('Go').tools(Slow).stream()[Symbol.asyncIterator]();
    const readOn = async (): Promise<void> => {
      while (!(await reader.next()).done);
    };
    if (isTool) {
      readOn().catch(() => {});
      await running.promise;
    } else await reader.next();
    void reader.return!();
    await wound();
    expect(sdk.current.tree()).toBe(
      [
        'INTERNAL invoke_agent default !',
        '  INTERNAL advisor tool_calling !',
        ...(isTool ? ['    CLIENT chat gpt-x', '    INTERNAL execute_tool wait !'] : ['    CLIENT chat gpt-x !']),
      ].join('\n'),
    );
    expect(sdk.current.span('invoke_agent default').attributes['error.type']).toBe('AbortError');
  });
});
