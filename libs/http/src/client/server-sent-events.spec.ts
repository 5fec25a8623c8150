import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { type ServerSentEvent, ServerSentEventParser } from './server-sent-events.js';

const parse = (chunks: readonly Uint8Array[]): ServerSentEvent[] => {
  const parser = new ServerSentEventParser();
  return chunks.flatMap((chunk) => parser.push(chunk));
};

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Cuts bytes at random places; two equal places make an empty part. */
const split = (bytes: Uint8Array, places: readonly number[]): Uint8Array[] => {
  const cuts = [0, ...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return cuts.slice(1).map((end, index) => bytes.subarray(cuts[index], end));
};

const lineEnd = fc.constantFrom('\n', '\r', '\r\n');
const text = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((value) => !/[\r\n]/.test(value));
const places = fc.array(fc.nat(2000), { maxLength: 30 });

/** An event as a server writes it: comments and unknown fields anywhere, every kind of line end. */
const written = fc
  .record({
    event: fc.option(text.filter((name) => name !== '')),
    data: fc.array(text, { minLength: 1, maxLength: 3 }),
  })
  .chain(({ event, data }) => {
    const lines = [...(event === null ? [] : [`event: ${event}`]), ...data.map((line) => `data: ${line}`)];
    const noise = fc.array(
      fc.oneof(
        text.map((comment) => `:${comment}`),
        fc.constantFrom('id: 7', 'retry: 5'),
      ),
      {
        maxLength: 2,
      },
    );
    return fc.tuple(noise, lineEnd).map(([more, end]) => ({
      shown: { event: event ?? 'message', data: data.join('\n') },
      text: [...more, ...lines, '', ''].join(end),
    }));
  });

describe('a stream of server-sent events', () => {
  it('has the same events however its bytes are cut', () => {
    fc.assert(
      fc.property(fc.array(written, { maxLength: 6 }), places, (events, cuts) => {
        const bytes = bytesOf(events.map(({ text }) => text).join(''));
        expect(parse(split(bytes, cuts))).toEqual(events.map(({ shown }) => shown));
      }),
      { numRuns: 500 },
    );
  });

  it('has the same events however arbitrary bytes are cut', () => {
    const letters = fc.array(fc.constantFrom('data', 'event', ':', ' ', '\n', '\r', 'é', '🙂', 'x'), { maxLength: 60 });
    fc.assert(
      fc.property(letters, places, (parts, cuts) => {
        const bytes = bytesOf(parts.join(''));
        expect(parse(split(bytes, cuts))).toEqual(parse([bytes]));
      }),
      { numRuns: 500 },
    );
  });

  it('follows the format: one space after the colon, lines without a colon, no event without data', () => {
    const stream =
      '\uFEFFdata\n\ndata:  two\ndata:three\n\nevent: empty\n\n: heartbeat\n\nevent: a\ndata: {}\n\ndata: cut';
    expect(parse([bytesOf(stream)])).toEqual([
      { event: 'message', data: '' },
      { event: 'message', data: ' two\nthree' },
      { event: 'a', data: '{}' },
    ]);
  });

  it('is refused if an event never ends', () => {
    const parser = new ServerSentEventParser();
    const line = bytesOf('data: ' + 'x'.repeat(100_000));
    expect(() => Array.from({ length: 11 }, () => parser.push(line))).toThrow(RangeError);
  });

  it('may carry heartbeats for any time', () => {
    const parser = new ServerSentEventParser();
    const heartbeats = bytesOf(': heartbeat\n'.repeat(10_000));
    for (let count = 0; count < 20; count++) expect(parser.push(heartbeats)).toEqual([]);
    expect(parser.push(bytesOf('data: 1\n\n'))).toEqual([{ event: 'message', data: '1' }]);
  });
});
