import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { streamPartsOf } from 'toolgate/testing';
import type { ChatResponse } from './chat-response.js';
import { foldStream } from './fold-stream.js';
import type { AssistantPart } from './message.js';
import type { StreamPart } from './stream-part.js';

const fold = (parts: readonly StreamPart[]): ChatResponse => {
  const folding = foldStream();
  for (const part of parts) folding.add(part);
  return folding.response();
};

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
const metadata = fc.option(fc.constant({ provider: { signature: 's' } }), { nil: undefined });
const withMetadata = <T extends object>(part: fc.Arbitrary<T>) =>
  fc
    .tuple(part, metadata)
    .map(([given, providerMetadata]) => ({ ...given, ...(providerMetadata && { providerMetadata }) }));
const part = fc.oneof(
  withMetadata(fc.record({ type: fc.constant('text'), text })),
  withMetadata(fc.record({ type: fc.constant('reasoning'), text })),
  withMetadata(
    fc.record({
      type: fc.constant('tool-call'),
      toolCallId: fc.uuid(),
      toolName: fc.constantFrom('find', 'refund'),
      input: fc.json({ maxDepth: 2 }),
    }),
  ),
  withMetadata(
    fc.record({
      type: fc.constant('file'),
      mediaType: fc.constant('image/png'),
      source: fc.constant({ type: 'data', base64: 'AA==' }),
    }),
  ),
  withMetadata(
    fc.record({ type: fc.constant('custom'), kind: fc.constant('thing'), data: fc.jsonValue({ maxDepth: 2 }) }),
  ),
) as fc.Arbitrary<AssistantPart>;

const response: fc.Arbitrary<ChatResponse> = fc
  .record({
    message: fc.record({ role: fc.constant('assistant' as const), content: fc.array(part, { maxLength: 6 }) }),
    finishReason: fc.record({ unified: fc.constantFrom('stop', 'length', 'tool-calls'), raw: fc.constant('raw') }),
    usage: fc.record({ inputTokens: fc.nat(), outputTokens: fc.nat() }),
  })
  // A response is plain JSON, which has no minus zero.
  .map((whole) => JSON.parse(JSON.stringify(whole)) as ChatResponse);

describe('folding a stream', () => {
  it('returns the response that was split into parts, for any size of the chunks', () => {
    fc.assert(
      fc.property(response, fc.integer({ min: 1, max: 10 }), (whole, size) => {
        expect(fold(streamPartsOf(whole, size))).toEqual(whole);
      }),
    );
  });

  it('returns the last round of a turn', () => {
    fc.assert(
      fc.property(fc.array(response, { minLength: 1, maxLength: 4 }), (rounds) => {
        const parts = rounds.flatMap((whole, round) => streamPartsOf(whole).map((part) => ({ ...part, round })));
        expect(fold(parts)).toEqual(rounds.at(-1));
      }),
    );
  });

  it('is plain JSON', () => {
    fc.assert(
      fc.property(response, (whole) => {
        const folded = fold(streamPartsOf(whole));
        expect(JSON.parse(JSON.stringify(folded))).toEqual(folded);
      }),
    );
  });

  it('returns the finish reason `other` without a finish part', () => {
    expect(fold([{ type: 'text-delta', id: '0', delta: 'Hel' }])).toEqual({
      message: { role: 'assistant', content: [{ type: 'text', text: 'Hel' }] },
      finishReason: { unified: 'other' },
      usage: {},
    });
  });
});
