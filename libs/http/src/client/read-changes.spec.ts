import { afterEach, describe, expect, it, vi } from 'vitest';
import { approvalsClient } from './approvals-client.js';
import type { ApprovalsClientOptions } from './connection.js';
import {
  type Answer,
  events,
  eventsThenEnd,
  hangUp,
  json,
  type PreparedServer,
  problem,
  startServer,
} from './door.fixture.js';
import type { ReadChanges } from './read-changes.js';

const servers: PreparedServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

const snapshot = (total: number): string => `event: snapshot\ndata: {"counts":{"total":${total}}}\n\n`;
const change = (id: string): string => `event: change\ndata: {"kind":"approval","id":"${id}","version":2}\n\n`;

/** Reads until the reader has received this, and returns what it received, in order. */
const read = async (answers: readonly Answer[], until: string, more: Partial<ReadChanges> = {}) => {
  const server = await startServer(...answers);
  servers.push(server);
  const delays: number[] = [];
  const client = approvalsClient({ baseUrl: server.baseUrl, retryDelay: (attempt) => delays.push(attempt) && 0 });
  const controller = new AbortController();
  const seen: string[] = [];
  const see = (text: string): void => {
    seen.push(text);
    if (text === until) controller.abort();
  };
  const error = await client
    .changes({
      signal: controller.signal,
      onSnapshot: ({ counts }) => see(`snapshot ${counts.total}`),
      onChange: ({ id }) => see(`change ${id}`),
      onReset: () => see('reset'),
      onState: (state) => see('error' in state && state.error ? `${state.type}: ${state.error.problem}` : state.type),
      ...more,
    })
    .then(
      () => undefined,
      (failure: unknown) => failure,
    );
  return { seen, delays, error, server };
};

describe('a reader of changes', () => {
  it('receives a snapshot, changes and resets, and ends with its signal', async () => {
    const stream = events(': heartbeat\n\n', snapshot(3), change('a1'), 'event: reset\ndata: {}\n\n', change('a2'));
    const { seen, error, server } = await read([stream], 'change a2');
    expect(seen).toEqual(['connecting', 'open', 'snapshot 3', 'change a1', 'reset', 'change a2', 'closed']);
    expect(error).toBeUndefined();
    expect(server.requests).toMatchObject([{ url: '/approvals/changes', headers: { accept: 'text/event-stream' } }]);
  });

  it('connects again after the server ended the stream, broke it, or was not there', async () => {
    const broken: Answer = (response, request) => {
      events(snapshot(2))(response, request);
      setImmediate(() => response.destroy());
    };
    const answers = [eventsThenEnd(snapshot(1)), broken, hangUp, problem(503, 'unavailable'), events(snapshot(3))];
    const { seen, delays } = await read(answers, 'snapshot 3');
    expect(seen.join(', ')).toBe(
      'connecting, open, snapshot 1, waiting, connecting, open, snapshot 2, waiting: network, ' +
        'connecting, waiting: network, connecting, waiting: unavailable, connecting, open, snapshot 3, closed',
    );
    // Each snapshot starts the back-off again.
    expect(delays).toEqual([1, 1, 2, 3]);
  });

  it('does not deliver an event that was cut', async () => {
    const cut = eventsThenEnd(snapshot(1), 'event: change\ndata: {"id":"a1"}\n');
    const { seen } = await read([cut, events(snapshot(2))], 'snapshot 2');
    expect(seen).not.toContain('change a1');
  });

  it('ignores events that it does not know', async () => {
    const { seen } = await read([events('event: later\ndata: no JSON\n\n', 'data: {}\n\n', snapshot(1))], 'snapshot 1');
    expect(seen).toEqual(['connecting', 'open', 'snapshot 1', 'closed']);
  });

  it.each([
    [401, 'unauthenticated'],
    [403, 'not-eligible'],
    [404, 'not-found'],
  ])('stops after %d, because the next answer would be the same', async (status, word) => {
    const { seen, error, server } = await read([eventsThenEnd(snapshot(1)), problem(status, word)], 'never');
    expect(error).toMatchObject({ name: 'ApprovalsProblem', status, problem: word });
    expect(seen.slice(-2)).toEqual(['connecting', `closed: ${word}`]);
    expect(server.requests).toHaveLength(2);
  });

  it('stops if the answer is not a stream of events', async () => {
    const { error } = await read([json({})], 'never');
    expect(error).toMatchObject({ problem: 'other', message: expect.stringContaining('Check baseUrl.') });
  });

  it('waits at least as long as the server states', async () => {
    const waits: number[] = [];
    const busy = problem(503, 'unavailable', { 'retry-after': '60' });
    const controller = new AbortController();
    await read([busy], 'never', {
      signal: controller.signal,
      onState: (state) => {
        if (state.type !== 'waiting') return;
        waits.push(state.retryInMs);
        controller.abort();
      },
    });
    expect(waits).toEqual([60_000]);
  });

  it('does not return at once if the server states a longer time than a timer lasts', async () => {
    vi.useFakeTimers();
    let requests = 0;
    const month = { 'retry-after': String(30 * 86_400) };
    const fetch: NonNullable<ApprovalsClientOptions['fetch']> = async () => {
      requests += 1;
      return new Response(null, { status: 503, headers: month });
    };
    const controller = new AbortController();
    const client = approvalsClient({ baseUrl: '/approvals', fetch });
    const reading = client.changes({ signal: controller.signal });
    await vi.advanceTimersByTimeAsync(60_000);
    controller.abort();
    await reading;
    vi.useRealTimers();
    expect(requests).toBe(1);
  });

  it('connects again when the connection is silent, and not while heartbeats arrive', async () => {
    vi.useFakeTimers();
    const opened: ReadableStreamDefaultController<Uint8Array>[] = [];
    const fetch: NonNullable<ApprovalsClientOptions['fetch']> = async (_, { signal } = {}) => {
      const body = new ReadableStream<Uint8Array>({
        start: (stream) => {
          opened.push(stream);
          signal!.addEventListener('abort', () => stream.error(signal!.reason));
        },
      });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    };
    const client = approvalsClient({ baseUrl: '/approvals', fetch, retryDelay: () => 0 });
    const controller = new AbortController();
    const states: string[] = [];
    const reading = client.changes({
      signal: controller.signal,
      onState: (state) => states.push('error' in state && state.error ? state.error.problem : state.type),
    });
    const beatAndWait = async (ms: number): Promise<string> => {
      opened.at(-1)?.enqueue(new TextEncoder().encode(': heartbeat\n\n'));
      await vi.advanceTimersByTimeAsync(ms);
      return states.join(' ');
    };
    await beatAndWait(0);
    expect(await beatAndWait(44_999)).toBe('connecting open');
    expect(await beatAndWait(44_999)).toBe('connecting open');
    expect(await beatAndWait(45_001)).toBe('connecting open network connecting open');
    controller.abort();
    await reading;
    expect(opened).toHaveLength(2);
    vi.useRealTimers();
  });

  it('fails with the error of its own function', async () => {
    const failing = () => {
      throw new TypeError('a mistake of the application');
    };
    const { error } = await read([events(snapshot(1))], 'never', { onSnapshot: failing });
    expect(error).toEqual(new TypeError('a mistake of the application'));
  });

  it('ends at once if its signal has aborted before', async () => {
    const { seen, server } = await read([events(snapshot(1))], 'never', { signal: AbortSignal.abort() });
    expect([seen, server.requests]).toEqual([['closed'], []]);
  });
});
