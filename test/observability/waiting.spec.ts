import 'reflect-metadata';
import { describe, expect, it } from 'vitest';
import { SpanStatusCode, trace } from '@opentelemetry/api';
import { ChatClient } from 'toolgate';
import { InMemoryApprovalStore } from 'toolgate/approval';
import { ObservabilityModule } from 'toolgate/observability';
import { callsTools, toolCall } from 'toolgate/testing';
import { bootDesk, Desk, yes } from '../approval/approval.fixture.js';
import { until, waits } from '../approval/waiting.fixture.js';
import { readAll, rejectionOf } from '../chat/chat.fixture.js';
import { NamedModel } from './observed.fixture.js';
import { useSdk } from './telemetry.fixture.js';

const sdk = useSdk();

const script = () => [
  callsTools(toolCall('find', { order: 'A-1' }), toolCall('refund', { order: 'A-1', amount: 40 })),
  'Refunded.',
];

const observed = { imports: [ObservabilityModule.forRoot({})] };

describe.each(['call', 'stream'] as const)('a turn that waits for approval, in a %s', (mode) => {
  it('is two traces without an error, the second linked to the first', async () => {
    const { app, approvals } = await bootDesk(new NamedModel(script()), {}, observed);
    const chat = app.get(ChatClient);
    const asked = chat.prompt('Refund A-1').tools(Desk);
    const waiting = await (mode === 'call' ? asked.call().outcome() : asked.stream().outcome());
    if (waiting.status !== 'suspended') throw new Error('The turn did not wait for a person.');
    expect(sdk.current.tree()).toBe(
      [
        'INTERNAL invoke_agent default',
        '  INTERNAL advisor tool_calling',
        '    CLIENT chat gpt-x',
        '    INTERNAL approve_tool refund',
      ].join('\n'),
    );
    const first = sdk.current.span('invoke_agent default');
    const run = { 'toolgate.run.id': waiting.runId };
    expect(first.attributes).toMatchObject({ ...run, 'toolgate.suspended': true });
    expect(first.status.code).toBe(SpanStatusCode.UNSET);
    expect(first.events.map(({ name, attributes }) => [name, attributes])).toEqual([
      ['toolgate.suspended', { ...run, 'gen_ai.tool.name': 'refund', 'gen_ai.tool.call.id': 'call-refund' }],
    ]);

    sdk.current.spans.reset();
    const [approval] = waiting.approvals;
    await approvals.decide(approval!.id, yes(approval!), { id: 'bob' });
    expect(sdk.current.tree()).toBe('INTERNAL await_approval refund');
    sdk.current.spans.reset();
    const resumed = chat.resume(waiting.runId);
    if (mode === 'call') await resumed.call().content();
    else await readAll(resumed.stream());
    expect(sdk.current.tree()).toBe(
      [
        'INTERNAL invoke_agent default',
        '  INTERNAL advisor tool_calling',
        '    INTERNAL approve_tool refund',
        '    INTERNAL execute_tool find',
        '    INTERNAL execute_tool refund',
        '    CLIENT chat gpt-x',
      ].join('\n'),
    );
    const second = sdk.current.span('invoke_agent default');
    expect(second.attributes).toMatchObject({ ...run, 'toolgate.resumed': true });
    expect(second.attributes['toolgate.suspended']).toBeUndefined();
    const { traceId, spanId } = first.spanContext();
    expect(second.links.map(({ context }) => context)).toEqual([expect.objectContaining({ traceId, spanId })]);
    expect(second.spanContext().traceId).not.toBe(traceId);
  });
});

describe('a suspended turn', () => {
  it('resumes in its own trace after a decision or an expiry', async () => {
    const refund = callsTools(toolCall('refund', { order: 'A-1', amount: 40 }));
    const { app, approvals } = await bootDesk(
      new NamedModel([refund, refund, 'One.', 'Two.']),
      { approval: { worker: true, expiresInMs: 300 } },
      observed,
    );
    const chat = app.get(ChatClient);
    const ask = () => waits(chat.prompt('Refund A-1').tools(Desk).call());
    const [decided, expiring] = [await ask(), await ask()];
    sdk.current.spans.reset();
    await trace.getTracer('test').startActiveSpan('request', async (span) => {
      await approvals.decide(decided.first.id, yes(decided.first), { id: 'bob' });
      span.end();
    });
    const hasEnded = async ({ runId }: typeof decided) => (await approvals.runs.get(runId)).status === 'completed';
    await until(async () => (await hasEnded(decided)) && (await hasEnded(expiring)));
    await until(() => sdk.current.named('invoke_agent default').length === 2);
    for (const turn of sdk.current.named('invoke_agent default')) {
      expect(turn.parentSpanContext).toBeUndefined();
      expect(turn.links).toHaveLength(1);
    }
    await app.close();
  });

  it('has no link to a trace if it was suspended without tracing', async () => {
    trace.disable();
    const { app, approvals } = await bootDesk(new NamedModel(script()), {}, observed);
    const chat = app.get(ChatClient);
    const { runId, first } = await waits(chat.prompt('Refund A-1').tools(Desk).call());
    sdk.current.start();
    await approvals.decide(first.id, yes(first), { id: 'bob' });
    await chat.resume(runId).call().content();
    expect(sdk.current.span('invoke_agent default').links).toEqual([]);
  });

  it('resumes in an application without observability', async () => {
    const store = new InMemoryApprovalStore();
    const before = await bootDesk(new NamedModel(script()), { store }, observed);
    const waiting = await before.app.get(ChatClient).prompt('Refund A-1').tools(Desk).call().outcome();
    if (waiting.status !== 'suspended') throw new Error('The turn did not wait for a person.');
    await before.app.close();
    const after = await bootDesk(new NamedModel(['Refunded.']), { store });
    const [approval] = waiting.approvals;
    await after.approvals.decide(approval!.id, yes(approval!), { id: 'bob' });
    expect(await after.app.get(ChatClient).resume(waiting.runId).call().content()).toBe('Refunded.');
  });

  it('has an error status if no store can save it', async () => {
    const { app } = await bootDesk(new NamedModel(script()), { approval: { store: undefined } }, observed);
    const chat = app.get(ChatClient);
    await rejectionOf(chat.prompt('Refund A-1').tools(Desk).call().content());
    expect(sdk.current.span('invoke_agent default').status.code).toBe(SpanStatusCode.ERROR);
  });
});
