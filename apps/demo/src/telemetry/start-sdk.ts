import { context, diag, DiagConsoleLogger, DiagLogLevel, metrics, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

/** A collector that does not answer delays no shutdown. */
const STOP_MS = 2000;

const millis = (said: string | undefined): number | undefined => Number(said) || undefined;

/** Starts the OpenTelemetry SDK, which sends traces and metrics as the environment configures. Returns its shutdown. */
export const startSdk = (env: NodeJS.ProcessEnv): (() => Promise<void>) => {
  // The instance id separates the counters of two processes.
  const desk = { 'service.name': 'toolgate-demo', 'service.instance.id': randomUUID() };
  const resource = resourceFromAttributes(desk).merge(detectResources({ detectors: [envDetector] }));
  const tracers = new BasicTracerProvider({
    resource,
    spanProcessors: [
      new BatchSpanProcessor(new OTLPTraceExporter(), { scheduledDelayMillis: millis(env.OTEL_BSP_SCHEDULE_DELAY) }),
    ],
  });
  const reader = new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter(),
    exportIntervalMillis: millis(env.OTEL_METRIC_EXPORT_INTERVAL),
  });
  const meters = new MeterProvider({ resource, readers: [reader] });
  // If no data arrives, the console logs the reason.
  diag.setLogger(new DiagConsoleLogger(), DiagLogLevel.ERROR);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(tracers);
  metrics.setGlobalMeterProvider(meters);
  return async () => {
    const sent = Promise.allSettled([tracers.shutdown(), meters.shutdown()]);
    await Promise.race([sent, delay(STOP_MS, undefined, { ref: false })]);
  };
};
