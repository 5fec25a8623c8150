import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { attributesOf, startCollector, traceTree } from './collector.fixture.js';
import { startDeskProcess } from './desk-process.fixture.js';
import { newDatabase } from './desk.fixture.js';

jest.setTimeout(120_000);

const stops: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

const ASKED = [
  'invoke_agent default',
  '  advisor automatic_chat_memory',
  '    load_memory',
  '    advisor tool_calling',
  '      chat offline',
  '      execute_tool findOrder',
  '      chat offline',
  '      approve_tool refund',
  '  await_approval refund',
];

const WENT_ON = [
  'invoke_agent default',
  '  advisor automatic_chat_memory',
  '    load_memory',
  '    advisor tool_calling',
  '      approve_tool refund',
  '      execute_tool refund',
  '      chat offline',
  '      approve_tool sendEmail',
  '      execute_tool sendEmail',
  '      chat offline',
  '  store_memory',
];

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

describe('a demo that knows a collector', () => {
  it('sends it a refund that waits and goes on: two traces, the second linked to the first, and what is measured', async () => {
    const { collector, desk } = await observedDesk();
    const { runId, approvals } = await desk.ask('Refund order A-1043 and e-mail the customer');
    await desk.decide(approvals[0]!);
    expect((await desk.ended(runId)).status).toBe('completed');

    await collector.spansOnce('store_memory', 1);
    const spans = await collector.spansOnce('invoke_agent default', 2);
    const turns = spans.filter(({ name }) => name === 'invoke_agent default');
    const asked = turns.find((span) => attributesOf(span)['toolgate.suspended'])!;
    const wentOn = turns.find((span) => attributesOf(span)['toolgate.resumed'])!;
    expect(traceTree(spans, asked.traceId)).toEqual(ASKED);
    expect(traceTree(spans, wentOn.traceId)).toEqual(WENT_ON);
    expect([asked, wentOn].map((span) => attributesOf(span)['toolgate.run.id'])).toEqual([runId, runId]);
    expect(wentOn.links).toMatchObject([{ traceId: asked.traceId, spanId: asked.spanId }]);
    expect(collector.services()).toEqual(['toolgate-demo']);
    for (const word of ['A-1043', 'Ann', '@example.com', 'grace']) expect(JSON.stringify(spans)).not.toContain(word);

    await collector.metricOnce('toolgate.tool.approval.wait');
    await collector.metricOnce('toolgate.approvals.oldest_pending');
  });
});
