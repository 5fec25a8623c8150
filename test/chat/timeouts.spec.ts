import { Logger } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChatClient, ChatClientException, ChatModelException, ChatTimeoutException, ChatTurnException } from 'toolgate';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { boot, failureOf } from '../story.fixture.js';
import { advisor, refuseUnhandledRejections, rejectionOf, tool } from './chat.fixture.js';

/** An answer after a delay; the model is silent until then. */
const after = (ms: number, answer: ScriptedAnswer) => () =>
  new Promise<ScriptedAnswer>((resolve) => {
    setTimeout(() => resolve(answer), ms).unref();
  });
const pass = async (ms: number): Promise<void> => void (await vi.advanceTimersByTimeAsync(ms));

type Prompting = ReturnType<ChatClient['prompt']>;
const modes = [
  ['call', (prompt: Prompting) => prompt.call().outcome()],
  ['stream', (prompt: Prompting) => prompt.stream().outcome()],
] as const;

const TIMED_OUT = { name: 'ChatTurnException', cause: { name: 'ChatTimeoutException', timeoutMs: 5000 } };

beforeEach(() => {
  Logger.overrideLogger(false);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});
refuseUnhandledRejections();

describe.each(modes)('a turn with a time limit (%s)', (mode, read) => {
  it('ends at the limit, and aborts its request', async () => {
    const model = new ScriptedChatModel([after(60_000, 'late')]);
    const error = rejectionOf(read(ChatClient.create(model).prompt('Hi').timeout(5000)));
    await pass(4999);
    expect(model.aborted).toBe(0);
    await pass(1);
    expect(await error).toMatchObject({ ...TIMED_OUT, transcript: [{ role: 'user' }] });
    expect(await error).toBeInstanceOf(ChatTurnException);
    expect((await error) as Error).toMatchObject({
      message: 'The turn failed: The time limit of 5000 ms was exceeded. Raise it with timeout(), or ask for less.',
    });
    expect(((await error) as Error).cause).toBeInstanceOf(ChatTimeoutException);
    expect(model.aborted).toBe(1);
  });

  it('leaves no timer if it ends in time, with or without an error', async () => {
    const failing = advisor(async function* () {
      throw new Error('no');
    });
    const chat = ChatClient.create(new ScriptedChatModel(['Hello']), { timeoutMs: 5000 });
    expect(await read(chat.prompt('Hi'))).toMatchObject({ content: 'Hello' });
    expect(await rejectionOf(failureOf(read(chat.prompt('Hi').advisors(failing))))).toMatchObject({ message: 'no' });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('has the default limit of its client, which the prompt may override', async () => {
    const model = new ScriptedChatModel([after(7000, 'late'), after(7000, 'Longer'), after(7000, 'Whole')]);
    const chat = ChatClient.create(model, { timeoutMs: 5000 });
    const error = rejectionOf(read(chat.prompt('Hi')));
    const longer = read(chat.prompt('Hi').timeout(8000));
    const whole = read(chat.prompt('Hi').timeout(Infinity));
    await pass(7000);
    expect(await error).toMatchObject(TIMED_OUT);
    expect([(await longer).content, (await whole).content]).toEqual(['Longer', 'Whole']);
  });

  it('ends at the abort of its signal if that comes before the limit', async () => {
    const chat = ChatClient.create(new ScriptedChatModel([after(60_000, 'late')]), { timeoutMs: 5000 });
    const leaving = new AbortController();
    const error = rejectionOf(read(chat.prompt('Hi').signal(leaving.signal)));
    await pass(1000);
    leaving.abort(new Error('left'));
    expect(await error).toMatchObject({ name: 'ChatTurnException', cause: { message: 'left' } });
    // The timer of the model remains.
    expect(vi.getTimerCount()).toBe(1);
  });

  it('ends at the limit if that comes before the abort of its signal', async () => {
    const chat = ChatClient.create(new ScriptedChatModel([after(60_000, 'late')]), { timeoutMs: 5000 });
    const error = rejectionOf(read(chat.prompt('Hi').signal(new AbortController().signal)));
    await pass(5000);
    expect(await error).toMatchObject(TIMED_OUT);
  });

  it('ends while a tool runs, which sees the abort, and the error has the transcript', async () => {
    const seen: unknown[] = [];
    const slow = tool('slow', (_, { signal }) => {
      signal!.addEventListener('abort', () => seen.push((signal!.reason as Error).name));
      return new Promise(() => {});
    });
    const model = new ScriptedChatModel([callsTools(toolCall('slow'))]);
    const chat = ChatClient.create(model, { tools: [slow], timeoutMs: 5000 });
    const error = rejectionOf(read(chat.prompt('Hi')));
    await pass(5000);
    expect(await error).toMatchObject({ ...TIMED_OUT, transcript: [{}, {}, { role: 'tool' }] });
    expect(seen).toEqual(['ChatTimeoutException']);
  });

  it('ends while it waits to retry', async () => {
    const busy = new ChatModelException({ provider: 'acme', modelId: 'm' }, 'is busy.', {
      kind: 'rate-limit',
      retryAfterMs: 20_000,
    });
    const model = new ScriptedChatModel([busy, 'never']);
    const error = rejectionOf(read(ChatClient.create(model).prompt('Hi').timeout(5000)));
    await pass(5000);
    expect(await error).toMatchObject(TIMED_OUT);
    expect({ asked: model.prompts.length, timers: vi.getTimerCount() }).toEqual({ asked: 1, timers: 0 });
  });

  it.each([0, -1, Number.NaN, '5s' as unknown as number])('refuses a limit of %s', (ms) => {
    const chat = ChatClient.create(new ScriptedChatModel(['Hello']));
    expect(() => chat.prompt('Hi').timeout(ms)).toThrow(ChatClientException);
    expect(() => ChatClient.create(new ScriptedChatModel([]), { timeoutMs: ms })).toThrow(ChatClientException);
    expect(() => chat.prompt({ user: 'Hi', timeoutMs: ms })).toThrow(ChatClientException);
  });

  it(`has the default limit of the application's options (${mode})`, async () => {
    const { chat } = await boot({ script: [after(60_000, 'late')], options: { client: { timeoutMs: 5000 } } });
    const error = rejectionOf(read(chat.prompt('Hi')));
    await pass(5000);
    expect(await error).toMatchObject(TIMED_OUT);
  });
});

describe('a stream', () => {
  it('that is no longer read is closed at its time limit', async () => {
    const model = new ScriptedChatModel(['Hello there'], { chunkSize: 1 });
    const stream = ChatClient.create(model, { timeoutMs: 5000 }).prompt('Hi').stream();
    const reader = stream[Symbol.asyncIterator]();
    await reader.next();
    const error = rejectionOf(stream.outcome());
    await pass(5000);
    expect(await error).toMatchObject(TIMED_OUT);
    expect(await rejectionOf(reader.next())).toMatchObject(TIMED_OUT);
    expect(model.aborted).toBe(1);
  });
});
