import { type Attributes, type Context, context, metrics, SpanKind, trace } from '@opentelemetry/api';
import type { Work } from '../compare.js';

const CHAT = { 'gen_ai.operation.name': 'chat', 'gen_ai.provider.name': 'unknown' };

const ANSWER = {
  'gen_ai.response.finish_reasons': ['stop'],
  'gen_ai.usage.input_tokens': 20,
  'gen_ai.usage.output_tokens': 18,
};

const TURN = {
  'gen_ai.operation.name': 'invoke_agent',
  'gen_ai.agent.name': 'default',
  'gen_ai.provider.name': 'unknown',
  'toolgate.advisors': ['ToolCallingAdvisor'],
};

const ADVISOR = { 'toolgate.advisor.name': 'ToolCallingAdvisor' };

const TOOL = {
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.tool.name': 'findOrder0',
  'gen_ai.tool.type': 'function',
  'gen_ai.tool.call.id': 'call-1',
  'gen_ai.tool.description': 'Looks an order up in book 0',
};

const MEASURED_TOOL = {
  'gen_ai.tool.name': 'findOrder0',
  'gen_ai.tool.type': 'function',
  'gen_ai.agent.name': 'default',
};

/** A span with its duration: what it begins and ends with, and the attributes of its measurement. */
interface Timed {
  readonly name: string;
  readonly kind?: SpanKind;
  readonly attributes: Attributes;
  readonly answer?: Attributes;
  readonly measured: Attributes;
}

/**
 * Returns a work that only records, straight to the SDK, what a prompt with one tool call records: 5 spans and 9
 * measurements. No instrumentation that records the same can cost less.
 */
export const spansByHand = (): Work => {
  const tracer = trace.getTracer('by hand');
  const meter = metrics.getMeter('by hand');
  const duration = meter.createHistogram('duration');
  const tokens = meter.createHistogram('tokens');

  const timed = async (
    { name, kind = SpanKind.INTERNAL, attributes, answer, measured }: Timed,
    parent: Context,
    work: (inside: Context) => Promise<void>,
  ): Promise<void> => {
    const startedAt = performance.now();
    const span = tracer.startSpan(name, { kind, attributes }, parent);
    const inside = trace.setSpan(parent, span);
    await context.with(inside, () => work(inside));
    if (answer) span.setAttributes(answer);
    duration.record((performance.now() - startedAt) / 1000, measured, inside);
    span.end();
  };

  const callModel = async (round: number, parent: Context): Promise<void> => {
    const attributes = { ...CHAT, 'toolgate.round': round };
    await timed({ name: 'chat', kind: SpanKind.CLIENT, attributes, answer: ANSWER, measured: CHAT }, parent, answered);
    tokens.record(20, { ...CHAT, 'gen_ai.token.type': 'input' }, parent);
    tokens.record(18, { ...CHAT, 'gen_ai.token.type': 'output' }, parent);
  };

  const callTool = (parent: Context): Promise<void> => {
    const answer = { 'toolgate.tool.outcome': 'success' };
    return timed({ name: 'execute_tool', attributes: TOOL, answer, measured: MEASURED_TOOL }, parent, answered);
  };

  const loop = async (inside: Context): Promise<void> => {
    await callModel(0, inside);
    await callTool(inside);
    await callModel(1, inside);
  };

  const advise = (parent: Context): Promise<void> => {
    const attributes = { 'toolgate.advisor.order': 0, ...ADVISOR };
    return timed({ name: 'advisor', attributes, measured: ADVISOR }, parent, loop);
  };

  const measured = { 'gen_ai.agent.name': 'default' };
  return () => timed({ name: 'invoke_agent', attributes: TURN, answer: ANSWER, measured }, context.active(), advise);
};

const answered = async (): Promise<void> => {};
