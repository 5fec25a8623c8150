import { describe, expect, it } from 'vitest';
import { array, assert, asyncProperty, nat, record, string } from 'fast-check';
import type { StreamPart } from 'toolgate';
import { turnLogContract } from 'toolgate/testing';
import { logs } from './on-every-log.fixture.js';

for (const log of logs) turnLogContract({ describe, it }, log);

const partsArbitrary = array(string({ unit: 'grapheme', maxLength: 5 }), { maxLength: 12 }).map((deltas) =>
  deltas.map((delta): StreamPart => ({ type: 'text-delta', id: '0', delta })),
);

describe.each(logs)('$name', ({ create }) => {
  it('shows every reader the same sequence once, however it is written and wherever the reader begins', async () => {
    const chunks = array(partsArbitrary, { maxLength: 6 });
    const readers = array(record({ from: nat(80), after: nat(6) }), { minLength: 1, maxLength: 6 });
    await assert(
      asyncProperty(chunks, readers, async (written, joining) => {
        const { writer, reader } = await create();
        const turn = await writer.open('r', { tenant: 't', attempt: 0, onAbort: () => {} });
        const all = written.flat();
        const reading: Promise<readonly StreamPart[]>[] = [];
        const join = (count: number): void => {
          for (const { from, after } of joining) {
            if (after === count) reading.push(readFrom(reader, Math.min(from, all.length)));
          }
        };
        join(0);
        for (const [index, parts] of written.entries()) {
          if (parts.length > 0) await turn.append(parts);
          join(index + 1);
        }
        await turn.end();
        const joined = joining.filter(({ after }) => after <= written.length);
        const seen = await Promise.all(reading);
        const byPosition = [...Array(7).keys()].flatMap((count) => joined.filter(({ after }) => after === count));
        expect(seen).toEqual(byPosition.map(({ from }) => all.slice(Math.min(from, all.length))));
      }),
      { numRuns: 40 },
    );
  });
});

const readFrom = async (log: Awaited<ReturnType<(typeof logs)[number]['create']>>['reader'], from: number) => {
  const seen: StreamPart[] = [];
  for await (const parts of log.read('r', from)) seen.push(...parts);
  return seen;
};
