import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { Gauges } from './gauges.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the gauges of a store that does not answer', () => {
  it('do not delay other metrics for long, and report that the store does not answer', async () => {
    const reader = new PeriodicExportingMetricReader({
      exporter: new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE),
      exportIntervalMillis: 3_600_000,
    });
    const meters = new MeterProvider({ readers: [reader] });
    const failures: unknown[] = [];
    const gauges = new Gauges({
      approvals: () => ({ counts: () => new Promise<never>(() => {}) }),
      failed: (error) => void failures.push(error),
    });
    gauges.reportTo(meters.getMeter('toolgate'));
    gauges.begin('default');
    const collecting = reader.collect();
    await vi.advanceTimersByTimeAsync(5_000);
    const { resourceMetrics } = await collecting;
    const measured = resourceMetrics.scopeMetrics.flatMap(({ metrics }) =>
      metrics.map(({ descriptor, dataPoints }) => [descriptor.name, dataPoints.map(({ value }) => value)]),
    );
    expect(Object.fromEntries(measured)).toEqual({
      'toolgate.runs.in_flight': [1],
      'toolgate.approvals.store_up': [0],
    });
    expect(failures).toHaveLength(1);
    gauges.stop();
    vi.useRealTimers();
    await meters.shutdown();
  });
});
