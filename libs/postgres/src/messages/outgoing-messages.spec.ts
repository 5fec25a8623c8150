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

describe('a report of a process', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is sent at once, together with the other reports of the same write', async () => {
    const { outgoing, sent } = start();
    outgoing.change(changeOf('a'));
    outgoing.due(0);
    outgoing.turn('r');
    await Promise.resolve();
    expect(sent).toEqual([{ from: 'me', at: 0, due: 0, changes: [changeOf('a')], turns: ['r'] }]);
  });

  it('is sent together with others if it follows within 10 ms, and at once after a pause', async () => {
    const { outgoing, sent } = start();
    outgoing.due(0);
    await vi.advanceTimersByTimeAsync(4);
    for (const version of [1, 2, 3]) outgoing.change(changeOf('a', version));
    for (const run of ['r', 's', 'r']) outgoing.turn(run);
    outgoing.due(300);
    outgoing.due(20.5);
    await vi.advanceTimersByTimeAsync(30);
    outgoing.change(changeOf('b'));
    outgoing.turn('r');
    outgoing.everyTurn();
    await Promise.resolve();
    expect(sent).toEqual([
      { from: 'me', at: 0, due: 0 },
      { from: 'me', at: 10, due: 21, changes: [changeOf('a', 3)], turns: ['r', 's'] },
      { from: 'me', at: 34, changes: [changeOf('b')], turns: true },
    ]);
  });
});

describe('a message', () => {
  it('is split into notifications that contain everything in order; a change with too long an id becomes a reset', () => {
    const id = fc.oneof(
      { weight: 9, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
      { weight: 1, arbitrary: fc.integer({ min: 3000, max: 9000 }).map((length) => '€'.repeat(length)) },
    );
    fc.assert(
      fc.property(fc.array(id, { maxLength: 300 }), fc.array(id, { maxLength: 300 }), fc.nat(), (ids, turns, due) => {
        const changes = ids.map((one) => changeOf(one));
        const payloads = packMessages({ from: 'f'.repeat(36), due, changes, turns });
        for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8000);
        const messages = payloads.map((payload) => readMessage(payload)!);
        expect(messages.map((message) => message.due)).toEqual([due, ...Array(payloads.length - 1).fill(undefined)]);
        const received = messages.flatMap(({ changes = [] }) => changes);
        expect(received).toHaveLength(ids.length);
        for (const [index, one] of received.entries()) {
          if (one.kind === 'reset') expect(Buffer.byteLength(ids[index]!)).toBeGreaterThan(7000);
          else expect(one.id).toBe(ids[index]);
        }
        const receivedTurns = messages.flatMap((message): readonly unknown[] => [message.turns ?? []].flat());
        if (receivedTurns.includes(true)) expect(turns.some((run) => Buffer.byteLength(run) > 7000)).toBe(true);
        else expect(receivedTurns).toEqual(turns);
      }),
    );
  });

  it('of another form is ignored, and reading it never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map((json) => `{"from":"x","changes":${json}}`),
          fc.json().map((json) => `{"from":"x","turns":${json}}`),
        ),
        (text) => {
          const { changes = [], turns = [] } = readMessage(text) ?? { from: '' };
          for (const change of changes) expect(typeof change.kind).toBe('string');
          if (turns !== true) for (const run of turns) expect(typeof run).toBe('string');
        },
      ),
    );
    expect(readMessage(undefined)).toBeUndefined();
    expect(readMessage('{"from":"x","due":-1}')).toBeUndefined();
  });
});
