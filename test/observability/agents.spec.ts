import 'reflect-metadata';
import { expect, it } from 'vitest';
import { SpanStatusCode } from '@opentelemetry/api';
import { ObservabilityModule } from 'toolgate/observability';
import { approveOne, bootAgents } from '../approval/agents.fixture.js';
import { waits } from '../approval/waiting.fixture.js';
import { useSdk } from './telemetry.fixture.js';

const sdk = useSdk();

it('a turn of an agent is traced inside its call, and again when it resumes, without an error', async () => {
  const booted = await bootAgents({ imports: [ObservabilityModule.forRoot({})] });
  const { chat } = booted;
  const { runId, inside } = await waits(chat.prompt('agent(refund)').call());
  expect(sdk.current.tree()).toBe(
    [
      'INTERNAL invoke_agent default',
      '  INTERNAL advisor tool_calling',
      '    CLIENT chat',
      '    INTERNAL execute_tool agent',
      '      INTERNAL invoke_agent inner',
      '        INTERNAL advisor tool_calling',
      '          CLIENT chat',
      '          INTERNAL approve_tool refund',
    ].join('\n'),
  );
  const call = sdk.current.span('execute_tool agent');
  expect(call.status.code).toBe(SpanStatusCode.UNSET);
  expect(call.attributes).toMatchObject({ 'toolgate.suspended': true, 'toolgate.inner_run.id': inside![0]!.runId });
  const first = sdk.current.span('invoke_agent inner').spanContext();
  sdk.current.spans.reset();
  await approveOne(booted);
  sdk.current.spans.reset();
  await chat.resume(runId).call().content();
  const resumed = sdk.current.span('invoke_agent inner');
  expect(resumed.links.map(({ context }) => context.traceId)).toEqual([first.traceId]);
  expect(sdk.current.span('invoke_agent default').links.map(({ context }) => context.traceId)).toEqual([first.traceId]);
  expect(resumed.status.code).toBe(SpanStatusCode.UNSET);
});
