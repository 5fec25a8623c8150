import { describe, expect, inject, it } from 'vitest';
import * as fc from 'fast-check';
import { UiMessageEncoder, uiMessages, type UiMessageChunk } from 'toolgate/http';
import { assistantMessage, type StreamPart, type ToolCallPart } from 'toolgate/model';
import { problemsOf } from './chunk-problems.fixture.js';
import {
  framesOf,
  plainParts,
  readAsStock,
  stockChat,
  type StockClient,
  type StockMessage,
  stockClients,
} from './stock-client.fixture.js';
import { type ModelTurn, modelTurns, type TurnStream, withLostAttempt } from './turn-model.fixture.js';

const RUNS = inject('isThorough') ? 60 : 20;

const encoderAfter = (streams: readonly TurnStream[]): UiMessageEncoder =>
  new UiMessageEncoder({ messageId: 'run', open: openAfter(streams) });

const openAfter = (streams: readonly TurnStream[]): readonly string[] => {
  const last = streams.at(-1)?.parts.at(-1);
  return last?.type === 'suspended' ? last.batch.map(({ toolCallId }) => toolCallId) : [];
};

const endOf = (encoder: UiMessageEncoder, end: TurnStream['end']): readonly UiMessageChunk[] => {
  if (end === 'aborted') return encoder.fail(new DOMException('The reader left the turn.', 'AbortError'));
  return end === 'failed' ? [] : encoder.end();
};

const chunksOfStreams = ({ streams }: ModelTurn): readonly (readonly UiMessageChunk[])[] =>
  streams.map(({ parts, end }, index) => {
    const encoder = encoderAfter(streams.slice(0, index));
    const body = parts.flatMap((part) => encoder.encode(part));
    // The error chunk makes a client throw, so the chunks before it are compared here.
    const closing = end === 'failed' ? encoder.fail(new Error('secret')).slice(0, -1) : endOf(encoder, end);
    return [...encoder.start(), ...body, ...closing];
  });

const readAll = async (
  ai: StockClient,
  streams: readonly (readonly UiMessageChunk[])[],
): Promise<StockMessage | undefined> => {
  let message: StockMessage | undefined;
  for (const chunks of streams) message = await readAsStock(ai, chunks, message);
  return message;
};

const isOpenPart = (part: StockMessage['parts'][number]): boolean =>
  'toolCallId' in part && ['input-streaming', 'input-available', 'approval-responded'].includes(part.state);

const droppedAfter = (bytes: Uint8Array, count: number): ReadableStream<Uint8Array> => {
  let sent = false;
  return new ReadableStream({
    pull: (controller) => {
      // An error discards what the reader has not taken yet.
      if (sent || count === 0) controller.error(new TypeError('network error'));
      else controller.enqueue(bytes.slice(0, count));
      sent = true;
    },
  });
};

describe('The chunks of a turn', () => {
  it('pair their ids, and follow their starts', () =>
    fc.assert(
      fc.property(modelTurns, (turn) => {
        expect(problemsOf(chunksOfStreams(turn))).toEqual([]);
      }),
      { numRuns: 300 },
    ));

  it('show a call whose arguments its chat model left out', () => {
    const left = { type: 'tool-call', toolCallId: 'a', toolName: 'log' } as ToolCallPart;
    const available = { type: 'tool-input-available', toolCallId: 'a', toolName: 'log', input: {} };
    expect(new UiMessageEncoder({ messageId: 'run' }).encode(left)).toContainEqual(available);
    const [saved] = uiMessages({ id: 'run', messages: [assistantMessage([left])] });
    expect(saved?.parts).toContainEqual(expect.objectContaining({ toolCallId: 'a', input: {} }));
  });

  it('pair their ids after a process was lost', () =>
    fc.assert(
      fc.property(modelTurns, fc.nat(), (turn, cut) => {
        const again = withLostAttempt(turn, cut);
        if (again) expect(problemsOf(chunksOfStreams(again))).toEqual([]);
      }),
      { numRuns: 300 },
    ));

  describe.each(stockClients)('in the client of $name', ({ ai }) => {
    it('keep the result of a call apart from a later call of a lost process with the same id', async () => {
      const named = { toolCallId: 'c1', toolName: 'find' } as const;
      const asked = { type: 'tool-call', ...named, input: '{}' } as const;
      const output = { type: 'text', text: 'Here' } as const;
      const result = { type: 'tool-result', ...named, output, outcome: { type: 'success' }, round: 0 } as const;
      const lost = [{ ...asked, round: 0 }, result, { ...asked, round: 1 }] as const;
      const resumed = { type: 'resumed', runId: 'run', round: 0 } as const;
      const answer = { type: 'text-delta', id: '0', delta: 'Done.', round: 1 } as const;
      const message = await readAll(
        ai,
        chunksOfStreams({ streams: [{ parts: [...lost, resumed, result, answer], end: 'answered' }] }),
      );
      const calls = message?.parts.filter((part) => 'toolCallId' in part) ?? [];
      expect(calls.map(({ state }) => state)).toEqual(['output-available', 'output-error']);
      expect(calls.at(1)?.errorText).toContain('was lost before the call ran. Another process continued the turn.');
    });

    it('let the client send the decision on a call if the model did not complete another one', async () => {
      const refund = { toolCallId: 'r', toolName: 'refund' } as const;
      const parts: readonly StreamPart[] = [
        { type: 'tool-call', ...refund, input: '{}' },
        { type: 'tool-input-delta', toolCallId: 'f', toolName: 'find', delta: '{"ord' },
        { type: 'finish', finishReason: { unified: 'length' }, usage: {} },
        {
          type: 'tool-approval-request',
          ...refund,
          runId: 'run',
          approvalId: 'a',
          arguments: {},
          revision: 1,
          argsHash: 'h',
          expiresAt: '',
        },
        { type: 'suspended', runId: 'run', batch: [{ ...refund, verdict: 'wait' }] },
      ];
      const message = (await readAll(ai, chunksOfStreams({ streams: [{ parts, end: 'suspended' }] })))!;
      const [, decided, cut] = message.parts;
      expect(cut).toMatchObject({ state: 'output-error', errorText: 'The model did not complete this call.' });
      Object.assign(decided!, { state: 'approval-responded', approval: { id: 'a', approved: true } });
      expect(ai.lastAssistantMessageIsCompleteWithApprovalResponses({ messages: [message] })).toBe(true);
    });

    it('become the message of the saved transcript', () =>
      fc.assert(
        fc.asyncProperty(modelTurns, async (turn) => {
          const message = await readAll(ai, chunksOfStreams(turn));
          if (!turn.transcript) return;
          const [saved] = uiMessages({ id: 'run', messages: turn.transcript });
          expect(message?.id ?? 'run').toBe('run');
          expect(plainParts(message?.parts ?? [])).toEqual(plainParts(saved?.parts ?? []));
        }),
        { numRuns: RUNS },
      ));

    it('become the same message for a reader that leaves after any part and returns', () =>
      fc.assert(
        fc.asyncProperty(modelTurns, fc.nat(), async (turn, at) => {
          if (!turn.transcript) return;
          const encoder = new UiMessageEncoder({ messageId: 'run' });
          const parts = turn.streams.flatMap((stream) => stream.parts);
          const chunks = [...encoder.start(), ...parts.flatMap((part) => encoder.encode(part)), ...encoder.end()];
          const bytes = new TextEncoder().encode(framesOf(chunks));
          const fetch = async (_: unknown, { method }: RequestInit = {}) =>
            new Response(method === 'POST' ? droppedAfter(bytes, at % bytes.length) : bytes);
          const chat = stockChat(ai, { transport: new ai.DefaultChatTransport({ fetch }) });
          await chat.sendMessage({ text: 'Hello' });
          expect(chat.error?.message).toBe('network error');
          await chat.resumeStream();
          const saved = uiMessages({ id: 'run', messages: turn.transcript });
          expect(chat.status).toBe('ready');
          expect(chat.messages.slice(1).map(({ id }) => id)).toEqual(chat.messages.slice(1).map(() => 'run'));
          expect(plainParts(chat.messages[1]?.parts ?? [])).toEqual(plainParts(saved[0]?.parts ?? []));
        }),
        { numRuns: RUNS },
      ));

    it('leave no call open when a process was lost and the next attempt does not repeat its calls', () =>
      fc.assert(
        fc.asyncProperty(modelTurns, fc.nat(), async (turn, cut) => {
          const again = withLostAttempt(turn, cut);
          const message = again && (await readAll(ai, chunksOfStreams(again)));
          expect(message?.parts.filter(isOpenPart) ?? []).toEqual([]);
        }),
        { numRuns: RUNS },
      ));

    it('leave no call open when a turn fails or is aborted', () =>
      fc.assert(
        fc.asyncProperty(modelTurns, async (turn) => {
          const message = await readAll(ai, chunksOfStreams(turn));
          if (turn.streams.at(-1)!.end === 'answered') return;
          expect(message?.parts.filter(isOpenPart) ?? []).toEqual([]);
        }),
        { numRuns: RUNS },
      ));
  });
});
