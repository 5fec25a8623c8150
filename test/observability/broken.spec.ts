import 'reflect-metadata';
import { afterEach, describe, expect, it } from '@jest/globals';
import { metrics } from '@opentelemetry/api';
import {
  SamplingDecision,
  type SpanExporter,
  SimpleSpanProcessor,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { ChatMemory } from 'toolgate';
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

describe('a turn has its answer', () => {
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
});

describe('a trace that is not sampled', () => {
  it('is not sampled at all, and measured all the same', async () => {
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
});
