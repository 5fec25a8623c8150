import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Injectable } from '@nestjs/common';
import { lastValueFrom } from 'rxjs';
import { type ChatClient, ChatMemory, ChatMemoryRepository, ChatTurnException, type Prompt, Tool } from 'toolgate';
import { HIGHEST_PRECEDENCE } from 'toolgate/chat';
import { InMemoryChatMemoryRepository } from 'toolgate/memory';
import { assistantMessage, textOf, userMessage } from 'toolgate/model';
import { callsTools, type ScriptedAnswer, toolCall } from 'toolgate/testing';
import { advisor, readAll, refuseUnhandledRejections, rejectionOf } from '../chat/chat.fixture.js';
import { deferred, failureOf, settled } from '../story.fixture.js';
import { asksTwice, remembering, Refunds, soothing, told } from './memory.fixture.js';

refuseUnhandledRejections();

type ChatPrompt = ReturnType<ChatClient['prompt']>;

const reads: readonly [string, (prompt: ChatPrompt) => Promise<unknown>][] = [
  ['called', (prompt) => prompt.call().content()],
  ['called with a signal', (prompt) => prompt.signal(new AbortController().signal).call().content()],
  ['streamed', (prompt) => lastValueFrom(prompt.stream().content())],
];

const down = new Error('The model is down.');
const refund = callsTools(toolCall('refund', { orderNumber: 'A-1' }));
const INTERRUPTED = 'assistant: I was interrupted before I could answer. What the tools have done so far stays done.';

/** Requests a refund unless the prompt contains it already. */
const careful: ScriptedAnswer = ({ messages }: Prompt) => {
  const done = messages.some((message) => message.role === 'tool' && JSON.stringify(message).includes('A-1'));
  return done ? 'It is refunded already.' : refund;
};

describe.each(reads)('a turn that fails, %s', (_, read) => {
  it('saves nothing if no tool was started', async () => {
    const { chat, model, repository } = await remembering({ script: ['Hello', down, 'Two'] });
    await read(chat.prompt('1').conversation('c'));
    expect(await rejectionOf(failureOf(read(chat.prompt('lost').conversation('c'))))).toBe(down);
    expect(told(await repository.find('c'))).toEqual(['user: 1', 'assistant: Hello']);
    await read(chat.prompt('2').conversation('c'));
    expect(told(model.prompts[2]!.messages)).toEqual(['user: 1', 'assistant: Hello', 'user: 2']);
  });

  it('saves nothing if the calls were refused or invalid', async () => {
    const script = [callsTools(toolCall('refund', {}), toolCall('nobody')), down];
    const { chat, repository } = await remembering({ script });
    await rejectionOf(read(chat.prompt('Refund').conversation('c')));
    expect(await repository.conversations()).toEqual([]);
  });

  it('after a refund saves the refund, and the next turn does not repeat it', async () => {
    const { chat, repository, refunds } = await remembering({ script: [careful, down, careful, careful] });
    const error = await rejectionOf(read(chat.prompt('Refund A-1').conversation('c')));
    expect(error).toMatchObject({ name: 'ChatTurnException', cause: down });
    const kept = ['user: Refund A-1', 'assistant calls refund', 'tool: success', INTERRUPTED];
    expect(told(await repository.find('c'))).toEqual(kept);
    await read(chat.prompt('And now?').conversation('c'));
    expect(refunds.refunded).toEqual(['A-1']);
    expect(told(await repository.find('c'))).toEqual([...kept, 'user: And now?', 'assistant: It is refunded already.']);
  });

  it('after a refund saves it even if an outer advisor fails or replaces the answer', async () => {
    const { chat, repository } = await remembering({ script: [refund, 'Done', refund, down] });
    const failing = advisor(async function* (request, chain) {
      yield* chain.next(request);
      throw down;
    }, HIGHEST_PRECEDENCE);
    const kept = ['user: Refund A-1', 'assistant calls refund', 'tool: success', INTERRUPTED];
    await rejectionOf(read(chat.prompt('Refund A-1').conversation('failing').advisors(failing)));
    expect(told(await repository.find('failing'))).toEqual(kept);
    await read(chat.prompt('Refund A-1').conversation('soothing').advisors(soothing)).catch(() => {});
    expect(told(await repository.find('soothing'))).toEqual(kept);
  });

  it('saves no empty answer, because it would make the conversation invalid', async () => {
    const { chat, repository } = await remembering({ script: [assistantMessage([]), refund, assistantMessage([])] });
    await read(chat.prompt('Hi').conversation('c')).catch(() => {});
    expect(await repository.conversations()).toEqual([]);
    await read(chat.prompt('Refund A-1').conversation('c')).catch(() => {});
    expect(told(await repository.find('c')).slice(2)).toEqual(['tool: success', INTERRUPTED]);
  });
});

describe('a turn that an outer advisor runs again', () => {
  it('receives the history both times, and is saved once with its last answer', async () => {
    const again = advisor(async function* (request, chain) {
      const { chatResponse } = yield* chain.next(request);
      const messages = [...request.messages, chatResponse.message, userMessage('Shorter.')];
      return yield* chain.next({ ...request, messages });
    }, HIGHEST_PRECEDENCE);
    const { chat, model, repository } = await remembering({ script: ['Hi', 'A long answer', 'Short'] });
    await chat.prompt('1').conversation('c').call().content();
    await chat.prompt('2').conversation('c').advisors(again).call().content();
    expect(told(model.prompts[2]!.messages)).toEqual([
      'user: 1',
      'assistant: Hi',
      'user: 2',
      'assistant: A long answer',
      'user: Shorter.',
    ]);
    expect(told(await repository.find('c'))).toEqual(['user: 1', 'assistant: Hi', 'user: 2', 'assistant: Short']);
  });

  it('is not saved with an answer that its caller never received', async () => {
    const { chat, repository } = await remembering({ script: ['A draft', down] });
    expect(await chat.prompt('1').conversation('c').advisors(asksTwice).call().content()).toBe('Try again later.');
    expect(await repository.conversations()).toEqual([]);
  });
});

@Injectable()
class SlowRefunds {
  readonly started = deferred();

  @Tool({ description: 'Takes its time' })
  wait() {
    this.started.resolve();
    return new Promise<string>(() => {});
  }
}

describe('an aborted turn', () => {
  it('saves nothing if no tool was started', async () => {
    const { chat, repository } = await remembering({ script: ['A long, long answer'] });
    for await (const _ of chat.prompt('Hi').conversation('c').stream()) break;
    await settled();
    expect(await repository.conversations()).toEqual([]);
  });

  it.each<[string, (prompt: ChatPrompt, started: Promise<void>) => Promise<unknown>]>([
    [
      'by break',
      async (prompt) => {
        for await (const part of prompt.stream()) if (part.type === 'tool-result') break;
      },
    ],
    [
      'by unsubscribe()',
      async (prompt, started) => {
        const subscription = prompt.stream().content().subscribe();
        await started;
        await settled();
        subscription.unsubscribe();
      },
    ],
    [
      "by the caller's signal",
      async (prompt, started) => {
        const controller = new AbortController();
        const error = rejectionOf(prompt.signal(controller.signal).call().content());
        await started;
        await settled();
        controller.abort();
        expect(await error).toBeInstanceOf(ChatTurnException);
      },
    ],
  ])('%s, while tools run, saves the known results', async (_, leave) => {
    const { app, chat, repository } = await remembering({
      script: [callsTools(toolCall('refund', { orderNumber: 'A-1' }), toolCall('wait'))],
      providers: [SlowRefunds],
    });
    const { started } = app.get(SlowRefunds);
    await leave(chat.prompt('Refund A-1').conversation('c').tools(Refunds, SlowRefunds), started.promise);
    await settled();
    expect(told(await repository.find('c'))).toEqual([
      'user: Refund A-1',
      'assistant calls refund,wait',
      'tool: success,unknown',
      INTERRUPTED,
    ]);
  });

  it('after a refund, while the model writes its answer, saves the refund', async () => {
    const { chat, repository } = await remembering({ script: [refund, 'A long, long answer'] });
    for await (const part of chat.prompt('Refund A-1').conversation('c').stream())
      if (part.type === 'text-delta') break;
    await settled();
    expect(told(await repository.find('c')).at(-1)).toBe(INTERRUPTED);
  });
});

class BrokenRepository extends InMemoryChatMemoryRepository {
  readonly broken = new Set<keyof ChatMemoryRepository>();
  readonly error = new Error('The disk is full.');
  before = settled;

  override async append(...args: Parameters<ChatMemoryRepository['append']>): Promise<void> {
    await this.before();
    if (this.broken.has('append')) throw this.error;
    await super.append(...args);
  }

  override async find(...args: Parameters<ChatMemoryRepository['find']>) {
    await settled();
    if (this.broken.has('find')) throw this.error;
    return super.find(...args);
  }
}

const broken = async (script: readonly ScriptedAnswer[]) => {
  const store = new BrokenRepository();
  const providers = [{ provide: ChatMemoryRepository, useValue: store }];
  return { ...(await remembering({ script, providers })), store };
};

describe.each(reads)('a failing store, %s', (_, read) => {
  it('fails a turn that has its answer, and the conversation stays unchanged', async () => {
    const { chat, model, store, logs } = await broken(['One', 'Two', 'Three']);
    await read(chat.prompt('1').conversation('c'));
    store.broken.add('append');
    expect(await rejectionOf(failureOf(read(chat.prompt('2').conversation('c'))))).toBe(store.error);
    expect(logs.filter((line) => line.startsWith('error'))).toEqual([]);
    store.broken.clear();
    await read(chat.prompt('3').conversation('c'));
    expect(told(model.prompts[2]!.messages)).toEqual(['user: 1', 'assistant: One', 'user: 3']);
  });

  it('fails a turn that loads the history before a request is sent', async () => {
    const { chat, model, store } = await broken(['One']);
    store.broken.add('find');
    expect(await rejectionOf(failureOf(read(chat.prompt('1').conversation('c'))))).toBe(store.error);
    expect(model.prompts).toEqual([]);
  });

  it('is logged if the turn has already failed, and the caller receives the first failure', async () => {
    const { chat, store, logs } = await broken([refund, down]);
    store.broken.add('append');
    expect(await rejectionOf(read(chat.prompt('Refund A-1').conversation('c')))).toMatchObject({ cause: down });
    expect(logs.filter((line) => line.startsWith('error'))).toEqual([
      expect.stringMatching(
        /A turn failed after a tool was started.*The disk is full\. \(run [\da-f-]{36}, conversation c\)/,
      ),
    ]);
  });
});

describe('a memory that throws synchronously', () => {
  it('does not prevent the end of an aborted turn, and does not crash the process', async () => {
    const throwing = {
      get: async () => [],
      append: () => {
        throw new Error('The disk is full.');
      },
      clear: async () => {},
    };
    const { chat, logs } = await remembering({
      script: [refund, 'A long, long answer', 'One'],
      providers: [{ provide: ChatMemory, useValue: throwing }],
    });
    for await (const part of chat.prompt('Refund').conversation('c').stream()) if (part.type === 'text-delta') break;
    await settled();
    expect(logs.some((line) => line.includes('The disk is full.'))).toBe(true);
    expect(await rejectionOf(failureOf(chat.prompt('1').conversation('c').call().content()))).toMatchObject({
      message: 'The disk is full.',
    });
  });
});

describe('a slow store', () => {
  it('does not delay the text of a stream, only its end', async () => {
    const { chat, repository } = await broken(['Word by word']);
    const parts = await readAll(chat.prompt('1').conversation('c').stream());
    expect(parts.at(-1)).toMatchObject({ type: 'finish' });
    expect(told(await repository.find('c'))).toEqual(['user: 1', 'assistant: Word by word']);
  });

  it('does not delay an abort, and the results are saved afterwards', async () => {
    const { chat, repository } = await broken([refund, 'A long, long answer']);
    const prompt = chat.prompt('Refund A-1').conversation('c');
    for await (const part of prompt.stream()) if (part.type === 'text-delta') break;
    for (let turns = 0; turns < 5; turns++) await settled();
    expect(told(await repository.find('c')).at(-1)).toBe(INTERRUPTED);
  });

  it.each(['another message', 'a regeneration'])(
    'delays %s after a caller left while the answer was being saved',
    async (what) => {
      const { chat, model, store } = await broken(['One', 'Two']);
      const slow = deferred();
      const saving = deferred();
      store.before = () => {
        saving.resolve();
        return slow.promise;
      };
      const controller = new AbortController();
      const ask = (text: string) => chat.prompt(text).conversation('c').signal(controller.signal);
      const error = rejectionOf(ask('1').call().content());
      await saving.promise;
      controller.abort();
      expect(await error).toBeInstanceOf(ChatTurnException);
      const isNew = what === 'another message';
      const next = isNew ? chat.prompt('2').conversation('c') : chat.prompt().conversation('c').regenerate();
      const answer = next.call().content();
      for (let turns = 0; turns < 5; turns++) await settled();
      slow.resolve();
      expect(await answer).toBe('Two');
      expect(told(model.prompts[1]!.messages)).toEqual(isNew ? ['user: 1', 'assistant: One', 'user: 2'] : ['user: 1']);
    },
  );

  it('does not let a caller refund twice that leaves a stream and asks again at once', async () => {
    const { chat, refunds, store } = await broken([careful, 'A long, long answer', careful, careful]);
    const slow = deferred();
    store.before = () => slow.promise;
    const ask = () => chat.prompt('Refund A-1').conversation('c');
    for await (const part of ask().stream()) if (part.type === 'text-delta') break;
    const again = ask().call().content();
    for (let turns = 0; turns < 5; turns++) await settled();
    slow.resolve();
    expect(await again).toBe('It is refunded already.');
    expect(refunds.refunded).toEqual(['A-1']);
  });

  it.each(['earlier', 'later'])('delays a turn until two others are saved, the %s one first', async (first) => {
    const perOrder: ScriptedAnswer = ({ messages }) => {
      const text = textOf(messages.findLast(({ role }) => role === 'user')!);
      if (text === 'And now?') return 'Both are refunded.';
      const isDone = messages.at(-1)!.role === 'tool';
      return isDone ? new Promise(() => {}) : callsTools(toolCall('refund', { orderNumber: text }));
    };
    const { chat, model, store } = await broken(Array.from({ length: 5 }, () => perOrder));
    const saves = [deferred(), deferred()];
    const released = first === 'earlier' ? [...saves] : saves.toReversed();
    const waiting = [...saves];
    store.before = async () => waiting.shift()?.promise;
    const turns = ['A-1', 'B-2'].map((order) => {
      const caller = new AbortController();
      const prompt = chat.prompt(order).conversation('c').signal(caller.signal);
      return { caller, error: rejectionOf(prompt.call().content()) };
    });
    await vi.waitFor(() => expect(model.prompts).toHaveLength(4));
    for (const { caller, error } of turns) {
      caller.abort();
      await error;
      await settled();
    }
    released[0]!.resolve();
    for (let rounds = 0; rounds < 5; rounds++) await settled();
    const next = chat.prompt('And now?').conversation('c').call().content();
    for (let rounds = 0; rounds < 5; rounds++) await settled();
    expect(model.prompts).toHaveLength(4);
    released[1]!.resolve();
    expect(await next).toBe('Both are refunded.');
    expect(told(model.prompts[4]!.messages).filter((line) => line === 'tool: success')).toHaveLength(2);
  });

  it('does not let an immediate second turn refund twice', async () => {
    const { chat, refunds, store } = await broken([careful, () => new Promise(() => {}), careful]);
    const slow = deferred();
    store.before = () => slow.promise;
    const controller = new AbortController();
    const ask = () => chat.prompt('Refund A-1').conversation('c').signal(controller.signal);
    const error = rejectionOf(ask().call().content());
    for (let turns = 0; turns < 5; turns++) await settled();
    controller.abort();
    expect(await error).toBeInstanceOf(ChatTurnException);
    const again = chat.prompt('Refund A-1').conversation('c').call().content();
    await settled();
    slow.resolve();
    expect(await again).toBe('It is refunded already.');
    expect(refunds.refunded).toEqual(['A-1']);
  });
});

describe('a store that hangs after an aborted turn with a refund', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const stuck = async () => {
    const story = await broken([careful, 'A long, long answer', careful, careful]);
    const slow = deferred();
    story.store.before = () => slow.promise;
    const ask = (conversation = 'c') => story.chat.prompt('Refund A-1').conversation(conversation);
    for await (const part of ask().stream()) if (part.type === 'text-delta') break;
    for (let turns = 0; turns < 3; turns++) await settled();
    return { ...story, ask, slow };
  };

  it.each(reads)('fails the next turn of the conversation after 30 s, and no tool runs twice (%s)', async (_, read) => {
    const { ask, model, refunds, slow } = await stuck();
    const error = rejectionOf(failureOf(read(ask())));
    await settled();
    await vi.advanceTimersByTimeAsync(29_999);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await error).toMatchObject({
      name: 'ChatMemoryException',
      message:
        'An earlier turn of the conversation "c" is not stored yet after 30 s. Retry once the store answers: a turn that does not know its results could repeat its calls.',
    });
    expect(model.prompts).toHaveLength(2);
    slow.resolve();
    await settled();
    await read(ask());
    expect(refunds.refunded).toEqual(['A-1']);
  });

  it('does not delay the abort of the next turn, and leaves no timer', async () => {
    const { ask, model } = await stuck();
    const caller = new AbortController();
    const error = rejectionOf(ask().signal(caller.signal).call().content());
    await settled();
    expect(vi.getTimerCount()).toBe(1);
    caller.abort(new Error('No time.'));
    expect(await error).toMatchObject({ name: 'ChatTurnException', cause: { message: 'No time.' } });
    expect(vi.getTimerCount()).toBe(0);
    expect(model.prompts).toHaveLength(2);
  });

  it('does not delay other conversations', async () => {
    const { ask, store } = await stuck();
    store.before = settled;
    const answer = ask('d').call().content();
    for (let turns = 0; turns < 9; turns++) await settled();
    expect(await answer).toBe('It is refunded already.');
  });
});
