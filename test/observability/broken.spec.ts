import 'reflect-metadata';
import { afterEach, describe, expect, it } from 'vitest';
import { context, diag, DiagLogLevel, type Meter, metrics, type Span, trace, type Tracer } from '@opentelemetry/api';
import {
  ParentBasedSampler,
  SamplingDecision,
  type SpanExporter,
  SimpleSpanProcessor,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { ChatClient, ChatMemory } from 'toolgate';
import { ObservabilityModule } from 'toolgate/observability';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { bootDesk, Desk as WaitingDesk, yes } from '../approval/approval.fixture.js';
import { waits } from '../approval/waiting.fixture.js';
import { readAll } from '../chat/chat.fixture.js';
import { bootObserved, Desk, NamedModel, twoRounds } from './observed.fixture.js';
import { Sdk } from './telemetry.fixture.js';

const broken = (): never => {
  throw new Error('broken');
};

const quiet: SpanProcessor = {
  onStart: () => {},
  onEnd: () => {},
  forceFlush: async () => {},
  shutdown: async () => {},
};
const exporter: SpanExporter = { export: broken, shutdown: async () => {} };

const processors: readonly [string, SpanProcessor][] = [
  ['a processor that fails when a span begins', { ...quiet, onStart: broken }],
  ['a processor that fails when a span ends', { ...quiet, onEnd: broken }],
  ['an exporter that fails', new SimpleSpanProcessor(exporter)],
];

let sdk: Sdk | undefined;
afterEach(() => sdk?.stop());

const answers = async (): Promise<void> => {
  const model = new NamedModel([...twoRounds(), ...twoRounds()]);
  const { app, chat } = await bootObserved(model, { options: { memory: true } });
  const prompt = () => chat.prompt('Who ordered A-1?').tools(Desk).conversation('c-1');
  expect(await prompt().call().content()).toBe('Ann ordered A-1.');
  const outcome = await prompt().stream().outcome();
  expect(outcome.content).toBe('Ann ordered A-1.');
  expect(await app.get(ChatMemory).get('c-1')).toHaveLength(4);
};

/** Runs a turn that is suspended and resumes, in a call and in a stream. */
const goesOn = async (): Promise<void> => {
  const refund = callsTools(toolCall('refund', { order: 'A-1', amount: 40 }));
  const model = new NamedModel([refund, 'Refunded.', refund, 'Refunded.']);
  const { app, approvals } = await bootDesk(model, {}, { imports: [ObservabilityModule.forRoot({})] });
  const chat = app.get(ChatClient);
  for (const mode of ['call', 'stream'] as const) {
    const asked = chat.prompt('Refund A-1').tools(WaitingDesk);
    const { runId, first } = await waits(mode === 'call' ? asked.call() : asked.stream());
    await approvals.decide(first.id, yes(first), { id: 'bob' });
    expect((await chat.resume(runId)[mode]().outcome()).content).toBe('Refunded.');
  }
  await app.close();
};

/** Returns an object whose methods all throw. */
const failing = <T extends object>(): T => new Proxy({} as T, { get: () => broken });

/** A meter that creates instruments which throw. */
const failingInstruments = new Proxy({} as Meter, {
  get: (_, name) => (String(name).startsWith('create') ? () => failing() : broken),
});

const tracers: readonly [string, Partial<Tracer>][] = [
  ['a tracer that fails', failing()],
  ['a tracer that returns nothing', { startSpan: () => undefined as never }],
  ['spans that fail', { startSpan: () => failing<Span>() }],
];

describe('a turn completes', () => {
  it.each(processors)('with %s', async (_, processor) => {
    sdk = new Sdk({ processors: [processor] }).start();
    await answers();
  });

  it('with a sampler that fails', async () => {
    sdk = new Sdk({ sampler: { shouldSample: broken, toString: () => 'broken' } }).start();
    await answers();
  });

  it('with a meter that fails', async () => {
    sdk = new Sdk().start();
    metrics.disable();
    metrics.setGlobalMeterProvider({ getMeter: broken });
    await answers();
    expect(sdk.named('invoke_agent default')).toHaveLength(2);
  });

  it.each(tracers)('with %s, and has its metrics', async (_, tracer) => {
    sdk = new Sdk().start();
    trace.disable();
    trace.setGlobalTracerProvider({ getTracer: () => tracer as Tracer });
    await answers();
    await goesOn();
    const measured = await sdk.measured();
    expect(measured['gen_ai.invoke_agent.duration']![0]!.count).toBe(6);
    expect(measured['toolgate.runs.in_flight']![0]!.sum).toBe(0);
  });

  it('with instruments that fail', async () => {
    sdk = new Sdk().start();
    metrics.disable();
    metrics.setGlobalMeterProvider({ getMeter: () => failingInstruments });
    await answers();
    await goesOn();
    expect(sdk.named('await_approval refund')).toHaveLength(2);
  });

  it.each(['call', 'stream'] as const)('with a model whose name throws, in a %s', async (mode) => {
    sdk = new Sdk().start();
    const model = new ScriptedChatModel(['Hello.']);
    Object.defineProperty(model, 'modelName', { get: broken });
    const { chat } = await bootObserved(model);
    expect((await chat.prompt('Hi')[mode]().outcome()).content).toBe('Hello.');
    expect(sdk.tree()).toContain('CLIENT chat');
  });

  it('with an error whose name throws', async () => {
    const onStart = (): never => {
      throw Object.defineProperty(new Error(), 'name', { get: broken });
    };
    sdk = new Sdk({ processors: [{ ...quiet, onStart }] }).start();
    await answers();
    await goesOn();
  });

  it('with a diagnostic logger that fails', async () => {
    sdk = new Sdk({ processors: [{ ...quiet, onStart: broken }] }).start();
    diag.setLogger(failing(), { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true });
    try {
      await answers();
      await goesOn();
    } finally {
      diag.disable();
    }
  });

  it('without a context manager, and each span is a child of its turn', async () => {
    sdk = new Sdk().start();
    context.disable();
    await answers();
    const turns = sdk.named('invoke_agent default').map((span) => span.spanContext().spanId);
    const parents = sdk.spans.getFinishedSpans().map(({ parentSpanContext }) => parentSpanContext?.spanId);
    expect(new Set(parents)).toEqual(new Set([undefined, ...turns]));
  });
});

describe('a telemetry failure', () => {
  it('is logged in one line, without a stack or secrets', async () => {
    const said: unknown[] = [];
    const onStart = (): never => {
      throw new Error('The collector refused password=hunter2');
    };
    sdk = new Sdk({ processors: [{ ...quiet, onStart }] }).start();
    const ignore = (): void => {};
    const error = (...words: readonly unknown[]): void => void said.push(...words);
    const logger = { error, warn: ignore, info: ignore, debug: ignore, verbose: ignore };
    diag.setLogger(logger, { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true });
    await answers();
    diag.disable();
    const line = 'toolgate: telemetry could not be reported: Error: The collector refused password=[redacted]';
    expect(new Set(said)).toEqual(new Set([line]));
  });
});

describe('an unsampled trace', () => {
  it('has no spans at all, but has metrics', async () => {
    let asked = 0;
    sdk = new Sdk({
      sampler: {
        shouldSample: () => ({
          decision: asked++ === 0 ? SamplingDecision.NOT_RECORD : SamplingDecision.RECORD_AND_SAMPLED,
        }),
        toString: () => 'first',
      },
    }).start();
    const { chat } = await bootObserved(new NamedModel(twoRounds()), { observe: { messageContent: true } });
    await readAll(chat.prompt('Who ordered A-1?').tools(Desk).stream());
    const [parent] = sdk.spans.getFinishedSpans().map(({ parentSpanContext }) => parentSpanContext?.spanId);
    expect(parent).toBeDefined();
    expect(sdk.named('invoke_agent default')).toEqual([]);
    expect((await sdk.measured())['gen_ai.invoke_agent.duration']![0]!.count).toBe(1);
  });

  it('has no span of a wait either', async () => {
    let roots = 0;
    const root = {
      shouldSample: () => ({
        decision: roots++ === 0 ? SamplingDecision.NOT_RECORD : SamplingDecision.RECORD_AND_SAMPLED,
      }),
      toString: () => 'first root',
    };
    sdk = new Sdk({ sampler: new ParentBasedSampler({ root }) }).start();
    const { app, approvals } = await bootDesk(
      new NamedModel([callsTools(toolCall('refund', { order: 'A-1', amount: 40 }))]),
      {},
      { imports: [ObservabilityModule.forRoot({})] },
    );
    const { first } = await waits(app.get(ChatClient).prompt('Refund A-1').tools(WaitingDesk).call());
    await approvals.decide(first.id, yes(first), { id: 'bob' });
    expect(sdk.tree()).toBe('');
    expect(roots).toBe(1);
  });
});
