import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Meter, metrics } from '@opentelemetry/api';
import {
  AggregationTemporality,
  DataPointType,
  InMemoryMetricExporter,
  MeterProvider,
  type MetricData,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { ChatClient } from 'toolgate';
import type { ApprovalStatus } from 'toolgate/approval';
import { ObservabilityModule } from 'toolgate/observability';
import { callsTools, type ScriptedAnswer, toolCall } from 'toolgate/testing';
import { ToolSearchModule } from 'toolgate/tool-search';
import { bootDesk, Desk, yes } from '../approval/approval.fixture.js';
import { waits } from '../approval/waiting.fixture.js';
import { readAll } from '../chat/chat.fixture.js';
import { NamedModel } from './observed.fixture.js';

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly fieldConfig?: { readonly defaults: { readonly unit?: string } };
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

interface Dashboard {
  readonly schemaVersion: number;
  readonly templating: {
    readonly list: readonly {
      readonly name: string;
      readonly type: string;
      readonly query: string | { query: string };
    }[];
  };
  readonly panels: readonly Panel[];
}

const dashboard = JSON.parse(readFileSync('docs/dashboards/toolgate.json', 'utf8')) as Dashboard;
const panels = dashboard.panels.filter(({ type }) => type !== 'row');
const expressions = panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr, legendFormat }) => ({ title, expr, legend: legendFormat })),
);

/** The suffixes of units in Prometheus, which ignores units in braces. */
const UNITS: Readonly<Record<string, string>> = { s: '_seconds' };

/** The series that Prometheus creates for a metric from OTLP. */
const seriesOf = ({ descriptor: { name, unit }, ...data }: MetricData): readonly string[] => {
  const suffix = unit.startsWith('{') ? '' : UNITS[unit];
  if (suffix === undefined) throw new Error(`${name}: UNITS has no suffix for the unit ${unit}. Add it.`);
  const base = `${name.replaceAll(/\W/g, '_')}${suffix}`;
  if (data.dataPointType === DataPointType.HISTOGRAM) return ['_bucket', '_sum', '_count'].map((part) => base + part);
  return [data.dataPointType === DataPointType.SUM && data.isMonotonic ? `${base}_total` : base];
};

/** The labels of every series: its origin, its bucket and its error. */
const COMMON = ['job', 'instance', 'le', 'error_type'];

const labelsOf = ({ dataPoints }: MetricData): readonly string[] =>
  dataPoints.flatMap(({ attributes }) => Object.keys(attributes).map((key) => key.replaceAll(/\W/g, '_')));

const STATUSES: Readonly<Record<Lowercase<ApprovalStatus>, true>> = {
  pending: true,
  approved: true,
  rejected: true,
  responded: true,
  expired: true,
  cancelled: true,
  lapsed: true,
  revoked: true,
  executing: true,
  succeeded: true,
  failed: true,
  outcome_unknown: true,
  abandoned: true,
};

const says = (content: string | ReturnType<typeof toolCall>): ScriptedAnswer => ({
  message: callsTools(content),
  usage: { inputTokens: 20, outputTokens: 5 },
});

/** Runs a turn that uses every metric: tool search, an approval, a resume and a memory. */
const everything = async (): Promise<void> => {
  const script = [
    says(toolCall('toolSearchTool', { query: 'refund' })),
    says(toolCall('refund', { order: 'A-1', amount: 40 })),
    says('Refunded.'),
  ];
  const { app, approvals } = await bootDesk(
    new NamedModel(script),
    { memory: true },
    { imports: [ObservabilityModule, ToolSearchModule.forRoot()] },
  );
  const chat = app.get(ChatClient);
  const { runId, first } = await waits(chat.prompt('Refund A-1').tools(Desk).conversation('c').stream());
  await approvals.decide(first.id, yes(first), { id: 'bob' });
  await readAll(chat.resume(runId).stream());
};

/** Records the names of the instruments that a meter creates. */
const listed = (meter: Meter, made: Set<string>): Meter =>
  new Proxy(meter, {
    get: (target, key: keyof Meter) => {
      const method = target[key] as (...args: unknown[]) => unknown;
      return (...args: unknown[]) => {
        if (key.startsWith('create')) made.add(String(args[0]));
        return method.apply(target, args);
      };
    },
  });

describe('the dashboard', () => {
  const made = new Set<string>();
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  const meters = new MeterProvider({ readers: [reader] });
  /** The labels of each series. */
  const series = new Map<string, ReadonlySet<string>>();
  let measured: readonly MetricData[] = [];

  beforeAll(async () => {
    metrics.setGlobalMeterProvider({ getMeter: (name) => listed(meters.getMeter(name), made) });
    await everything();
    await reader.forceFlush();
    measured = exporter
      .getMetrics()
      .at(-1)!
      .scopeMetrics.flatMap((scope) => scope.metrics);
    for (const metric of measured) {
      for (const name of seriesOf(metric)) series.set(name, new Set([...COMMON, ...labelsOf(metric)]));
    }
  });

  afterAll(async () => {
    metrics.disable();
    await meters.shutdown();
  });

  it('is compared with every metric', () => {
    expect(measured.map(({ descriptor }) => descriptor.name).sort()).toEqual([...made].sort());
  });

  it('shows each metric', () => {
    const shown = expressions.map(({ expr }) => expr).join('\n');
    const hidden = measured.filter((metric) => !seriesOf(metric).some((name) => shown.includes(`${name}{`)));
    expect(hidden.map(({ descriptor }) => descriptor.name)).toEqual([]);
  });

  it('queries only existing series and labels of the selected service', () => {
    const labels = new Set([...series.values()].flatMap((names) => [...names]));
    for (const { title, expr } of expressions) {
      const where = (what: string): string => `${title}: ${what}`;
      const names = [...expr.matchAll(/\b(?:gen_ai|toolgate)_\w+/g)].map(([name]) => name);
      expect(names.filter((name) => !series.has(name) && !labels.has(name)).map(where)).toEqual([]);
      const selectors = [...expr.matchAll(/(\w+)\{([^}]*)\}/g)];
      expect(selectors.length).toBeGreaterThan(0);
      const grouped = [...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, by]) => by!.split(', '));
      for (const [, metric, matchers] of selectors) {
        expect(matchers).toContain('job=~"$service"');
        const asked = [...matchers!.matchAll(/(\w+)(?:=|!)/g)].map(([, label]) => label!);
        const unknown = [...asked, ...grouped].filter((label) => !series.get(metric!)?.has(label));
        expect(unknown.map((label) => where(`${metric} has no ${label}`))).toEqual([]);
      }
    }
  });

  it('has legends with grouped labels, and only existing statuses', () => {
    for (const { title, expr, legend } of expressions) {
      const named = [...legend.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label!);
      for (const label of named) expect(`${title}: ${expr}`).toMatch(new RegExp(`by \\([^)]*\\b${label}\\b`));
      const statuses = [...expr.matchAll(/approval_status=~"([^"]*)"/g)].flatMap(([, values]) => values!.split('|'));
      for (const status of statuses) expect(STATUSES).toHaveProperty(status);
    }
  });

  it('has variables for the data source, service and client', () => {
    expect(dashboard.schemaVersion).toBeGreaterThanOrEqual(38);
    const variables = dashboard.templating.list;
    expect(variables.map(({ name, type }) => `${name}: ${type}`)).toEqual([
      'datasource: datasource',
      'service: query',
      'client: query',
    ]);
    expect(variables[0]!.query).toBe('prometheus');
    const asked = JSON.stringify(variables).match(/\b(?:gen_ai|toolgate)_\w+/g) ?? [];
    const labels = series.get('gen_ai_invoke_agent_duration_seconds_count')!;
    expect(asked.filter((name) => !series.has(name) && !labels.has(name))).toEqual([]);
  });

  it('has a title, a description and a unit for each panel', () => {
    for (const { title, description, fieldConfig, targets, gridPos } of panels) {
      expect({ title, description, unit: fieldConfig?.defaults.unit }).toEqual({
        title: expect.stringMatching(/./),
        description: expect.stringMatching(/\.$/),
        unit: expect.stringMatching(/./),
      });
      expect(targets?.length).toBeGreaterThan(0);
      expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
    }
    for (const key of ['id', 'title'] as const) {
      expect(new Set(dashboard.panels.map((panel) => panel[key])).size).toBe(dashboard.panels.length);
    }
  });
});
