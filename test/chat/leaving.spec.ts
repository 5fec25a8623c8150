import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { lastValueFrom, take } from 'rxjs';
import { type Advisor, ChatClient, ChatTurnException, type StreamPart } from 'toolgate';
import { ChatModel, type ChatModelCall, type ChatResponse, type ChatStream, type Prompt } from 'toolgate/model';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { deferred, settled } from '../story.fixture.js';
import { advisor, readAll, refuseUnhandledRejections, rejectionOf, tool } from './chat.fixture.js';

const never = (): Promise<never> => new Promise(() => {});

/** A model that never answers and ignores its signal. */
class DeafModel extends ChatModel {
  readonly asked = deferred();

  call(_prompt: Prompt, _call?: ChatModelCall): Promise<ChatResponse> {
    this.asked.resolve();
    return never();
  }

  async *stream(): ChatStream {
    this.asked.resolve();
    return await never();
  }
}

/** Emits two parts and then waits for its signal, as a provider's connection does. */
class AttentiveModel extends ChatModel {
  readonly asked = deferred();
  readonly fired = deferred();
  readonly closed = deferred();

  async call(_prompt: Prompt, { signal }: ChatModelCall = {}): Promise<ChatResponse> {
    this.asked.resolve();
    await this.until(signal!);
    throw signal!.reason;
  }

  async *stream(_prompt: Prompt, { signal }: ChatModelCall = {}): ChatStream {
    try {
      yield { type: 'text-delta', id: '0', delta: 'One ' };
      yield { type: 'text-delta', id: '0', delta: 'two ' };
      this.asked.resolve();
      await this.until(signal!);
      throw signal!.reason;
    } finally {
      this.closed.resolve();
    }
  }

  private until(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) =>
      signal.addEventListener('abort', () => {
        this.fired.resolve();
        resolve();
      }),
    );
  }
}

/** An advisor with a promise that resolves when it unwinds, outside or inside the tool loop. */
const unwinding = (order?: number) => {
  const unwound = deferred();
  const surrounding = advisor(async function* (request, chain) {
    try {
      return yield* chain.next(request);
    } finally {
      unwound.resolve();
    }
  }, order);
  return { surrounding, unwound: unwound.promise };
};

const LEFT = { cause: { name: 'AbortError' } };
const OUTSIDE = -(2 ** 31) + 250;

refuseUnhandledRejections();

describe('leaving a stream', () => {
  const ways: readonly [
    string,
    (stream: ReturnType<ReturnType<ChatClient['prompt']>['stream']>) => Promise<unknown>,
  ][] = [
    ['by take()', (stream) => lastValueFrom(stream.content().pipe(take(1)))],
    [
      'by unsubscribe() while the model is silent',
      (stream) =>
        new Promise<void>((resolve) => {
          const subscription = stream.content().subscribe((text) => {
            if (text === 'two ') setImmediate(() => resolve(subscription.unsubscribe()));
          });
        }),
    ],
    [
      'by break',
      async (stream) => {
        for await (const _ of stream) break;
      },
    ],
    [
      'by return() while the model is silent',
      async (stream) => {
        const reader = stream[Symbol.asyncIterator]();
        await reader.next();
        await reader.next();
        const waiting = rejectionOf(reader.next());
        await settled();
        await reader.return!();
        expect(await waiting).toBeInstanceOf(ChatTurnException);
      },
    ],
  ];

  it.each(ways)('%s closes the request, and everything unwinds', async (_, leave) => {
    const model = new AttentiveModel();
    const [outside, inside] = [unwinding(OUTSIDE), unwinding()];
    const advisors = [outside.surrounding, inside.surrounding];
    const stream = ChatClient.create(model, { advisors }).prompt('Hi').stream();
    await leave(stream);
    await Promise.all([model.closed.promise, outside.unwound, inside.unwound]);
    const error = await rejectionOf(stream.outcome());
    expect(error).toBeInstanceOf(ChatTurnException);
    expect(error).toMatchObject({ ...LEFT, transcript: [{ role: 'user' }] });
  });

  it('fires the signal of the model', async () => {
    const model = new AttentiveModel();
    const subscription = ChatClient.create(model).prompt('Hi').stream().content().subscribe();
    await model.asked.promise;
    await settled();
    subscription.unsubscribe();
    await model.fired.promise;
  });

  it('does not wait for a model that ignores its signal', async () => {
    const model = new DeafModel();
    const { surrounding, unwound } = unwinding();
    const stream = ChatClient.create(model, { advisors: [surrounding] })
      .prompt('Hi')
      .stream();
    const subscription = stream.content().subscribe();
    await model.asked.promise;
    subscription.unsubscribe();
    expect(await rejectionOf(stream.outcome())).toMatchObject(LEFT);
    await unwound;
  });

  it('does nothing after the turn has ended by itself', async () => {
    const model = new ScriptedChatModel([callsTools(toolCall('look')), 'Done']);
    let signal: AbortSignal | undefined;
    const look = tool('look', (_, context) => {
      ({ signal } = context);
      return 1;
    });
    const stream = ChatClient.create(model, { tools: [look] })
      .prompt('Hi')
      .stream();
    const reader = stream[Symbol.asyncIterator]();
    while (!(await reader.next()).done);
    await reader.return!();
    await settled();
    expect(signal?.aborted).toBe(false);
    expect(model.aborted).toBe(0);
    expect(await stream.outcome()).toMatchObject({ status: 'completed', content: 'Done' });
  });

  it('while tools run marks the unfinished calls in the transcript', async () => {
    const calls = ['quick', 'slow', 'later'].map((name) => toolCall(name));
    const running = deferred();
    const tools = [
      tool('quick'),
      tool('slow', () => {
        running.resolve();
        return never();
      }),
      tool('later', () => 'never reached', { sequential: true }),
    ];
    const model = new ScriptedChatModel([callsTools(...calls)]);
    const stream = ChatClient.create(model, { tools }).prompt('Hi').stream();
    const seen: string[] = [];
    const subscription = stream.events().subscribe((part) => seen.push(part.type));
    await running.promise;
    await settled();
    expect(seen).toContain('tool-result');
    subscription.unsubscribe();
    const error = (await rejectionOf(stream.outcome())) as ChatTurnException;
    expect(error).toMatchObject(LEFT);
    expect(error.transcript.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
    expect(error.transcript.at(-1)).toMatchObject({
      content: [
        { toolName: 'quick', outcome: { type: 'success' } },
        { toolName: 'slow', outcome: { type: 'unknown' } },
        { toolName: 'later', outcome: { type: 'not-started' } },
      ],
    });
    expect(model.prompts).toHaveLength(1);
  });

  it('between two results marks the running call in the transcript', async () => {
    const tools = [tool('quick'), tool('slow', never)];
    const model = new ScriptedChatModel([callsTools(toolCall('quick'), toolCall('slow'))]);
    const stream = ChatClient.create(model, { tools }).prompt('Hi').stream();
    for await (const part of stream) if (part.type === 'tool-result') break;
    expect(await rejectionOf(stream.outcome())).toMatchObject({
      ...LEFT,
      transcript: [{}, {}, { content: [{ outcome: { type: 'success' } }, { outcome: { type: 'unknown' } }] }],
    });
  });
});

describe("a caller's signal", () => {
  const reason = new Error('No time.');
  const modes: readonly [string, (chat: ChatClient, signal: AbortSignal) => Promise<unknown>][] = [
    ['a call', (chat, signal) => chat.prompt('Hi').signal(signal).call().content()],
    ['a stream', (chat, signal) => readAll(chat.prompt('Hi').signal(signal).stream())],
    ['a subscribed stream', (chat, signal) => lastValueFrom(chat.prompt('Hi').signal(signal).stream().content())],
    ['the outcome of a stream', (chat, signal) => chat.prompt('Hi').signal(signal).stream().outcome()],
  ];

  describe.each(modes)('of %s', (_, read) => {
    it.each([
      ['with the tool loop', {}],
      ['without it', { advisorParams: { toolCallingAdvisorAutoRegister: false } }],
    ])('that was aborted before prevents any request, %s', async (__, settings) => {
      const model = new DeafModel();
      const asked = wasAsked(model);
      const error = await rejectionOf(read(ChatClient.create(model, settings), AbortSignal.abort(reason)));
      expect(error).toBeInstanceOf(ChatTurnException);
      expect(error).toMatchObject({ cause: reason });
      expect(asked()).toBe(false);
    });

    it('ends the turn while the model is silent', async () => {
      for (const model of [new DeafModel(), new AttentiveModel()]) {
        const controller = new AbortController();
        const error = rejectionOf(read(ChatClient.create(model), controller.signal));
        await model.asked.promise;
        controller.abort(reason);
        expect(await error).toMatchObject({ name: 'ChatTurnException', cause: reason });
      }
    });

    it('changes nothing afterwards, and has no listeners left', async () => {
      const controller = new AbortController();
      const chat = ChatClient.create(new ScriptedChatModel(['One', new Error('no'), 'Three']));
      await read(chat, controller.signal);
      expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
      await rejectionOf(read(chat, controller.signal));
      expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
      await rejectionOf(read(ChatClient.create(new ScriptedChatModel([]), { tools: ['nobody'] }), controller.signal));
      expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
      controller.abort();
      await settled();
    });
  });

  it('ends a stream whose reader is busy, and its next read rejects', async () => {
    const controller = new AbortController();
    const model = new AttentiveModel();
    const { surrounding, unwound } = unwinding();
    const chat = ChatClient.create(model, { advisors: [surrounding] });
    const stream = chat.prompt('Hi').signal(controller.signal).stream();
    const reader = stream[Symbol.asyncIterator]();
    await reader.next();
    controller.abort(reason);
    await settled();
    await unwound;
    expect(await rejectionOf(reader.next())).toMatchObject({ name: 'ChatTurnException', cause: reason });
    expect(await rejectionOf(stream.outcome())).toMatchObject({ cause: reason });
  });

  it('leaves every known result in the transcript if the reader aborts while further results are ready', async () => {
    const tools = [tool('quick'), tool('slow', never)];
    const calls = [toolCall('quick'), toolCall('quick', {}, 'again'), toolCall('slow')];
    for (const advisors of [[], [unwinding(OUTSIDE).surrounding]]) {
      const controller = new AbortController();
      const chat = ChatClient.create(new ScriptedChatModel([callsTools(...calls)]), { tools, advisors });
      const read = async () => {
        for await (const { type } of chat.prompt('Hi').signal(controller.signal).stream())
          if (type === 'tool-result') controller.abort(reason);
      };
      const outcomes = ['success', 'success', 'unknown'].map((type) => ({ outcome: { type } }));
      expect(await rejectionOf(read())).toMatchObject({ cause: reason, transcript: [{}, {}, { content: outcomes }] });
    }
  });

  it('has no listeners left when the reader leaves', async () => {
    const { signal } = new AbortController();
    const stream = ChatClient.create(new AttentiveModel()).prompt('Hi').signal(signal).stream();
    for await (const _ of stream) break;
    await rejectionOf(stream.outcome());
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('reaches the tools with its reason', async () => {
    const controller = new AbortController();
    const seen = deferred<unknown>();
    const look = tool('look', (_, { signal }) => {
      signal.addEventListener('abort', () => seen.resolve(signal.reason));
      controller.abort(reason);
      return never();
    });
    const chat = ChatClient.create(new ScriptedChatModel([callsTools(toolCall('look'))]), { tools: [look] });
    const error = await rejectionOf(chat.prompt('Hi').signal(controller.signal).call().content());
    expect(await seen.promise).toBe(reason);
    expect(error).toMatchObject({
      cause: reason,
      transcript: [{}, {}, { role: 'tool', content: [{ outcome: { type: 'unknown' } }] }],
    });
  });
});

describe('an advisor', () => {
  const swallow = (order?: number): Advisor =>
    advisor(async function* (request, chain) {
      try {
        return yield* chain.next(request);
      } catch {
        const part: StreamPart = { type: 'text-delta', id: 'x', delta: 'All is well.' };
        yield part;
        return {
          chatResponse: {
            message: { role: 'assistant', content: [{ type: 'text', text: 'All is well.' }] },
            finishReason: { unified: 'stop' },
            usage: {},
          },
          context: {},
        };
      }
    }, order);

  it.each([
    ['outermost', [swallow(OUTSIDE)]],
    ['inside the loop', [swallow()]],
    ['inside another', [unwinding(OUTSIDE).surrounding, swallow(OUTSIDE)]],
  ])('that swallows errors, %s, cannot convert an abort to an answer', async (_, advisors) => {
    for (const mode of ['call', 'stream'] as const) {
      const controller = new AbortController();
      const model = new AttentiveModel();
      const prompt = ChatClient.create(model, { advisors }).prompt('Hi').signal(controller.signal);
      const parts: StreamPart[] = [];
      const read = async () => {
        for await (const part of prompt.stream()) parts.push(part);
      };
      const error = rejectionOf(mode === 'call' ? prompt.call().content() : read());
      await model.asked.promise;
      controller.abort();
      expect(await error).toMatchObject({ name: 'ChatTurnException', ...LEFT });
      expect(parts.map((part) => (part as { delta?: string }).delta)).not.toContain('All is well.');
    }
  });

  it('may convert any other error to an answer', async () => {
    const chat = ChatClient.create(new ScriptedChatModel([new Error('500'), new Error('500')]), {
      advisors: [swallow()],
    });
    expect(await chat.prompt('Hi').call().content()).toBe('All is well.');
    expect(await chat.prompt('Hi').stream().outcome()).toMatchObject({ content: 'All is well.' });
  });

  it('that an abort closes runs its finally, even if it has parts to emit', async () => {
    const closed = deferred();
    const talkative = advisor(async function* (request, chain) {
      try {
        return yield* swallow().advise(request, chain);
      } finally {
        closed.resolve();
      }
    });
    const controller = new AbortController();
    const model = new AttentiveModel();
    const chat = ChatClient.create(model, { advisors: [talkative] });
    const error = rejectionOf(readAll(chat.prompt('Hi').signal(controller.signal).stream()));
    await model.asked.promise;
    controller.abort();
    expect(await error).toMatchObject(LEFT);
    await closed.promise;
  });

  it.each(['before', 'after'] as const)('that hangs %s the answer does not delay the abort', async (when) => {
    const hung = deferred();
    const hang = advisor(async function* (request, chain) {
      if (when === 'after') yield* chain.next(request);
      hung.resolve();
      return await never();
    });
    const script: ScriptedAnswer[] = ['One', 'Two'];
    const chat = ChatClient.create(new ScriptedChatModel(script), { advisors: [hang] });
    const controller = new AbortController();
    const called = rejectionOf(chat.prompt('Hi').signal(controller.signal).call().content());
    await hung.promise;
    controller.abort();
    expect(await called).toMatchObject({ name: 'ChatTurnException', ...LEFT });

    const stream = chat.prompt('Hi').stream();
    const subscription = stream.content().subscribe();
    await settled();
    subscription.unsubscribe();
    expect(await rejectionOf(stream.outcome())).toMatchObject(LEFT);
  });

  it('that wraps errors does not hide the abort', async () => {
    const wrap = advisor(async function* (request, chain) {
      try {
        return yield* chain.next(request);
      } catch (cause) {
        throw new Error('Something went wrong.', { cause });
      }
    });
    const controller = new AbortController();
    const model = new AttentiveModel();
    const error = rejectionOf(
      ChatClient.create(model, { advisors: [wrap] })
        .prompt('Hi')
        .signal(controller.signal)
        .call()
        .content(),
    );
    await model.asked.promise;
    controller.abort();
    expect(await error).toMatchObject(LEFT);
  });
});

function wasAsked(model: DeafModel): () => boolean {
  let asked = false;
  void model.asked.promise.then(() => (asked = true));
  return () => asked;
}
