import 'reflect-metadata';
import { Injectable } from '@nestjs/common';
import { afterEach, describe, expect, it } from 'vitest';
import { SpanStatusCode } from '@opentelemetry/api';
import { type SpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import {
  Tool,
  ToolApprovalAuditor,
  ToolApprovalDecision,
  ToolApprovalStrategy,
  type ToolgateModuleOptions,
} from 'toolgate';
import { firstDecisive, forTools, InMemoryApprovalStore } from 'toolgate/approval';
import type { ObservabilityModuleOptions } from 'toolgate/observability';
import { callsTools, toolCall } from 'toolgate/testing';
import { Askers } from '../approval/approval.fixture.js';
import { rejectionOf } from '../chat/chat.fixture.js';
import { bootObserved, NamedModel } from './observed.fixture.js';
import { Sdk, useSdk } from './telemetry.fixture.js';

@Injectable()
class Bank {
  @Tool({ description: 'Pays' })
  pay(amount: number): string {
    return `Paid ${amount}`;
  }

  @Tool({ description: 'Reads', requiresApproval: false })
  read(): string {
    return 'Read';
  }
}

const METADATA = { rule: 7, strict: true, model: 'judge-1', password: 'hunter2hunter2', path: ['a'], none: null };

class NoSuchRuleException extends Error {
  override readonly name = 'NoSuchRuleException';
}

const policy = ToolApprovalStrategy.of(async function byAmount(_tool, { amount }) {
  await new Promise((resolve) => setTimeout(resolve, Number(amount) === 2 ? 60 : 20));
  if (amount === 1) return { type: 'approve', reason: 'Small: token=abcdef123456', metadata: METADATA };
  if (amount === 2) return ToolApprovalDecision.reject('Zoe may not', METADATA);
  if (amount === 3) return { type: 'ask', reason: 'Who knows Zoe' };
  throw new NoSuchRuleException('No rule for Zoe');
});

const pay = (amount: number) => toolCall('pay', { amount }, `pay-${amount}`);

const start = async (
  amounts: readonly number[],
  observe: ObservabilityModuleOptions = {},
  options: ToolgateModuleOptions = {},
) => {
  const approval = { strategy: policy, store: new InMemoryApprovalStore(), requester: new Askers(), worker: false };
  const script = [callsTools(toolCall('read'), ...amounts.map(pay)), 'Done.'];
  const { chat } = await bootObserved(new NamedModel(script), {
    observe,
    options: { ...options, approval: { ...approval, ...options.approval } },
    metadata: { providers: [Bank] },
  });
  return chat.prompt('Go').tools(Bank).call();
};

const sdk = useSdk();
const NAME = 'approve_tool pay';
const outcomesOf = () => sdk.current.named(NAME).map(({ attributes }) => attributes['toolgate.tool.approval.outcome']);

describe('an approval decision', () => {
  it('is a span with its start and outcome, and has a duration metric', async () => {
    await (await start([1, 2, 3])).outcome();
    expect(outcomesOf()).toEqual(['approved', 'rejected', 'asked']);
    const [approved, rejected] = sdk.current.named(NAME);
    const turn = sdk.current.span('invoke_agent default');
    expect(approved!.spanContext().traceId).toBe(turn.spanContext().traceId);
    const [short, long] = [approved!, rejected!].map(({ duration: [seconds, nanos] }) => seconds + nanos / 1e9);
    expect(short).toBeGreaterThan(0.015);
    expect(short).toBeLessThan(long!);
    expect(long).toBeGreaterThan(0.055);
    const measured = (await sdk.current.measured())['toolgate.tool.approval.duration']!;
    expect(measured.map(({ attributes, count, unit }) => [attributes, count, unit])).toEqual(
      ['approved', 'rejected', 'asked'].map((outcome) => [
        { 'gen_ai.tool.name': 'pay', 'toolgate.tool.approval.outcome': outcome },
        1,
        's',
      ]),
    );
    expect(measured[1]!.sum).toBeCloseTo(long!, 2);
    // A decision of a remote approval service takes up to 300 seconds by default.
    expect(measured[1]!.boundaries.at(-1)).toBeGreaterThan(300);
  });

  it('that fails has the type of its error and no message', async () => {
    await rejectionOf((await start([4])).content());
    const { attributes, status } = sdk.current.span(NAME);
    expect(attributes).toMatchObject({
      'toolgate.tool.approval.outcome': 'error',
      'toolgate.tool.approval.strategy': 'byAmount',
      'error.type': 'NoSuchRuleException',
    });
    expect(status).toEqual({ code: SpanStatusCode.ERROR });
    const [measured] = (await sdk.current.measured())['toolgate.tool.approval.duration']!;
    expect(measured!.attributes).toMatchObject({ 'error.type': 'NoSuchRuleException' });
  });

  it('that times out is an error', async () => {
    await rejectionOf((await start([2], {}, { approval: { timeoutMs: 10 } })).content());
    expect(sdk.current.span(NAME).attributes['error.type']).toBe('ToolApprovalException');
  });

  it('has no span without a strategy', async () => {
    await (await start([])).content();
    const noStrategy = { approval: { strategy: undefined, store: undefined, requester: undefined } };
    await (await start([1], {}, noStrategy)).content();
    expect(sdk.current.tree()).not.toContain('approve_tool');
    expect(await sdk.current.measured()).not.toHaveProperty('toolgate.tool.approval.duration');
  });

  it('names the decisive part of a composed strategy', async () => {
    const strategy = firstDecisive(forTools('nothing', ToolApprovalStrategy.alwaysApprove()), policy);
    await (await start([2], {}, { approval: { strategy } })).content();
    expect(sdk.current.span(NAME).attributes['toolgate.tool.approval.strategy']).toBe('byAmount');
  });

  it('names the composed strategy if no part of it decides', async () => {
    const strategy = firstDecisive(forTools('nothing', policy));
    await (await start([2], {}, { approval: { strategy } })).content();
    expect(sdk.current.span(NAME).attributes).toMatchObject({
      'toolgate.tool.approval.outcome': 'approved',
      'toolgate.tool.approval.strategy': 'firstDecisive',
    });
  });
});

const PREFIX = 'toolgate.tool.approval.metadata.';
const metadataIn = (attributes: object) =>
  Object.fromEntries(
    Object.entries(attributes)
      .filter(([key]) => key.startsWith(PREFIX))
      .map(([key, value]) => [key.slice(PREFIX.length), value]),
  );

describe('the details of a decision', () => {
  afterEach(() => {
    delete process.env['TOOLGATE_OBSERVABILITY_APPROVAL_REASON'];
  });

  const told = async (observe?: ObservabilityModuleOptions, options?: ToolgateModuleOptions) => {
    await (await start([1, 2], observe, options)).content();
    return sdk.current.named(NAME).map(({ attributes }) => attributes);
  };
  const reasons = async (...how: Parameters<typeof told>) =>
    (await told(...how)).map((attributes) => attributes['toolgate.tool.approval.reason']);

  it('include texts, numbers and booleans of its metadata, with secrets redacted', async () => {
    const expected = { rule: 7, strict: true, model: 'judge-1', password: '[redacted]' };
    expect((await told()).map(metadataIn)).toEqual([expected, expected]);
  });

  it('include its reason only if the option is set, with secrets redacted', async () => {
    expect(await reasons()).toEqual([undefined, undefined]);
    sdk.current.spans.reset();
    expect(await reasons({ approvalReason: true })).toEqual(['Small: token=[redacted]', 'Zoe may not']);
  });

  it('include its reason by an option of ToolgateModule or the environment too', async () => {
    expect(await reasons({}, { observability: { approvalReason: true } })).toContain('Zoe may not');
    sdk.current.spans.reset();
    process.env['TOOLGATE_OBSERVABILITY_APPROVAL_REASON'] = 'true';
    expect(await reasons()).toContain('Zoe may not');
    sdk.current.spans.reset();
    expect(await reasons({ approvalReason: false })).toEqual([undefined, undefined]);
  });

  it('pass the redact hook, and are omitted if the hook changes their structure', async () => {
    const [first] = await told({
      approvalReason: true,
      redact: (text) => text.replaceAll('Small', 'Tiny').replaceAll('7', '?'),
    });
    expect(first!['toolgate.tool.approval.reason']).toContain('Tiny');
    expect(metadataIn(first!)).toEqual({});
  });

  it('are omitted if the hook fails, and nothing else changes', async () => {
    const redact = () => {
      throw new Error('broken');
    };
    const [first] = await told({ approvalReason: true, redact });
    expect(metadataIn(first!)).toEqual({});
    expect(first!['toolgate.tool.approval.reason']).toBeUndefined();
    expect(outcomesOf()).toEqual(['approved', 'rejected']);
  });

  it('are not part of any other span', async () => {
    await (await start([1, 2, 3])).outcome();
    const spans = sdk.current.spans.getFinishedSpans();
    const everything = JSON.stringify(spans.map(({ attributes, events, status }) => ({ attributes, events, status })));
    for (const word of ['Zoe', 'Small', 'hunter2']) expect(everything).not.toContain(word);
  });
});

describe('an approval decision is the same', () => {
  const broken = (): never => {
    throw new Error('broken');
  };

  it('with a failing exporter', async () => {
    await sdk.current.stop();
    const exporter: SpanExporter = { export: broken, shutdown: async () => {} };
    const other = new Sdk({ processors: [new SimpleSpanProcessor(exporter)] }).start();
    expect(await (await start([1, 2])).content()).toBe('Done.');
    expect(other.named(NAME)).toHaveLength(2);
    await other.stop();
  });

  it('with another auditor that fails', async () => {
    @Injectable()
    class Broken extends ToolApprovalAuditor {
      override isListening = broken;
      decided = broken;
      override happened = broken;
    }
    const { chat } = await bootObserved(new NamedModel([callsTools(pay(1)), 'Done.']), {
      options: { approval: { strategy: policy } },
      metadata: { providers: [Broken, Bank] },
    });
    expect(await chat.prompt('Go').tools(Bank).call().content()).toBe('Done.');
    expect(outcomesOf()).toEqual(['approved']);
  });
});
