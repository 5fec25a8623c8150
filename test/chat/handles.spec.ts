import { describe, expect, it } from 'vitest';
import { firstValueFrom, lastValueFrom, take, toArray } from 'rxjs';
import { causeOf, ChatClient, ChatClientException, ChatTurnException, ToolCallbackProvider } from 'toolgate';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { settled } from '../story.fixture.js';
import { advisor, readAll, refuseUnhandledRejections, rejectionOf, textOfParts, tool } from './chat.fixture.js';

const clientOf = (...script: ConstructorParameters<typeof ScriptedChatModel>[0]) => {
  const model = new ScriptedChatModel(script);
  return { model, chat: ChatClient.create(model, { tools: [tool('look'), tool('find')] }) };
};

const failing = new (class extends ToolCallbackProvider {
  toolCallbacks(): never {
    throw new Error('The provider of tools is broken.');
  }
})();

refuseUnhandledRejections();

describe('a prompt', () => {
  it('returns a new prompt from each step and leaves the old one unchanged', async () => {
    const { chat, model } = clientOf('One', 'Two', 'Three');
    const first = chat.prompt('Hi');
    const record = structuredClone(first.record);
    const second = first.system('Be brief.').options({ temperature: 1 }).toolContext({ a: 1 }).conversation('c');
    first
      .messages({ role: 'assistant', content: [] })
      .transient({ b: 2 })
      .advisors({ x: 1 })
      .user('More')
      .tools('look');
    expect(first.record).toEqual(record);
    await second.call().content();
    await first.call().content();
    expect(model.prompts.map(({ messages }) => messages.length)).toEqual([2, 1]);
  });

  it('ignores later changes of the record that created it', async () => {
    const { chat, model } = clientOf('One');
    const record = { user: 'Hi', system: 'Be brief.' };
    const prompt = chat.prompt(record);
    record.system = 'Be long.';
    await prompt.call().content();
    expect(model.prompts[0]!.messages[0]).toEqual({ role: 'system', text: 'Be brief.' });
  });
});

describe('a call', () => {
  it('sends no request before it is read', async () => {
    const { chat, model } = clientOf('One');
    chat.prompt('Hi').call();
    await settled();
    expect(model.prompts).toEqual([]);
  });

  it('runs once, however often it is read', async () => {
    const { chat, model } = clientOf({ message: { role: 'assistant', content: [] } });
    const call = chat.prompt('Hi').call();
    expect(await Promise.all([call.content(), call.content()])).toEqual(['', '']);
    const { chatResponse, context } = await call.chatClientResponse();
    expect(await call.chatResponse()).toBe(chatResponse);
    expect(await call.outcome()).toEqual({ status: 'completed', content: '', chatResponse, context });
    expect(model.prompts).toHaveLength(1);
  });

  it('fails once, with the same error for every read', async () => {
    const { chat, model } = clientOf(new Error('401'));
    const call = chat.prompt('Hi').call();
    const error = await rejectionOf(call.content());
    expect(causeOf(error)).toMatchObject({ message: '401' });
    expect(await rejectionOf(call.outcome())).toBe(error);
    expect(await rejectionOf(call.chatClientResponse())).toBe(error);
    expect(model.prompts).toHaveLength(1);
  });

  it('rejects for an invalid prompt before the model is called', async () => {
    const { chat } = clientOf('One');
    await expect(chat.prompt('Hi').tools(failing).call().content()).rejects.toThrow('provider of tools is broken');
    await expect(chat.prompt('Hi').tools('nothing').call().content()).rejects.toThrow('No tool is named "nothing"');
  });
});

describe('a stream', () => {
  const rounds = [callsTools('Let me look. ', toolCall('look')), 'Found.'] as const;

  it('sends no request before it is read', async () => {
    const { chat, model } = clientOf('One');
    const stream = chat.prompt('Hi').stream();
    stream.content();
    stream.events();
    await settled();
    expect(model.prompts).toEqual([]);
  });

  it('emits the text of all rounds', async () => {
    const { chat } = clientOf(...rounds);
    const texts = await lastValueFrom(chat.prompt('Hi').stream().content().pipe(toArray()));
    expect(texts.join('')).toBe('Let me look. Found.');
    expect(texts.length).toBeGreaterThan(4);
  });

  it('emits a response for each part, and a last one with the finish reason and the usage', async () => {
    const usage = { inputTokens: 2, outputTokens: 1, totalTokens: 3 };
    const message = callsTools({ type: 'reasoning', text: 'Hm' }, 'Yes');
    const { chat } = clientOf({ message, usage, metadata: { id: 'r1' } }, { message, usage, metadata: { id: 'r1' } });
    const responses = await lastValueFrom(chat.prompt('Hi').stream().chatResponse().pipe(toArray()));
    expect(responses.map(({ message }) => message.content)).toEqual([
      [{ type: 'reasoning', text: 'Hm' }],
      [{ type: 'text', text: 'Yes' }],
      [],
    ]);
    expect(responses.at(-1)).toMatchObject({ finishReason: { unified: 'stop' }, usage, metadata: { id: 'r1' } });
    const mark = advisor(async function* (request, chain) {
      return { ...(yield* chain.next(request)), context: { marked: true } };
    });
    const advised = await lastValueFrom(chat.prompt('Hi').advisors(mark).stream().chatClientResponse().pipe(toArray()));
    expect(advised.map(({ context }) => context)).toEqual([{}, {}, { marked: true }]);
    expect(advised.map(({ chatResponse }) => chatResponse)).toEqual(responses);
  });

  it('emits every part with its round', async () => {
    const { chat } = clientOf(...rounds);
    const events = await lastValueFrom(chat.prompt('Hi').stream().events().pipe(toArray()));
    const { chat: again } = clientOf(...rounds);
    expect(await readAll(again.prompt('Hi').stream())).toEqual(events);
    expect(events.map(({ type, round }) => `${round} ${type}`)).toEqual([
      ...Array<string>(4).fill('0 text-delta'),
      '0 tool-input-delta',
      '0 tool-call',
      '0 finish',
      '0 tool-result',
      ...Array<string>(2).fill('1 text-delta'),
      '1 finish',
    ]);
  });

  it('has one reader', async () => {
    const { chat, model } = clientOf('One');
    const stream = chat.prompt('Hi').stream();
    const content = stream.content();
    expect((await lastValueFrom(content.pipe(toArray()))).join('')).toBe('One');
    const second = await rejectionOf(lastValueFrom(content));
    expect(second).toBeInstanceOf(ChatClientException);
    expect(second).toMatchObject({ message: expect.stringContaining('has a reader already') });
    await expect(readAll(stream)).rejects.toThrow('has a reader already');
    expect(await stream.outcome()).toMatchObject({ content: 'One' });
    expect(model.prompts).toHaveLength(1);
  });
});

describe('the outcome of a stream', () => {
  it('follows a reader that subscribes in the same tick', async () => {
    const { chat, model } = clientOf('One');
    const stream = chat.prompt('Hi').stream();
    const outcome = stream.outcome();
    expect(textOfParts(await readAll(stream))).toBe('One');
    expect(await outcome).toMatchObject({ status: 'completed', content: 'One' });
    expect(model.prompts).toHaveLength(1);
  });

  it('follows an existing reader', async () => {
    const { chat } = clientOf('One');
    const stream = chat.prompt('Hi').stream();
    const text = lastValueFrom(stream.content().pipe(toArray()));
    expect(await stream.outcome()).toMatchObject({ content: 'One' });
    expect((await text).join('')).toBe('One');
  });

  it('reads the turn if it has no other reader', async () => {
    const { chat, model } = clientOf(callsTools(toolCall('look')), 'One');
    const stream = chat.prompt('Hi').stream();
    const [first, second] = await Promise.all([stream.outcome(), stream.outcome()]);
    expect(first).toMatchObject({ status: 'completed', content: 'One' });
    expect(second).toEqual(first);
    expect(model.prompts).toHaveLength(2);
  });

  it.each([
    [
      'before the model is called',
      (chat: ChatClient) => chat.prompt('Hi').tools(failing),
      'provider of tools is broken',
    ],
    ['of an unknown tool name', (chat: ChatClient) => chat.prompt('Hi').tools('nothing'), 'No tool is named "nothing"'],
    ['of the model', (chat: ChatClient) => chat.prompt('Hi'), '401'],
  ])('rejects for a failure %s, with a reader and without one', async (_, prompt, message) => {
    const { chat } = clientOf(new Error('401'), new Error('401'), new Error('401'));
    const stream = prompt(chat).stream();
    const outcome = stream.outcome();
    await expect(lastValueFrom(stream.content())).rejects.toThrow(message);
    await expect(outcome).rejects.toThrow(message);
    await expect(stream.outcome()).rejects.toThrow(message);
    await expect(prompt(chat).stream().outcome()).rejects.toThrow(message);
    await expect(readAll(prompt(chat).stream())).rejects.toThrow(message);
  });

  it('rejects when the reader leaves', async () => {
    const { chat } = clientOf('A long answer');
    const stream = chat.prompt('Hi').stream();
    expect(await firstValueFrom(stream.content().pipe(take(1)))).toBe('A lo');
    const error = await rejectionOf(stream.outcome());
    expect(error).toBeInstanceOf(ChatTurnException);
    expect(error).toMatchObject({ cause: { name: 'AbortError', message: 'The reader left the turn.' } });
  });

  it('rejects when a reader leaves before its first read', async () => {
    const { chat, model } = clientOf('A long answer');
    const stream = chat.prompt('Hi').stream();
    await stream[Symbol.asyncIterator]().return!();
    await expect(stream.outcome()).rejects.toBeInstanceOf(ChatTurnException);
    expect(model.prompts).toEqual([]);
  });
});

describe('an iterator with several pending steps', () => {
  it('resolves them in order, and all later ones with the end', async () => {
    const chat = ChatClient.create(new ScriptedChatModel(['One two three.'], { chunkSize: 5 }));
    const iterator = chat.prompt('Hi').stream()[Symbol.asyncIterator]();
    const steps = await Promise.all(Array.from({ length: 6 }, () => iterator.next()));
    const texts = steps.map(({ value }) => {
      const { type, delta } = (value ?? {}) as { readonly type?: string; readonly delta?: string };
      return delta ?? type;
    });
    expect(texts.slice(0, 4)).toEqual(['One t', 'wo th', 'ree.', 'finish']);
    expect(steps.slice(4).map(({ done }) => done)).toEqual([true, true]);
  });

  it('rejects the first pending step if the turn fails', async () => {
    const chat = ChatClient.create(new ScriptedChatModel([new Error('down')]), { retry: false });
    const iterator = chat.prompt('Hi').stream()[Symbol.asyncIterator]();
    const steps = await Promise.allSettled([iterator.next(), iterator.next()]);
    expect(steps[0]!.status).toBe('rejected');
  });
});
