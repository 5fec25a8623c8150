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

it('the claim and the outcome of an external call are in the trace of their sender, and linked to the request', async () => {
  const { app, approvals } = await boot();
  const { approval } = await within('billing', () =>
    approvals.request({ tool: 'pay', arguments: {}, requirement: {}, requester: { id: 'ann' }, requestId: 'pay 1' }),
  );
  const { id, argsHash } = await approvals.decide(approval.id, yes(approval), { id: 'bob' });
  await within('bank', async () => {
    await approvals.claim(id, { argsHash, token: 'bank-1' });
    await approvals.finish(id, { token: 'bank-1', outcome: { type: 'succeeded', value: 'paid' } });
  });
  const refused = approvals.claim(id, { argsHash: 'other', token: 'bank-2' });
  await expect(refused).rejects.toThrow('other arguments');
  const request = sdk.current.span('billing').spanContext();
  const sender = sdk.current.span('bank').spanContext();
  expect(sdk.current.span('await_approval pay').spanContext().traceId).toBe(request.traceId);
  const [claim, refusedClaim] = sdk.current.named('claim_tool pay');
  for (const step of [claim!, sdk.current.span('finish_tool pay')]) {
    expect(step.spanContext().traceId).toBe(sender.traceId);
    expect(step.links.map(({ context: { traceId, spanId } }) => ({ traceId, spanId }))).toEqual([
      { traceId: request.traceId, spanId: request.spanId },
    ]);
  }
  expect(refusedClaim!.attributes).toMatchObject({ 'error.type': 'ExternalCallException' });
  await app.close();
});

it('external calls with ever new names of tools do not make ever new series of metrics', async () => {
  const { app, approvals } = await boot();
  for (let index = 0; index < 103; index++) {
    const about = { arguments: {}, requirement: {}, requester: { id: 'ann' }, requestId: `pay ${index}` };
    const { approval } = await approvals.request({ tool: `pay-${index}`, ...about });
    await approvals.decide(approval.id, yes(approval), { id: 'bob' });
  }
  const measured = await sdk.current.measured();
  const toolsOf = (metric: string) =>
    new Set(measured[metric]!.map(({ attributes }) => Object(attributes)['gen_ai.tool.name']));
  for (const metric of ['toolgate.tool.approval.wait', 'toolgate.tool.approval.events']) {
    expect(toolsOf(metric).size).toBe(101);
    expect(toolsOf(metric)).toContain('_OTHER');
  }
  expect(sdk.current.span('await_approval pay-102').attributes).toMatchObject({ 'gen_ai.tool.name': 'pay-102' });
  await app.close();
});
