import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApprovalStatusWord } from 'toolgate/http/client';
import { StatusReader } from './status.reader.js';
import { WaitingCall } from './waiting-call.js';

const POLL_MS = 2000;

/** A reader of a service that answers a request when the test lets it. */
const start = () => {
  const requests: { readonly ids: readonly string[]; readonly answer: (status: ApprovalStatusWord) => void }[] = [];
  const received: string[] = [];
  const reader = new StatusReader({
    pollMs: POLL_MS,
    statuses: (ids) =>
      new Promise((resolve) => {
        const answer = (approval: ApprovalStatusWord): void =>
          resolve({ protocol: 1, items: ids.map((id) => ({ id, approval })) });
        requests.push({ ids, answer });
      }),
    onStatus: ({ id }, status) => received.push(`${id} ${status}`),
    onFailure: (_calls, error) => received.push(String(error)),
  });
  const add = (id: string): WaitingCall => {
    const call = new WaitingCall('deploy', 3_600_000, () => {}, undefined);
    call.id = id;
    reader.add(call);
    return call;
  };
  const answer = async (index: number, status: ApprovalStatusWord): Promise<void> => {
    requests[index]!.answer(status);
    await vi.advanceTimersByTimeAsync(0);
  };
  const asked = () => requests.map(({ ids }) => ids.join());
  return { reader, add, answer, asked, received };
};

const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

describe('the reader of the statuses of waiting calls', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('sends one request at a time: a call that is added in the meantime is read after the answer', async () => {
    const { add, answer, asked, received } = start();
    add('a');
    await pass(0);
    add('b');
    await pass(POLL_MS);
    expect(asked()).toEqual(['a']);
    await answer(0, 'PENDING');
    await pass(0);
    expect(asked()).toEqual(['a', 'b']);
    await answer(1, 'APPROVED');
    await pass(POLL_MS);
    expect(asked()).toEqual(['a', 'b', 'a']);
    expect(received).toEqual(['b APPROVED']);
  });

  it('does not ask about a call that was withdrawn while others were read', async () => {
    const { reader, add, answer, asked, received } = start();
    const calls = Array.from({ length: 101 }, (_, index) => add(`call-${index}`));
    await pass(0);
    reader.remove(calls[100]!);
    await answer(0, 'APPROVED');
    expect(asked()).toHaveLength(1);
    expect(received).toHaveLength(100);
  });

  it('ignores the status of a call that was withdrawn while it was read, and then waits for nothing', async () => {
    const { reader, add, answer, asked, received } = start();
    const call = add('a');
    await pass(0);
    reader.remove(call);
    await answer(0, 'APPROVED');
    await pass(POLL_MS);
    expect(received).toEqual([]);
    expect(asked()).toHaveLength(1);
  });

  it('asks no more when the last call was withdrawn between two requests', async () => {
    const { reader, add, answer, asked } = start();
    const call = add('a');
    await pass(0);
    await answer(0, 'PENDING');
    reader.remove(call);
    // Ends its own time limit.
    call.approve();
    expect(vi.getTimerCount()).toBe(0);
    await pass(POLL_MS);
    expect(asked()).toHaveLength(1);
  });

  it('leaves no timer after the last decision, so that the process may end', async () => {
    const { add, answer } = start();
    const call = add('a');
    await pass(0);
    await answer(0, 'APPROVED');
    // Ends its own time limit.
    call.approve();
    expect(vi.getTimerCount()).toBe(0);
  });
});
