import { describe, expect, it } from 'vitest';
import { concat, EMPTY, lastValueFrom, map, type Observable, of, take, throwError, toArray } from 'rxjs';
import { ChatClient, type ChatResponse } from 'toolgate';
import { aggregateChatClientResponse, aggregateChatResponse } from 'toolgate/chat';
import { assistantMessage, type AssistantPart, textOf } from 'toolgate/model';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { deferred, settled } from '../story.fixture.js';
import { advisor, refuseUnhandledRejections, rejectionOf, tool } from './chat.fixture.js';

const clientOf = (...script: readonly ScriptedAnswer[]) =>
  ChatClient.create(new ScriptedChatModel(script), { tools: [tool('look')] });

const all = <T>(values: Observable<T>): Promise<readonly T[]> => lastValueFrom(values.pipe(toArray()));

const off = { toolCallingAdvisorAutoRegister: false };

refuseUnhandledRejections();

describe('aggregateChatResponse', () => {
  it('forwards the chunks, and passes the whole answer to the callback after the last one', async () => {
    const log: unknown[] = [];
    const stream = clientOf('It is on its way.').prompt('Hi').stream().chatResponse();
    const passed = stream.pipe(
      aggregateChatResponse((response) => log.push(['whole', textOf(response.message)])),
      map((chunk) => log.push(textOf(chunk.message))),
    );
    await lastValueFrom(passed);
    expect(log).toEqual(['It i', 's on', ' its', ' way', '.', '', ['whole', 'It is on its way.']]);
  });

  it('passes complete tool calls in their place, with all metadata of the answer', async () => {
    const parts: AssistantPart[] = [
      { type: 'reasoning', text: 'I had better look.', providerMetadata: { acme: { signature: 'one' } } },
      toolCall('look', { at: 'A-1042' }, 'call-1'),
      { type: 'reasoning', text: 'And again.', providerMetadata: { acme: { signature: 'two' } } },
      { ...toolCall('look', { at: 'A-1043' }, 'call-2'), providerMetadata: { acme: { item: 2 } } },
      { type: 'text', text: 'One moment.' },
    ];
    const usage = { inputTokens: 5, cacheReadTokens: 3 };
    const told = { usage, metadata: { id: 'r1', model: 'large' }, providerMetadata: { acme: { remaining: 9 } } };
    const { chunks, whole } = await aggregated(clientOf({ message: assistantMessage(parts), ...told }));
    expect(whole).toEqual([{ message: assistantMessage(parts), finishReason: { unified: 'tool-calls' }, ...told }]);
    expect(chunks.at(-1)!.message.content).toEqual([parts[1], parts[3]]);
    expect(chunks.slice(0, -1).flatMap(({ message }) => message.content.map(({ type }) => type))).not.toContain(
      'tool-call',
    );
  });

  const aggregated = async (chat: ChatClient) => {
    const whole: ChatResponse[] = [];
    const stream = chat.prompt('Hi').advisors(off).stream().chatResponse();
    return { chunks: await all(stream.pipe(aggregateChatResponse((response) => whole.push(response)))), whole };
  };

  it('passes files and parts of a provider in their place', async () => {
    const parts: AssistantPart[] = [
      { type: 'text', text: 'Here it is.' },
      { type: 'file', mediaType: 'image/png', source: { type: 'url', url: 'https://example.com/a.png' } },
      { type: 'custom', kind: 'acme.source', data: { page: 2 } },
      { type: 'text', text: 'And more.' },
    ];
    const { chunks, whole } = await aggregated(clientOf(assistantMessage(parts)));
    expect(whole.map(({ message }) => message.content)).toEqual([parts]);
    const types = chunks.flatMap(({ message }) => message.content.map(({ type }) => type));
    expect([...new Set(types)]).toEqual(['text', 'file', 'custom']);
  });

  it('passes the answer of the last round if earlier rounds ran tools', async () => {
    const whole: ChatResponse[] = [];
    const usage = { inputTokens: 2 };
    const chat = clientOf(
      { message: callsTools('Let me look.', toolCall('look')), usage },
      { message: assistantMessage('Found.'), usage },
    );
    await all(
      chat
        .prompt('Hi')
        .stream()
        .chatResponse()
        .pipe(aggregateChatResponse((response) => whole.push(response))),
    );
    expect(whole).toEqual([
      { message: assistantMessage('Found.'), finishReason: { unified: 'stop' }, usage: { inputTokens: 4 } },
    ]);
  });

  it('passes the changed chunks if an earlier operator changed them', async () => {
    const whole: string[] = [];
    const stream = clientOf('Call 555 0100.').prompt('Hi').stream().chatResponse();
    const masked = stream.pipe(
      map((chunk) => ({ ...chunk, message: assistantMessage(textOf(chunk.message).replaceAll(/\d/g, '#')) })),
      aggregateChatResponse(({ message }) => whole.push(textOf(message))),
    );
    await all(masked);
    expect(whole).toEqual(['Call ### ####.']);
  });

  it('merges the metadata of chunks from another source, and the latest value counts', async () => {
    const chunk = (text: string, rest: Partial<ChatResponse> = {}): ChatResponse => ({
      message: assistantMessage(text),
      finishReason: { unified: 'other' },
      usage: {},
      ...rest,
    });
    const chunks = of(
      chunk('One ', {
        usage: { inputTokens: 7, outputTokens: 1 },
        metadata: { id: 'r1' },
        providerMetadata: { acme: { remaining: 9 } },
      }),
      chunk('two', { finishReason: { unified: 'stop' } }),
      chunk('', { usage: { outputTokens: 2 }, metadata: { model: 'large' } }),
    );
    const whole: ChatResponse[] = [];
    await all(chunks.pipe(aggregateChatResponse((response) => whole.push(response))));
    expect(whole).toEqual([
      chunk('One two', {
        finishReason: { unified: 'stop' },
        usage: { inputTokens: 7, outputTokens: 2 },
        metadata: { id: 'r1', model: 'large' },
        providerMetadata: { acme: { remaining: 9 } },
      }),
    ]);
  });

  it('keeps what an earlier chunk knows if a later one has 0, an empty text or undefined for it', async () => {
    const chunk = (text: string, rest: Partial<ChatResponse>): ChatResponse => ({
      message: assistantMessage(text),
      finishReason: { unified: 'other' },
      usage: {},
      ...rest,
    });
    const first = { inputTokens: 7, outputTokens: 1, reasoningTokens: 0, cacheReadTokens: 2 };
    const later = { inputTokens: 0, outputTokens: 4, reasoningTokens: 3, cacheReadTokens: undefined };
    const chunks = of(
      chunk('One ', { usage: first, metadata: { id: 'r1', model: 'large' } }),
      chunk('two', { usage: later, metadata: { id: '', model: undefined, timestamp: '' } }),
    );
    const whole: ChatResponse[] = [];
    await all(chunks.pipe(aggregateChatResponse((response) => whole.push(response))));
    expect(whole).toStrictEqual([
      chunk('One two', {
        usage: { inputTokens: 7, outputTokens: 4, reasoningTokens: 3, cacheReadTokens: 2 },
        metadata: { id: 'r1', model: 'large', timestamp: '' },
      }),
    ]);
  });

  it('calls no callback if the stream fails, is unsubscribed or is empty', async () => {
    const whole: unknown[] = [];
    const aggregate = aggregateChatResponse((response) => whole.push(response));
    const chunks = () => clientOf('It is on its way.').prompt('Hi').stream().chatResponse();
    const failing = concat(
      chunks(),
      throwError(() => new Error('cut')),
    );
    expect(await rejectionOf(all(failing.pipe(aggregate)))).toMatchObject({ message: 'cut' });
    await all(chunks().pipe(aggregate, take(2)));
    await all(EMPTY.pipe(aggregate));
    await settled();
    expect(whole).toEqual([]);
  });

  it('waits for its callback, and fails with it', async () => {
    const stored = deferred();
    const log: string[] = [];
    const chunks = () => clientOf('Hi').prompt('Hi').stream().chatResponse();
    const waiting = all(chunks().pipe(aggregateChatResponse(() => stored.promise))).then(() => log.push('ended'));
    await settled();
    log.push('stored');
    stored.resolve();
    await waiting;
    expect(log).toEqual(['stored', 'ended']);
    for (const fails of [() => Promise.reject(new Error('full')), () => raise(new Error('full'))]) {
      expect(await rejectionOf(all(chunks().pipe(aggregateChatResponse(fails))))).toMatchObject({ message: 'full' });
    }
  });

  const raise = (error: Error): never => {
    throw error;
  };
});

describe('aggregateChatClientResponse', () => {
  it('passes the context of the advisors too', async () => {
    const mark = advisor(async function* (request, chain) {
      return { ...(yield* chain.next(request)), context: { ...request.context, marked: true } };
    });
    const stream = clientOf('Hi').prompt('Hi').advisors(mark, { tenant: 'acme' }).stream().chatClientResponse();
    const whole: unknown[] = [];
    const chunks = await all(stream.pipe(aggregateChatClientResponse((response) => whole.push(response))));
    expect(chunks).toHaveLength(2);
    expect(whole).toMatchObject([
      { chatResponse: { message: assistantMessage('Hi') }, context: { tenant: 'acme', marked: true } },
    ]);
  });
});
