import { describe, expect, it } from 'vitest';
import { TurnAbort, untilAborted } from './turn-abort.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('an abort follows a signal of another implementation', () => {
  let fire = (): void => {};
  const foreign = {
    aborted: false,
    reason: new Error('gone'),
    addEventListener: (_: string, listener: () => void) => (fire = listener),
    removeEventListener: () => {},
  };
  const abort = new TurnAbort();
  abort.follow(foreign as never);
  fire();
  expect(abort.reason).toBe(foreign.reason);
});

describe('a promise awaited until an abort', () => {
  it('settles as the promise does without an abort', async () => {
    const abort = new TurnAbort();
    await expect(untilAborted(Promise.resolve(1), abort)).resolves.toBe(1);
    await expect(untilAborted(Promise.reject(new Error('no')), abort)).rejects.toThrow('no');
    expect(abort.listeners.size).toBe(0);
  });

  it('rejects with the reason at once after an abort', async () => {
    const abort = new TurnAbort();
    const waiting = untilAborted(new Promise(() => {}), abort);
    abort.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
  });

  it('rejects with the reason if it is already aborted', async () => {
    const abort = new TurnAbort();
    abort.abort(new Error('gone'));
    await expect(untilAborted(Promise.resolve(1), abort)).rejects.toThrow('gone');
  });

  it('never causes an unhandled rejection, which would end the process', async () => {
    const unheard: unknown[] = [];
    const listen = (reason: unknown) => unheard.push(reason);
    process.on('unhandledRejection', listen);
    try {
      const abort = new TurnAbort();
      abort.abort(new Error('gone'));
      const late = untilAborted(Promise.reject(new Error('late')), abort);
      await expect(late).rejects.toThrow('gone');
      const before = new TurnAbort();
      const waiting = untilAborted(
        turn().then(() => Promise.reject(new Error('later'))),
        before,
      );
      before.abort(new Error('gone'));
      await expect(waiting).rejects.toThrow('gone');
      await turn();
      await turn();
      expect(unheard).toEqual([]);
    } finally {
      process.off('unhandledRejection', listen);
    }
  });
});

describe('an abort', () => {
  it('follows another one until it is detached', () => {
    const outer = new TurnAbort();
    const [following, detached] = [new TurnAbort(), new TurnAbort()];
    following.follow(outer);
    detached.follow(outer)();
    outer.abort(new Error('gone'));
    expect(following.reason).toMatchObject({ message: 'gone' });
    expect(detached.aborted).toBe(false);
    const late = new TurnAbort();
    late.follow(outer);
    expect(late.reason).toBe(outer.reason);
  });

  it('follows a signal until it is detached, and has a signal of its own', () => {
    const outside = new AbortController();
    const abort = new TurnAbort();
    abort.follow(outside.signal);
    const { signal } = abort;
    outside.abort(new Error('gone'));
    expect(signal.aborted).toBe(true);
    expect(signal.reason).toMatchObject({ message: 'gone' });
    expect(() => abort.throwIfAborted()).toThrow('gone');

    const free = new TurnAbort();
    const other = new AbortController();
    free.follow(other.signal)();
    other.abort();
    expect(free.aborted).toBe(false);
  });

  it('happens once, and the first reason remains', () => {
    const abort = new TurnAbort();
    abort.abort('first');
    abort.abort('second');
    expect([abort.reason, abort.signal.reason]).toEqual(['first', 'first']);
  });
});
