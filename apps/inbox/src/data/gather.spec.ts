import { afterEach, beforeEach, expect, vi, test } from 'vitest';
import { gather } from './gather.js';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const gathering = (pass?: () => Promise<void>) => {
  const passed: string[][] = [];
  const gathered = gather<string>(
    (text) => text.charAt(0),
    async (texts) => {
      passed.push([...texts]);
      await pass?.();
    },
    500,
  );
  return { passed, ...gathered };
};

test('the first thing is passed on at once, and a crowd after it together', async () => {
  const { passed, add } = gathering();
  for (const text of ['a', 'b', 'c']) add(text);
  expect(passed).toEqual([['a']]);
  await vi.advanceTimersByTimeAsync(499);
  expect(passed).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(passed).toEqual([['a'], ['b', 'c']]);
});

test('the last of the things with one key counts', async () => {
  const { passed, add } = gathering();
  for (const text of ['x', 'a1', 'b1', 'a2']) add(text);
  await vi.advanceTimersByTimeAsync(500);
  expect(passed[1]).toEqual(['a2', 'b1']);
});

test('the next call waits until a slow one has ended', async () => {
  let end = (): void => {};
  const { passed, add } = gathering(() => new Promise<void>((resolve) => (end = resolve)));
  add('a');
  add('b');
  await vi.advanceTimersByTimeAsync(5000);
  expect(passed).toHaveLength(1);
  end();
  await vi.advanceTimersByTimeAsync(0);
  expect(passed).toEqual([['a'], ['b']]);
});

test('a call that fails does not end the gathering', async () => {
  const { passed, add } = gathering(() => Promise.reject(new Error('no answer')));
  add('a');
  await vi.advanceTimersByTimeAsync(500);
  add('b');
  expect(passed).toEqual([['a'], ['b']]);
});

test('nothing is passed on after the end', async () => {
  const { passed, add, stop } = gathering();
  add('a');
  add('b');
  stop();
  await vi.advanceTimersByTimeAsync(1000);
  expect(passed).toEqual([['a']]);
});
