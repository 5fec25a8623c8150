import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as fc from 'fast-check';
import type { PublishedChange } from 'toolgate/approval';
import { type Message, readMessage } from './message.js';
import { OutgoingMessages } from './outgoing-messages.js';
import { packMessages } from './pack-messages.js';

const changeOf = (id: string, version = 1): PublishedChange => ({
  kind: 'run',
  id,
  version,
  status: 'suspended',
  tenant: 'acme',
});

const start = () => {
  const sent: (Message & { readonly at: number })[] = [];
  const from = performance.now();
  const outgoing = new OutgoingMessages('me', (payloads) => {
    for (const payload of payloads) sent.push({ ...readMessage(payload)!, at: Math.round(performance.now() - from) });
  });
  return { outgoing, sent };
};

describe('what a process reports', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is sent at once, with everything of the same write', async () => {
    const { outgoing, sent } = start();
    outgoing.change(changeOf('a'));
    outgoing.due(0);
    await Promise.resolve();
    expect(sent).toEqual([{ from: 'me', at: 0, due: 0, changes: [changeOf('a')] }]);
  });

  it('is sent together if it follows within 10 ms, and at once again after a pause', async () => {
    const { outgoing, sent } = start();
    outgoing.due(0);
    await vi.advanceTimersByTimeAsync(4);
    for (const version of [1, 2, 3]) outgoing.change(changeOf('a', version));
    outgoing.due(300);
    outgoing.due(20.5);
    await vi.advanceTimersByTimeAsync(30);
    outgoing.change(changeOf('b'));
    await Promise.resolve();
    expect(sent).toEqual([
      { from: 'me', at: 0, due: 0 },
      { from: 'me', at: 10, due: 21, changes: [changeOf('a', 3)] },
      { from: 'me', at: 34, changes: [changeOf('b')] },
    ]);
  });
});

describe('a message', () => {
  it('fits into notifications with every change in order; one that is too long becomes a reset', () => {
    const change = fc.oneof(
      { weight: 9, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
      { weight: 1, arbitrary: fc.integer({ min: 3000, max: 9000 }).map((length) => '€'.repeat(length)) },
    );
    fc.assert(
      fc.property(fc.array(change, { maxLength: 300 }), fc.nat(), (ids, due) => {
        const payloads = packMessages({ from: 'f'.repeat(36), due, changes: ids.map((id) => changeOf(id)) });
        for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8000);
        const messages = payloads.map((payload) => readMessage(payload)!);
        expect(messages.map((message) => message.due)).toEqual([due, ...Array(payloads.length - 1).fill(undefined)]);
        const received = messages.flatMap(({ changes = [] }) => changes);
        expect(received).toHaveLength(ids.length);
        for (const [index, one] of received.entries()) {
          if (one.kind === 'reset') expect(Buffer.byteLength(ids[index]!)).toBeGreaterThan(7000);
          else expect(one.id).toBe(ids[index]);
        }
      }),
    );
  });

  it('of another form is not read, and never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map((json) => `{"from":"x","changes":${json}}`),
        ),
        (text) => {
          for (const change of readMessage(text)?.changes ?? []) expect(typeof change.kind).toBe('string');
        },
      ),
    );
    expect(readMessage(undefined)).toBeUndefined();
    expect(readMessage('{"from":"x","due":-1}')).toBeUndefined();
  });
});
