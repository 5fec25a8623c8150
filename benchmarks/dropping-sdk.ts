import { context, metrics, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, type SpanProcessor } from '@opentelemetry/sdk-trace-base';

const drop: SpanProcessor = {
  onStart: () => {},
  onEnd: () => {},
  forceFlush: async () => {},
  shutdown: async () => {},
};

/** An SDK that drops every span and exports no metrics, so that exporting is not measured. */
export const droppingSdk = () => {
  const tracers = new BasicTracerProvider({ spanProcessors: [drop] });
  const exporter = new InMemoryMetricExporter(AggregationTemporality.DELTA);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  const meters = new MeterProvider({ readers: [reader] });
  return {
    start: (): void => {
      context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
      trace.setGlobalTracerProvider(tracers);
      metrics.setGlobalMeterProvider(meters);
    },
    stop: (): void => {
      trace.disable();
      metrics.disable();
      context.disable();
    },
    close: async (): Promise<void> => {
      await Promise.all([tracers.shutdown(), meters.shutdown()]);
    },
  };
};
