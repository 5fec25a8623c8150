import { afterAll, afterEach, beforeEach } from 'vitest';
import { context, metrics, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  AggregationTemporality,
  type Histogram,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  type Sampler,
  SimpleSpanProcessor,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-base';

/** An SDK that stores everything in memory, for one test. */
export class Sdk {
  readonly spans = new InMemorySpanExporter();
  private readonly metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  private readonly reader = new PeriodicExportingMetricReader({
    exporter: this.metricExporter,
    exportIntervalMillis: 3_600_000,
  });
  private readonly tracers: BasicTracerProvider;
  private readonly meters = new MeterProvider({ readers: [this.reader] });

  constructor({ processors = [], sampler }: { processors?: SpanProcessor[]; sampler?: Sampler } = {}) {
    this.tracers = new BasicTracerProvider({
      sampler,
      spanProcessors: [...processors, new SimpleSpanProcessor(this.spans)],
    });
  }

  start(): this {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    trace.setGlobalTracerProvider(this.tracers);
    metrics.setGlobalMeterProvider(this.meters);
    return this;
  }

  async stop(): Promise<void> {
    trace.disable();
    metrics.disable();
    context.disable();
    await Promise.allSettled([this.tracers.shutdown(), this.meters.shutdown()]);
  }

  /** The ended spans of a name. */
  named(name: string): readonly ReadableSpan[] {
    return this.spans.getFinishedSpans().filter((span) => span.name === name);
  }

  /** The one ended span of a name. */
  span(name: string): ReadableSpan {
    const [span, ...others] = this.named(name);
    if (!span || others.length > 0) throw new Error(`${others.length + (span ? 1 : 0)} spans are named ${name}.`);
    return span;
  }

  /** The ended spans as a tree, in the order in which they began: `KIND name`, children by two spaces to the right. */
  tree(): string {
    const all = this.spans.getFinishedSpans();
    const childrenOf = (parent: string | undefined): ReadableSpan[] =>
      all
        .filter(({ parentSpanContext }) =>
          parent === undefined
            ? !all.some((span) => span.spanContext().spanId === parentSpanContext?.spanId)
            : parentSpanContext?.spanId === parent,
        )
        .sort((a, b) => startOf(a) - startOf(b) || all.indexOf(a) - all.indexOf(b));
    const lines = (parent: string | undefined, depth: number): string[] =>
      childrenOf(parent).flatMap((span) => [
        `${'  '.repeat(depth)}${SpanKind[span.kind]} ${span.name}${span.status.code === SpanStatusCode.ERROR ? ' !' : ''}`,
        ...lines(span.spanContext().spanId, depth + 1),
      ]);
    return lines(undefined, 0).join('\n');
  }

  /** What was measured: the attributes and the count of each point, by the name of the metric. */
  async measured(): Promise<Readonly<Record<string, readonly Measured[]>>> {
    await this.reader.forceFlush();
    const metrics =
      this.metricExporter
        .getMetrics()
        .at(-1)
        ?.scopeMetrics.flatMap((scope) => scope.metrics) ?? [];
    return Object.fromEntries(
      metrics.map(({ descriptor, dataPoints }) => [
        descriptor.name,
        dataPoints.map(({ attributes, value }) => {
          const {
            count = 0,
            sum = 0,
            buckets,
          } = (typeof value === 'number' ? { sum: value } : value) as Partial<Histogram>;
          return { attributes, unit: descriptor.unit, count, sum, boundaries: buckets?.boundaries ?? [] };
        }),
      ]),
    );
  }
}

/** A point of a histogram; of a counter or a gauge, whose value is the sum. */
export interface Measured {
  readonly attributes: object;
  readonly unit: string;
  readonly count: number;
  readonly sum: number;
  readonly boundaries: readonly number[];
}

const startOf = ({ startTime: [seconds, nanos] }: ReadableSpan): number => seconds * 1e9 + nanos;

/** Runs a new SDK around each test. */
export const useSdk = (): { readonly current: Sdk } => {
  const used = { current: undefined as unknown as Sdk };
  beforeEach(() => {
    used.current = new Sdk().start();
  });
  afterEach(() => used.current.stop());
  afterAll(() => context.disable());
  return used;
};

/** Waits until the work that a turn leaves has ended. */
export const wound = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
};
