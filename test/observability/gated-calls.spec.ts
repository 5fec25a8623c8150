import 'reflect-metadata';
import { expect, it } from 'vitest';
import { trace } from '@opentelemetry/api';
import { GatedCalls } from 'toolgate/approval';
import { ObservabilityModule } from 'toolgate/observability';
import { ScriptedChatModel } from 'toolgate/testing';
import { bootDesk, yes } from '../approval/approval.fixture.js';
import { useSdk } from './telemetry.fixture.js';

const sdk = useSdk();

const boot = async () => {
  const booted = await bootDesk(new ScriptedChatModel([]), {}, { imports: [ObservabilityModule.forRoot()] });
  return { ...booted, gated: booted.app.get(GatedCalls) };
};

const within = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  trace.getTracer('test').startActiveSpan(name, async (span) => work().finally(() => span.end()));

it('a call outside of a turn has its spans in the trace of its caller', async () => {
  const { app, gated } = await boot();
  await within('nightly', () => gated.call('find', { order: 'A-1' }));
  expect(sdk.current.tree()).toBe(['INTERNAL nightly', '  INTERNAL execute_tool find'].join('\n'));
  await app.close();
});

it('a call that waits has its approval in the trace of its caller, and its body is linked to it', async () => {
  const { app, gated, approvals } = await boot();
  const waiting = await within('nightly', () => gated.call('refund', { order: 'A-1', amount: 40 }));
  if (waiting.status !== 'suspended') throw new Error(waiting.status);
  const [approval] = waiting.approvals;
  await approvals.decide(approval!.id, yes(approval!), { id: 'bob' });
  await approvals.runs.resume(waiting.runId);
  const caller = sdk.current.span('nightly').spanContext();
  const waited = sdk.current.span('await_approval refund');
  expect(waited.spanContext().traceId).toBe(caller.traceId);
  const body = sdk.current.span('execute_tool refund');
  expect(body.spanContext().traceId).not.toBe(caller.traceId);
  expect(body.links.map(({ context: { traceId, spanId } }) => ({ traceId, spanId }))).toEqual([
    { traceId: caller.traceId, spanId: caller.spanId },
  ]);
  await app.close();
});
