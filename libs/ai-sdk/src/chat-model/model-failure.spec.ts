import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { JSONParseError, TypeValidationError } from '@ai-sdk/provider';
import * as fc from 'fast-check';
import { ChatModelException, drain, userMessage } from 'toolgate/model';
import type { AiSdkLanguageModel, AiSdkSpecificationVersion } from '../provider/ai-sdk-language-model.js';
import { aiSdkChatModel } from './ai-sdk-chat-model.js';

const PROMPT = { messages: [userMessage('Hi')] };
const TEXT = { type: 'text-delta', id: '0', delta: 'Hello' };

const named = { provider: 'fake.chat', modelId: 'fake-1' };
const modelOf = (over: Partial<AiSdkLanguageModel>): AiSdkLanguageModel => ({
  specificationVersion: 'v4',
  ...named,
  doGenerate: () => Promise.reject(new Error('not used')),
  doStream: () => Promise.reject(new Error('not used')),
  ...over,
});

/** Streams parts, and then either ends or stays open. */
const streaming = (parts: readonly object[], { open = false, version = 'v4' as AiSdkSpecificationVersion } = {}) => {
  const cancelled: unknown[] = [];
  const stream = () =>
    new ReadableStream({
      start(controller) {
        for (const part of parts) controller.enqueue(part);
        if (!open) controller.close();
      },
      cancel: (reason) => void cancelled.push(reason),
    });
  const doStream = async () => ({ stream: stream() });
  return { model: aiSdkChatModel(modelOf({ specificationVersion: version, doStream })), cancelled };
};

const failureOf = (work: Promise<unknown>): Promise<ChatModelException> =>
  work.then(
    () => Promise.reject(new Error('The request did not fail.')),
    (error) => error as ChatModelException,
  );

const failureWith = (cause: unknown) =>
  failureOf(aiSdkChatModel(modelOf({ doGenerate: () => Promise.reject(cause) })).call(PROMPT));

describe('a model that cannot answer', () => {
  it('fails with the names of provider and model and the error of the provider', async () => {
    const cause = Object.assign(new Error('Slow\ndown'), { statusCode: 429 });
    const failure = await failureWith(cause);
    expect(failure).toBeInstanceOf(ChatModelException);
    expect(failure).toMatchObject({ name: 'ChatModelException', ...named, cause });
    expect(failure.message).toBe('The model fake-1 of fake.chat failed (HTTP 429): Slow down');
    const refused = modelOf({ doStream: () => Promise.reject(cause) });
    expect((await failureOf(drain(aiSdkChatModel(refused).stream(PROMPT)))).message).toBe(failure.message);
  });

  it('reveals no key', async () => {
    const responseBody = 'Wrong key: hunter2';
    const unauthorised = Object.assign(new Error(responseBody), { statusCode: 401, responseBody });
    const refused = await failureWith(unauthorised);
    expect(refused.message).toBe(
      'The model fake-1 of fake.chat refused the request (HTTP 401): check the API key and its rights.',
    );
    // The logger of Nest prints the causes of an error that no filter handles.
    expect(inspect(refused, { depth: 9 })).toContain(
      'The message is withheld from logs. Read the properties responseBody',
    );
    expect(inspect(refused, { depth: 9 })).not.toContain('hunter2');
    expect(unauthorised.responseBody).toBe(responseBody);
    const proxied = new Error('No tunnel through http://shop:hunter2@proxy:8080');
    expect((await failureWith(proxied)).message).not.toContain('hunter2');
    const quoted = new Error('Bad header: Bearer abcdef0123456789 for sk-proj-abcdef0123456789');
    expect((await failureWith(quoted)).message).toBe(
      'The model fake-1 of fake.chat failed: Bad header: [redacted] for [redacted]',
    );
  });

  it('keeps the prompt and the answer out of logs, although they can be read', async () => {
    const requestBodyValues = { messages: ['private'] };
    const refused = Object.assign(new Error('Bad request'), {
      statusCode: 400,
      requestBodyValues,
      responseBody: 'private',
    });
    const failure = await failureWith(new Error('No answer', { cause: refused }));
    expect(inspect(failure, { depth: 9 })).toContain('Bad request');
    expect(inspect(failure, { depth: 9 })).not.toContain('private');
    expect(refused.requestBodyValues).toBe(requestBodyValues);
    expect(await failureWith(Object.freeze(new Error('Frozen')))).toBeInstanceOf(ChatModelException);
  });

  it('reveals nothing of an answer that cannot be parsed, whose error quotes it', async () => {
    const value = { content: 'private' };
    const causes = [
      new TypeValidationError({ value, cause: new Error('wrong') }),
      new JSONParseError({ text: 'private {', cause: new SyntaxError('"private {" is not valid JSON') }),
    ];
    for (const cause of causes) {
      expect(cause.message).toContain('private');
      const streamed = failureOf(drain(streaming([{ type: 'error', error: cause }]).model.stream(PROMPT)));
      for (const failure of await Promise.all([streamed, failureWith(cause)])) {
        expect(failure.message).toBe('The model fake-1 of fake.chat failed: its answer cannot be read.');
        expect(failure.cause).toBe(cause);
        expect(inspect(new Error('No answer', { cause: failure }), { depth: 9 })).not.toContain('private');
      }
    }
  });

  it('shortens a long message, and replaces a missing one', async () => {
    expect((await failureWith(new Error('word '.repeat(200)))).message.length).toBeLessThan(300);
    expect((await failureWith({ error: { message: 'Overloaded' } })).message).toMatch(/failed: Overloaded$/);
    expect((await failureWith(undefined)).message).toMatch(/an error without a message$/);
  });

  it('throws a ChatModelException for anything that the provider throws', async () => {
    const anything = fc.anything({ withNullPrototype: true });
    const field = fc.constantFrom('message', 'code', 'type', 'status', 'statusCode', 'responseHeaders', 'responseBody');
    const record = fc.dictionary(fc.oneof(field, fc.constantFrom('error', 'data', 'cause', 'details')), anything);
    await fc.assert(
      fc.asyncProperty(fc.oneof(anything, record), async (cause) => {
        const failure = await failureWith(cause);
        expect(failure).toBeInstanceOf(ChatModelException);
        expect(failure.cause).toBe(cause);
        expect(failure.message.length).toBeLessThan(320);
      }),
      { numRuns: 300 },
    );
  });

  it('throws an error that may refer to itself', async () => {
    const cause = new Error('round') as Error & { error?: unknown };
    cause.cause = cause;
    cause.error = { data: cause, error: { code: 'overloaded_error' } };
    expect(await failureWith(cause)).toMatchObject({ kind: 'overloaded' });
  });

  it('reports that a connection was cut', async () => {
    const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    const failure = await failureWith(new Error('Failed to process the response', { cause: reset }));
    expect(failure.message).toContain('the connection was cut');
  });

  it('keeps the status of an answer whose body was cut', async () => {
    const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    const cause = Object.assign(new Error('Failed to process error response', { cause: reset }), { statusCode: 401 });
    expect(await failureWith(cause)).toMatchObject({ kind: 'authentication', isRetryable: false, status: 401 });
  });
});

describe('a stream that breaks off', () => {
  const usage = {};

  it('rejects if the provider reports an error', async () => {
    const { model, cancelled } = streaming([TEXT, { type: 'error', error: { message: 'Overloaded' } }], { open: true });
    const failure = await failureOf(drain(model.stream(PROMPT)));
    expect(failure.message).toBe('The model fake-1 of fake.chat failed: Overloaded');
    expect(failure.cause).toEqual({ message: 'Overloaded' });
    expect(cancelled).toHaveLength(1);
  });

  it('rejects if the answer ends with an error, as a call does', async () => {
    const finishReason = { unified: 'error', raw: 'MALFORMED_FUNCTION_CALL' };
    const says = 'ended its answer with an error (MALFORMED_FUNCTION_CALL)';
    const { model } = streaming([TEXT, { type: 'finish', finishReason, usage }]);
    await expect(drain(model.stream(PROMPT))).rejects.toThrow(says);
    const doGenerate = async () => ({ content: [], finishReason, usage });
    await expect(aiSdkChatModel(modelOf({ doGenerate })).call(PROMPT)).rejects.toThrow(says);
  });

  it.each([
    ['v2', []],
    ['v3', []],
    ['v4', []],
    ['v2', [{ type: 'finish', finishReason: 'unknown', usage }]],
    ['v3', [{ type: 'finish', finishReason: { unified: 'other', raw: undefined }, usage }]],
    ['v4', [{ type: 'finish', finishReason: { unified: 'interrupted', raw: undefined }, usage }]],
  ] as const)('rejects if the answer has no end (%s, %j)', async (version, end) => {
    const { model } = streaming([TEXT, ...end], { version });
    await expect(drain(model.stream(PROMPT))).rejects.toThrow('the connection was cut before the answer was complete');
  });

  it('did not break off if a v3 provider states a reason of its own', async () => {
    const finishReason = { unified: 'other', raw: 'RECITATION' };
    const { model } = streaming([TEXT, { type: 'finish', finishReason, usage }], { version: 'v3' });
    expect((await drain(model.stream(PROMPT))).finishReason).toEqual(finishReason);
  });
});

describe('a caller who aborts', () => {
  const reason = new Error('left');

  it('ends a stream that is silent, at once and with the reason', async () => {
    const { model, cancelled } = streaming([TEXT], { open: true });
    const leaving = new AbortController();
    const stream = model.stream(PROMPT, { signal: leaving.signal });
    await stream.next();
    const pending = stream.next();
    leaving.abort(reason);
    await expect(pending).rejects.toBe(reason);
    expect(cancelled).toEqual([reason]);
  });

  it('cancels the stream by returning', async () => {
    const { model, cancelled } = streaming([TEXT], { open: true });
    const stream = model.stream(PROMPT);
    await stream.next();
    await stream.return(undefined as never);
    expect(cancelled).toHaveLength(1);
  });

  it('does not wait for a provider that ignores the signal', async () => {
    const leaving = new AbortController();
    let arrive: (value: { stream: object }) => void = () => undefined;
    const model = aiSdkChatModel(
      modelOf({
        doGenerate: () => new Promise(() => undefined),
        doStream: () => new Promise((resolve) => (arrive = resolve)),
      }),
    );
    const called = model.call(PROMPT, { signal: leaving.signal });
    const streamed = model.stream(PROMPT, { signal: leaving.signal }).next();
    leaving.abort(reason);
    await expect(called).rejects.toBe(reason);
    await expect(streamed).rejects.toBe(reason);

    const cancelled = new Promise((resolve) => arrive({ stream: new ReadableStream({ cancel: resolve }) }));
    expect(await cancelled).toBe(reason);
  });

  it('ends a silent stream that opens while the caller aborts', async () => {
    const leaving = new AbortController();
    const cancelled: unknown[] = [];
    const cancel = (why: unknown): void => void cancelled.push(why);
    const opened = Promise.resolve({ stream: new ReadableStream({ cancel }) });
    const doStream = (): Promise<{ stream: object }> => {
      queueMicrotask(() => void opened.then(() => leaving.abort(reason)));
      return opened;
    };
    const stream = aiSdkChatModel(modelOf({ doStream })).stream(PROMPT, { signal: leaving.signal });
    await expect(stream.next()).rejects.toBe(reason);
    expect(cancelled).toEqual([reason]);
  });

  it('sends nothing to the provider if the abort comes before the request', async () => {
    const sent: unknown[] = [];
    const send = async (request: never) => {
      sent.push(request);
      throw new Error('not used');
    };
    const model = aiSdkChatModel(modelOf({ doGenerate: send, doStream: send }));
    const signal = AbortSignal.abort(reason);
    await expect(model.call(PROMPT, { signal })).rejects.toBe(reason);
    await expect(model.stream(PROMPT, { signal }).next()).rejects.toBe(reason);
    expect(sent).toEqual([]);
  });
});
