import { afterEach, describe, expect, it, vi } from 'vitest';
import { readFileSync } from 'node:fs';
import { attributesOf, startCollector, traceTree } from './collector.fixture.js';
import { startDeskProcess } from './desk-process.fixture.js';
import { newDatabase } from './desk.fixture.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const stops: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

/** The trees that the README shows: of the turn before the wait, and of the resumed turn. */
const shown = (): readonly string[] => {
  const [, block] = /^```text\n([^]*?)\n```$/m.exec(readFileSync('apps/demo/README.md', 'utf8')) ?? [];
  return block!.split('\n\n');
};

const observedDesk = async () => {
  const collector = await startCollector();
  stops.push(collector.stop);
  const desk = await startDeskProcess(newDatabase(), {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '20',
    OTEL_METRIC_EXPORT_INTERVAL: '200',
  });
  stops.push(desk.kill);
  return { collector, desk };
};

describe('a demo with a collector', () => {
  it('sends traces and metrics of a refund that waits and resumes: two traces, the second linked to the first', async () => {
    const { collector, desk } = await observedDesk();
    const { runId, approvals } = await desk.ask('Refund order A-1043 and e-mail the customer');
    await desk.decide(approvals[0]!);
    expect((await desk.ended(runId)).status).toBe('completed');

    await collector.spansOnce('store_memory', 1);
    const spans = await collector.spansOnce('invoke_agent default', 2);
    const turns = spans.filter(({ name }) => name === 'invoke_agent default');
    const asked = turns.find((span) => attributesOf(span)['toolgate.suspended'])!;
    const wentOn = turns.find((span) => attributesOf(span)['toolgate.resumed'])!;
    expect([asked, wentOn].map(({ traceId }) => traceTree(spans, traceId).join('\n'))).toEqual(shown());
    expect([asked, wentOn].map((span) => attributesOf(span)['toolgate.run.id'])).toEqual([runId, runId]);
    expect(wentOn.links).toMatchObject([{ traceId: asked.traceId, spanId: asked.spanId }]);
    expect(collector.services()).toEqual(['toolgate-demo']);
    for (const word of ['A-1043', 'Ann', '@example.com', 'grace']) expect(JSON.stringify(spans)).not.toContain(word);

    await collector.metricOnce('toolgate.tool.approval.wait');
    await collector.metricOnce('toolgate.approvals.oldest_pending');
  });
});
