import { Logger } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lastValueFrom, toArray } from 'rxjs';
import { ChatClient, ChatClientException, ChatModelException, ToolgateModule } from 'toolgate';
import type { ChatModelFailure } from 'toolgate/model';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { boot, failureOf } from '../story.fixture.js';
import { advisor, refuseUnhandledRejections, rejectionOf, tool } from './chat.fixture.js';

const failure = (kind: ChatModelFailure['kind'], more: ChatModelFailure = {}): ChatModelException =>
  new ChatModelException({ provider: 'acme', modelId: 'm' }, 'failed.', { kind, ...more });

const BUSY = failure('overloaded');

/** A client whose delays are at most 1 s and 2 s, and at least half of that. */
const client = (script: readonly ScriptedAnswer[], settings: Parameters<typeof ChatClient.create>[1] = {}) => {
  const model = new ScriptedChatModel(script);
  return { model, chat: ChatClient.create(model, settings) };
};

/** Advances the clock and runs everything that depends on it. */
const pass = async (ms: number): Promise<void> => void (await vi.advanceTimersByTimeAsync(ms));

const modes: readonly (readonly ['call' | 'stream', (chat: ChatClient) => Promise<string>])[] = [
  ['call', (chat) => chat.prompt('Hi').call().content()],
  ['stream', async (chat) => (await lastValueFrom(chat.prompt('Hi').stream().content().pipe(toArray()))).join('')],
];

beforeEach(() => {
  Logger.overrideLogger(false);
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.restoreAllMocks();
  vi.useRealTimers();
});
refuseUnhandledRejections();

describe.each(modes)('a model that fails temporarily (%s)', (_mode, ask) => {
  it('is retried after growing delays', async () => {
    const { model, chat } = client([BUSY, failure('unavailable'), 'Hello']);
    const answer = ask(chat);
    await pass(999);
    expect(model.prompts).toHaveLength(1);
    await pass(1);
    expect(model.prompts).toHaveLength(2);
    await pass(1999);
    expect(model.prompts).toHaveLength(2);
    await pass(1);
    expect(await answer).toBe('Hello');
    expect(model.prompts[2]).toEqual(model.prompts[0]);
  });

  it('is called three times in total, and the last failure is thrown', async () => {
    const last = failure('rate-limit');
    const { model, chat } = client([BUSY, BUSY, last, 'never']);
    const error = rejectionOf(failureOf(ask(chat)));
    await pass(10_000);
    expect(await error).toBe(last);
    expect(model.prompts).toHaveLength(3);
  });

  it.each(['rate-limit', 'overloaded', 'unavailable', 'timeout', 'cut'] as const)(
    'is retried after %s',
    async (kind) => {
      const { chat } = client([failure(kind), 'Hello']);
      const answer = ask(chat);
      await pass(1000);
      expect(await answer).toBe('Hello');
    },
  );

  it.each([
    ...(['authentication', 'quota', 'content-filter', 'context-too-long', 'invalid-request', 'other'] as const).map(
      (kind) => failure(kind),
    ),
    failure('overloaded', { isRetryable: false }),
    new Error('a slip'),
  ])('is called once if a retry cannot help: %#', async (error) => {
    const { model, chat } = client([error, 'never']);
    expect(await rejectionOf(failureOf(ask(chat)))).toBe(error);
    expect(model.prompts).toHaveLength(1);
  });

  it('is retried if it throws before it returns a promise or a stream', async () => {
    const model = new ScriptedChatModel(['Hello']);
    const busy = (): never => {
      throw BUSY;
    };
    vi.spyOn(model, 'call').mockImplementationOnce(busy);
    vi.spyOn(model, 'stream').mockImplementationOnce(busy);
    const answer = ask(ChatClient.create(model));
    await pass(1000);
    expect(await answer).toBe('Hello');
  });

  it('is retried after the delay that it requests', async () => {
    const { model, chat } = client([failure('rate-limit', { retryAfterMs: 20_000 }), 'Hello']);
    const answer = ask(chat);
    await pass(19_999);
    expect(model.prompts).toHaveLength(1);
    await pass(1);
    expect(await answer).toBe('Hello');
  });

  it('is not retried if it requests a delay above the limit', async () => {
    const error = failure('rate-limit', { retryAfterMs: 30_001 });
    const { model, chat } = client([error, 'never']);
    expect(await rejectionOf(failureOf(ask(chat)))).toBe(error);
    expect(model.prompts).toHaveLength(1);
  });

  it('is retried as often as the client sets, and never with false', async () => {
    const patient = client([BUSY, BUSY, BUSY, 'Hello'], { retry: { attempts: 4, minDelayMs: 10, maxDelayMs: 20 } });
    const answer = ask(patient.chat);
    await pass(10 + 20 + 20);
    expect(await answer).toBe('Hello');
    for (const retry of [false, { attempts: 1 }]) {
      const { model, chat } = client([BUSY, 'never'], { retry });
      expect(await rejectionOf(failureOf(ask(chat)))).toBe(BUSY);
      expect(model.prompts).toHaveLength(1);
    }
  });

  it('is not retried after the caller has left', async () => {
    const { model, chat } = client([BUSY, 'never']);
    const leaving = new AbortController();
    const prompt = chat.prompt('Hi').signal(leaving.signal);
    const turn = _mode === 'call' ? prompt.call() : prompt.stream();
    const error = rejectionOf(turn.outcome());
    await pass(500);
    leaving.abort(new Error('left'));
    expect(await error).toMatchObject({ name: 'ChatTurnException', cause: { message: 'left' } });
    await pass(60_000);
    expect(model.prompts).toHaveLength(1);
  });

  it('is retried within a round: no tool runs twice, and advisors see one answer', async () => {
    const seen: number[] = [];
    const watching = advisor(async function* (request, chain) {
      const response = yield* chain.next(request);
      seen.push(request.round);
      return response;
    });
    let runs = 0;
    const pay = tool('pay', () => ++runs);
    const script = [BUSY, callsTools(toolCall('pay')), BUSY, 'Paid'];
    const { model, chat } = client(script, { tools: [pay], advisors: [watching] });
    const answer = ask(chat);
    await pass(2000);
    expect(await answer).toBe('Paid');
    expect({ runs, seen, asked: model.prompts.length }).toEqual({ runs: 1, seen: [0, 1], asked: 4 });
    expect(model.prompts[3]).toEqual(model.prompts[2]);
  });
});

describe('a stream', () => {
  it('is not retried after its first part was emitted', async () => {
    const model = new ScriptedChatModel(['Hello', 'never'], {
      chunkSize: 2,
      beforePart: (_, index) => {
        if (index === 1) throw failure('cut');
      },
    });
    const texts: string[] = [];
    const reading = ChatClient.create(model)
      .prompt('Hi')
      .stream()
      .content()
      .forEach((text) => void texts.push(text));
    expect(await rejectionOf(failureOf(reading))).toMatchObject({ kind: 'cut' });
    expect(texts).toEqual(['He']);
    await pass(60_000);
    expect(model.prompts).toHaveLength(1);
  });

  it('is not retried after its reader leaves during the delay', async () => {
    const { model, chat } = client([BUSY, 'never']);
    const stream = chat.prompt('Hi').stream();
    const subscription = stream.content().subscribe();
    await pass(500);
    subscription.unsubscribe();
    expect(await rejectionOf(stream.outcome())).toMatchObject({ cause: { name: 'AbortError' } });
    await pass(60_000);
    expect(model.prompts).toHaveLength(1);
  });

  it('does not wait for other streams at the first failure', async () => {
    const { model, chat } = client([BUSY, 'One', 'Two']);
    const first = modes[1]![1](chat);
    await pass(0);
    expect(await modes[1]![1](chat)).toBe('One');
    await pass(1000);
    expect(await first).toBe('Two');
    expect(model.prompts).toHaveLength(3);
  });
});

describe('the delays', () => {
  it('vary randomly, so that clients that failed together do not retry together', async () => {
    vi.mocked(Math.random).mockReturnValueOnce(0.999).mockReturnValueOnce(0.5);
    const { model, chat } = client([BUSY, failure('rate-limit', { retryAfterMs: 5000 }), 'Hello']);
    const answer = chat.prompt('Hi').call().content();
    await pass(500);
    expect(model.prompts).toHaveLength(2);
    await pass(5499);
    expect(model.prompts).toHaveLength(2);
    await pass(1);
    expect(await answer).toBe('Hello');
  });
});

describe('an application', () => {
  // Nest creates its ids from random numbers.
  beforeEach(() => vi.mocked(Math.random).mockRestore());

  it('sets the retries of its clients, and a named client may override them', async () => {
    const model = new ScriptedChatModel([BUSY, 'never']);
    const {
      chat,
      logs,
      model: own,
    } = await boot({
      script: [BUSY, 'Hello'],
      options: { retry: { minDelayMs: 1 } },
      imports: [ToolgateModule.forFeature([{ name: 'hasty', model, retry: false }])],
    });
    const answer = chat.prompt('Hi').call().content();
    await pass(1);
    expect(await answer).toBe('Hello');
    expect(own.prompts).toHaveLength(2);
    expect(logs).toEqual([expect.stringContaining('The model m of acme failed. Retrying in 1 ms: attempt 2 of 3.')]);
  });

  it('ends the sentence of a failure in its log line', async () => {
    const unreachable = new ChatModelException({ provider: 'acme', modelId: 'm' }, 'failed: ENOTFOUND acme.test', {
      kind: 'unavailable',
    });
    const { chat, logs } = await boot({ script: [unreachable, 'Hello'], options: { retry: { minDelayMs: 1 } } });
    const answer = chat.prompt('Hi').call().content();
    await pass(1);
    await answer;
    expect(logs).toEqual([expect.stringContaining('failed: ENOTFOUND acme.test. Retrying in 1 ms: attempt 2 of 3.')]);
  });

  it.each([
    [{ attempts: 0 }, 'retry.attempts'],
    [{ attempts: 1.5 }, 'retry.attempts'],
    [{ minDelayMs: -1 }, 'retry.minDelayMs'],
    [{ maxDelayMs: Infinity }, 'retry.maxDelayMs'],
    [{ minDelayMs: 20, maxDelayMs: 10 }, 'retry.minDelayMs'],
    [{ times: 3 } as object, 'retry.times'],
  ])('is refused for invalid retry options: %j', (retry, named) => {
    expect(() => client([], { retry })).toThrow(ChatClientException);
    expect(() => client([], { retry })).toThrow(named);
  });
});
