import { HttpAgent, type Message, enforceEvents, verifyEvents } from '@ag-ui/client';
import { describe, expect, it, vi } from 'vitest';
import * as fc from 'fast-check';
import { from, lastValueFrom, type Observable, toArray } from 'rxjs';
import type { StreamPart } from 'toolgate/model';
import { AgUiEncoder } from './ag-ui-encoder.js';
import type { AgUiKnown } from './ag-ui-known.js';
import type { AgUiEvent } from './ag-ui-event.js';

const RUN = { threadId: 't-1', runId: 'r-1', turnId: 'turn-1' };

const encode = (
  parts: readonly StreamPart[],
  end: 'finish' | 'cancel' | 'fail' = 'finish',
  known?: AgUiKnown,
): readonly AgUiEvent[] => {
  const events: AgUiEvent[] = [];
  const encoder = new AgUiEncoder({ ...RUN, known }, (event) => events.push(event));
  encoder.start();
  for (const part of parts) encoder.part(part);
  if (end === 'fail') encoder.fail('internal', 'It failed.');
  else encoder[end]();
  return events;
};

const asSent = (events: readonly AgUiEvent[]): readonly unknown[] => JSON.parse(JSON.stringify(events)) as unknown[];

/**
 * Returns the events that the stock client accepts: it checks the schema of each event and then their order, and drops
 * what it does not know. Its operators are of its own copy of RxJS.
 */
const accepted = (events: readonly AgUiEvent[]): Promise<readonly unknown[]> => {
  const received = from(asSent(events)) as unknown as Parameters<ReturnType<typeof enforceEvents>>[0];
  const passed = verifyEvents()(enforceEvents()(received)) as unknown as Observable<unknown>;
  return lastValueFrom(passed.pipe(toArray()));
};

const id = fc.constantFrom('a', 'b', 'c');
const text = fc.string({ maxLength: 5 });
const call = { toolCallId: id, toolName: fc.constantFrom('refund', 'log') };
const file = fc.record({
  type: fc.constant('file' as const),
  mediaType: fc.constantFrom('image/png', 'application/pdf'),
  source: fc.record({ type: fc.constant('data' as const), base64: fc.constant('AA==') }),
});
const output = fc.oneof(
  fc.record({ type: fc.constant('text' as const), text }),
  fc.record({ type: fc.constant('json' as const), value: fc.jsonValue() as fc.Arbitrary<never> }),
  fc.record({ type: fc.constant('content' as const), parts: fc.array(file, { maxLength: 2 }) }),
);
const outcome = fc.constantFrom<{ readonly type: 'success' | 'responded' | 'unknown' }>({ type: 'success' });
const anyPart: fc.Arbitrary<StreamPart> = fc.oneof(
  fc.record({ type: fc.constantFrom('text-delta' as const, 'reasoning-delta' as const), id, delta: text }),
  fc.record({ type: fc.constant('tool-input-delta' as const), ...call, delta: text }),
  fc.record({ type: fc.constant('tool-call' as const), ...call, input: text }),
  fc.record({ type: fc.constant('tool-progress' as const), ...call, value: text }),
  fc.record({ type: fc.constant('tool-rejected' as const), ...call, reason: text }),
  fc.record({ type: fc.constant('tool-result' as const), ...call, output, outcome }),
  fc.record({
    type: fc.constant('tool-approval-request' as const),
    ...call,
    runId: id,
    approvalId: id,
    arguments: fc.constant({ order: 'A-1' }),
    revision: fc.constant(1),
    argsHash: fc.constant('hash'),
    expiresAt: fc.constant('2026-01-01T00:00:00.000Z'),
  }),
  fc.record({ type: fc.constant('suspended' as const), runId: id, batch: fc.constant([]) }),
  file,
  fc.record({
    type: fc.constant('finish' as const),
    finishReason: fc.constant({ unified: 'stop' as const }),
    usage: fc.record({ inputTokens: fc.nat(), outputTokens: fc.nat() }, { requiredKeys: [] }),
  }),
);
const anyTurn = fc
  .array(fc.tuple(anyPart, fc.constantFrom(0, 0, 0, 1)), { maxLength: 30 })
  .map((steps) => steps.map(([part, step], index) => ({ ...part, round: step + Math.floor(index / 12) })));

/** Returns a turn in which the text of a round precedes its end, as a model writes it. */
const withTextsBeforeEnds = (parts: readonly StreamPart[]): readonly StreamPart[] => {
  const ended = new Set<number | undefined>();
  return parts.filter(({ type, round }) => {
    if (type === 'finish') ended.add(round);
    return type !== 'text-delta' || !ended.has(round);
  });
};

/** What a client of AG-UI keeps: a message or a call that starts again continues. */
const pageOf = (events: readonly AgUiEvent[], before: Page = NEW) => {
  const [texts, args, results] = [{ ...before.texts }, { ...before.args }, [...before.results]];
  for (const event of events) {
    switch (event.type) {
      case 'TEXT_MESSAGE_START':
      case 'REASONING_MESSAGE_START':
        texts[event.messageId] ??= '';
        break;
      case 'TEXT_MESSAGE_CONTENT':
      case 'REASONING_MESSAGE_CONTENT':
        texts[event.messageId] += event.delta;
        break;
      case 'TOOL_CALL_START':
        args[event.toolCallId] ??= '';
        break;
      case 'TOOL_CALL_ARGS':
        args[event.toolCallId] += event.delta;
        break;
      case 'TOOL_CALL_RESULT':
        results.push(event.toolCallId);
        break;
      default:
    }
  }
  return { texts, args, results };
};

interface Page {
  readonly texts: Readonly<Record<string, string>>;
  readonly args: Readonly<Record<string, string>>;
  readonly results: readonly string[];
}

const NEW: Page = { texts: {}, args: {}, results: [] };

const knownOf = ({ texts, args, results }: Page): AgUiKnown => ({
  messages: Object.keys(texts),
  calls: Object.keys(args),
  results,
  texts: new Map(Object.entries({ ...texts, ...args })),
});

describe('the events of a turn', () => {
  it('are accepted by the stock client in every prefix, whatever the turn does', async () => {
    await fc.assert(
      fc.asyncProperty(anyTurn, fc.constantFrom('finish', 'cancel', 'fail'), async (parts, end) => {
        const events = encode(parts, end);
        // The validation is a state machine over the events, so it accepts each prefix of what it accepts.
        expect(await accepted(events)).toEqual(asSent(events));
      }),
    );
  });

  it('pair: each delta and each end has one open start, and each result has a call', () => {
    fc.assert(
      fc.property(anyTurn, (parts) => {
        const calls = new Set<string>();
        const open = new Set<string>();
        for (const event of encode(parts)) {
          if (event.type === 'TOOL_CALL_START') {
            expect(calls.has(event.toolCallId)).toBe(false);
            calls.add(event.toolCallId);
            open.add(event.toolCallId);
          }
          if (event.type === 'TOOL_CALL_ARGS') expect(open).toContain(event.toolCallId);
          if (event.type === 'TOOL_CALL_END') expect(open.delete(event.toolCallId)).toBe(true);
          if (event.type === 'TOOL_CALL_RESULT') expect(calls).toContain(event.toolCallId);
        }
        expect(open.size).toBe(0);
      }),
    );
  });

  it('show nothing again that the client has', () => {
    fc.assert(
      fc.property(anyTurn, (parts) => {
        const events = encode(parts);
        const known: AgUiKnown = {
          messages: events.flatMap((event) => ('messageId' in event ? [event.messageId] : [])),
          calls: events.flatMap((event) => (event.type === 'TOOL_CALL_START' ? [event.toolCallId] : [])),
          results: events.flatMap((event) => (event.type === 'TOOL_CALL_RESULT' ? [event.toolCallId] : [])),
        };
        const again = encode(parts, 'finish', known).map(({ type }) => type);
        expect(again.filter((type) => /^(?:TEXT|REASONING|TOOL)_/.test(type))).toEqual([]);
        expect(again.at(-1)).toBe('RUN_FINISHED');
      }),
    );
  });

  it('continue what a client has in part, from every event on', () => {
    fc.assert(
      fc.property(anyTurn.map(withTextsBeforeEnds), fc.nat({ max: 80 }), (parts, cut) => {
        const all = encode(parts);
        const page = pageOf(all.slice(0, cut));
        const known = knownOf(page);
        expect(pageOf(encode(parts, 'finish', known), page)).toEqual(pageOf(all));
      }),
    );
  });

  it('have other ids for rounds that begin again, because AG-UI takes no text back', () => {
    const said = (delta: string, round: number): StreamPart => ({ type: 'text-delta', id: '0', delta, round });
    const resumed: StreamPart = { type: 'resumed', runId: 'turn-1', round: 0 };
    const parts = [resumed, said('I ', 0), said('The or', 1), resumed, said('The order', 1), said('Bye', 2)];
    expect(pageOf(encode(parts)).texts).toEqual({
      'turn-1:0': 'I ',
      'turn-1:1': 'The or',
      'turn-1:1~1': 'The order',
      'turn-1:2~1': 'Bye',
    });
  });

  it('show an answer in a message of its own if the client has a longer one of a lost process', () => {
    const known: AgUiKnown = {
      messages: ['turn-1:0'],
      calls: [],
      results: [],
      texts: new Map([['turn-1:0', 'Paid on Monday.']]),
    };
    const parts: readonly StreamPart[] = [
      { type: 'text-delta', id: '0', delta: 'Paid', round: 0 },
      { type: 'finish', finishReason: { unified: 'stop' }, usage: {}, round: 0 },
    ];
    const texts = encode(parts, 'finish', known).filter(({ type }) => type === 'TEXT_MESSAGE_CONTENT');
    expect(texts).toEqual([{ type: 'TEXT_MESSAGE_CONTENT', messageId: 'turn-1:0~1', delta: 'Paid' }]);
  });

  it('compare each piece of a long answer that the client has once', () => {
    const text = 'abcdefghij'.repeat(1_000);
    const known = { messages: ['turn-1:0'], calls: [], results: [], texts: new Map([['turn-1:0', text]]) };
    const delta = { type: 'text-delta', id: '0', delta: 'abcdefghij', round: 0 } as const;
    const parts = [...Array.from({ length: 1_000 }, () => delta), { ...delta, delta: '!' }];
    const compared = vi.spyOn(String.prototype, 'startsWith');
    const texts = encode(parts, 'finish', known).filter(({ type }) => type === 'TEXT_MESSAGE_CONTENT');
    const characters = compared.mock.calls.reduce((sum, [piece]) => sum + piece.length, 0);
    compared.mockRestore();
    expect(texts).toEqual([{ type: 'TEXT_MESSAGE_CONTENT', messageId: 'turn-1:0', delta: '!' }]);
    expect(characters).toBeLessThan(2 * text.length);
  });

  it('name the address of a file in a result', () => {
    const source = { type: 'url', url: 'https://shop.example/a.png' } as const;
    const file = { type: 'file', mediaType: 'image/png', source } as const;
    const place = { toolCallId: 'c1', toolName: 'draw', round: 0 };
    const output = { type: 'content', parts: [file] } as const;
    const events = encode([{ type: 'tool-result', ...place, output, outcome: { type: 'success' } }]);
    expect(events.find(({ type }) => type === 'TOOL_CALL_RESULT')).toMatchObject({
      content: [{ type: 'image', source: { type: 'url', value: source.url, mimeType: 'image/png' } }],
    });
  });

  it('answer a call that the model did not complete, so that it does not stay open', () => {
    const events = encode([
      { type: 'tool-input-delta', toolCallId: 'c', toolName: 'find', delta: '{"ord' },
      { type: 'finish', finishReason: { unified: 'length' }, usage: {} },
    ]);
    expect(events.slice(4, -2)).toMatchObject([
      { type: 'TOOL_CALL_END', toolCallId: 'turn-1:0:c' },
      { type: 'TOOL_CALL_RESULT', toolCallId: 'turn-1:0:c', content: 'The model did not complete this call.' },
    ]);
  });

  it('show a call whose arguments its chat model left out', () => {
    const left = { type: 'tool-call', toolCallId: 'a', toolName: 'log' } as StreamPart;
    expect(encode([left]).map(({ type }) => type)).toEqual(
      expect.arrayContaining(['TOOL_CALL_START', 'TOOL_CALL_END']),
    );
  });

  it('end with an interrupt that names the run, if the outcome of a call is unknown', () => {
    const end = encode([{ type: 'suspended', runId: 'turn-1', batch: [], round: 0 }]).at(-1);
    expect(end).toMatchObject({
      outcome: { type: 'interrupt', interrupts: [{ id: 'run:turn-1', reason: 'toolgate:outcome_unknown' }] },
    });
  });

  it('end without the interrupts of calls that were decided before the turn resumed', () => {
    const place = { toolCallId: 'c', toolName: 'refund', round: 0 };
    const decided = { runId: 'turn-1', approvalId: 'a', arguments: {}, revision: 1, argsHash: 'h', expiresAt: '' };
    const end = encode([
      { type: 'tool-approval-request', ...place, ...decided },
      { type: 'suspended', runId: 'turn-1', batch: [], round: 0 },
      { type: 'resumed', runId: 'turn-1', round: 0 },
      { type: 'tool-result', ...place, output: { type: 'text', text: 'Refunded' }, outcome: { type: 'success' } },
    ]).at(-1);
    expect(end).toMatchObject({ outcome: { type: 'success' } });
  });

  it('count the tokens of each model once', () => {
    const finish = (model: string, inputTokens: number, unified: 'stop' | 'return-direct' = 'stop'): StreamPart => ({
      type: 'finish',
      finishReason: { unified },
      usage: { inputTokens, cacheReadTokens: 1 },
      metadata: { model },
    });
    const parts = [finish('a', 1), finish('b', 2), finish('a', 3), finish('a', 3, 'return-direct')];
    expect(encode(parts).at(-1)).toMatchObject({
      usage: [
        { model: 'a', inputTokens: 4, cachedInputTokens: 2 },
        { model: 'b', inputTokens: 2, cachedInputTokens: 1 },
      ],
    });
  });

  it('become the messages of the transcript in the stock client', async () => {
    const parts: readonly StreamPart[] = [
      { type: 'reasoning-delta', id: '0', delta: 'Let me see.', round: 0 },
      { type: 'text-delta', id: '1', delta: 'I look ', round: 0 },
      { type: 'text-delta', id: '1', delta: 'it up.', round: 0 },
      { type: 'tool-input-delta', toolCallId: 'c1', toolName: 'look', delta: '{"order":', round: 0 },
      { type: 'tool-call', toolCallId: 'c1', toolName: 'look', input: '{"order":"A-1"}', round: 0 },
      { type: 'tool-call', toolCallId: 'c2', toolName: 'log', input: '', round: 0 },
      { type: 'finish', finishReason: { unified: 'tool-calls' }, usage: { inputTokens: 2 }, round: 0 },
      {
        type: 'tool-result',
        toolCallId: 'c2',
        toolName: 'log',
        output: { type: 'text', text: 'Done' },
        outcome: { type: 'success' },
        round: 0,
      },
      {
        type: 'tool-result',
        toolCallId: 'c1',
        toolName: 'look',
        output: { type: 'json', value: { paid: true } },
        outcome: { type: 'success' },
        round: 0,
      },
      { type: 'text-delta', id: '1', delta: 'Paid.', round: 1 },
      { type: 'finish', finishReason: { unified: 'stop' }, usage: { inputTokens: 3 }, round: 1 },
    ];
    const body = encode(parts)
      .map((event) => `data: ${JSON.stringify(event)}\n\n`)
      .join('');
    const agent = new HttpAgent({
      url: 'http://agent.test',
      threadId: RUN.threadId,
      fetch: async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
    });
    const { newMessages } = await agent.runAgent({ runId: RUN.runId });
    const called = (toolCallId: string, name: string, args: string) => ({
      id: `turn-1:0:${toolCallId}`,
      type: 'function',
      function: { name, arguments: args },
    });
    const expected: readonly Partial<Message>[] = [
      { role: 'reasoning', content: 'Let me see.' },
      {
        role: 'assistant',
        content: 'I look it up.',
        toolCalls: [called('c1', 'look', '{"order":"A-1"}'), called('c2', 'log', '')] as never,
      },
      { role: 'tool', toolCallId: 'turn-1:0:c2', content: 'Done' },
      { role: 'tool', toolCallId: 'turn-1:0:c1', content: '{"paid":true}' },
      { role: 'assistant', content: 'Paid.' },
    ];
    expect(newMessages).toMatchObject(expected);
    expect(newMessages).toHaveLength(expected.length);
  });
});
