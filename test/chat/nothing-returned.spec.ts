import { describe, expect, it } from 'vitest';
import {
  type AdvisedStream,
  Advisor,
  type AdvisorChain,
  AroundAdvisor,
  ChatClient,
  type ChatClientRequest,
  ToolCallingAdvisor,
} from 'toolgate';
import { HIGHEST_PRECEDENCE } from 'toolgate/chat';
import type { ChatModel } from 'toolgate/model';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { boot } from '../story.fixture.js';
import { refuseUnhandledRejections, rejectionOf, tool } from './chat.fixture.js';

const PASS_ON = 'async *advise(request, chain) { return yield* chain.next(request); }';
const STREAM = `Return a stream: return chain.next(request), or ${PASS_ON}.`;
const CHANGED = 'Return what it received, or a changed copy.';
const CHANGED_REQUEST = 'Pass the request that it received, or a changed copy: chain.next({ ...request, … }).';

class NoStream extends Advisor {
  advise(): AdvisedStream {
    return undefined as never;
  }
}

class AsyncFunction extends Advisor {
  advise(): AdvisedStream {
    return Promise.reject(new Error('too late')) as never;
  }
}

class NoResponse extends Advisor {
  async *advise(request: ChatClientRequest, chain: AdvisorChain): AdvisedStream {
    yield* chain.next(request);
    return undefined as never;
  }
}

class NoRequest extends Advisor {
  advise(_request: ChatClientRequest, chain: AdvisorChain): AdvisedStream {
    return chain.next(undefined as never);
  }
}

class NoTurn extends Advisor {
  async *advise({ messages }: ChatClientRequest, chain: AdvisorChain): AdvisedStream {
    return yield* chain.next({ messages } as never);
  }
}

class NothingBefore extends AroundAdvisor {
  override before(): never {
    return undefined as never;
  }
}

class NothingAfter extends AroundAdvisor {
  override async after(): Promise<never> {
    return undefined as never;
  }
}

const advisors: readonly [new () => Advisor, string][] = [
  [NoStream, `The advisor NoStream returned undefined from advise(). ${STREAM}`],
  [AsyncFunction, `The advisor AsyncFunction returned a promise from advise(). ${STREAM}`],
  [NoResponse, `The stream of the advisor NoResponse ended without a response. Return the response: ${PASS_ON}.`],
  [NoRequest, `The advisor NoRequest passed undefined to chain.next(). ${CHANGED_REQUEST}`],
  [NoTurn, `The advisor NoTurn passed a request without its turn to chain.next(). ${CHANGED_REQUEST}`],
  [NothingBefore, `The advisor NothingBefore returned nothing from before(). ${CHANGED}`],
  [NothingAfter, `The advisor NothingAfter returned nothing from after(). ${CHANGED}`],
];

/** The ways to read a turn; with a signal, the streams check for an abort. */
const reads: readonly [string, (chat: ChatClient) => Promise<unknown>][] = [
  ['a call', (chat) => chat.prompt('Hi').call().content()],
  ['a call with a signal', (chat) => chat.prompt('Hi').signal(new AbortController().signal).call().content()],
  ['a stream', (chat) => chat.prompt('Hi').stream().outcome()],
];

const messageOf = async (work: Promise<unknown>): Promise<string> => {
  const error = (await rejectionOf(work)) as Error;
  const cause = error.name === 'ChatTurnException' ? (error.cause as Error) : error;
  expect(cause.name).toBe('ChatClientException');
  return cause.message;
};

refuseUnhandledRejections();

describe.each(reads)('an advisor that returns nothing, in %s', (_, read) => {
  it.each(advisors)('is named in the error, inside the loop: %o', async (type, message) => {
    const client = ChatClient.create(new ScriptedChatModel(['Hi']), { advisors: [new type()] });
    expect(await messageOf(read(client))).toBe(message);
  });

  it.each(advisors)('is named in the error, around the turn and inside another advisor: %o', async (type, message) => {
    const outer = Object.assign(new type(), { order: HIGHEST_PRECEDENCE + 100 });
    class Outermost extends Advisor {
      override readonly order = HIGHEST_PRECEDENCE;
      async *advise(request: ChatClientRequest, chain: AdvisorChain): AdvisedStream {
        const response = yield* chain.next(request);
        return { ...response, context: { ...response.context } };
      }
    }
    const client = ChatClient.create(new ScriptedChatModel(['Hi']), { advisors: [outer, new Outermost()] });
    expect(await messageOf(read(client))).toBe(message);
  });

  it.each(['initializeLoop', 'beforeCall', 'afterCall', 'nextInstructions'] as const)(
    'is named in the error with the hook of its tool loop: %s',
    async (hook) => {
      class Loop extends ToolCallingAdvisor {}
      Object.assign(Loop.prototype, { [hook]: () => undefined });
      const script = [callsTools(toolCall('look')), 'End.'];
      const { chat, manager } = await boot({ script });
      const client = chat.mutate({ tools: [tool('look')], advisors: [new Loop(manager)] });
      expect(await messageOf(read(client))).toBe(`The advisor Loop returned nothing from ${hook}(). ${CHANGED}`);
    },
  );

  it('is named in the error if the last hook of its tool loop returns nothing', async () => {
    class Loop extends ToolCallingAdvisor {
      protected override finalizeLoop(): never {
        return undefined as never;
      }
    }
    const { chat, manager } = await boot({ script: ['End.'] });
    expect(await messageOf(read(chat.mutate({ advisors: [new Loop(manager)] })))).toBe(
      `The stream of the advisor Loop ended without a response. Return the response: ${PASS_ON}.`,
    );
  });
});

describe('a model that returns no response', () => {
  const CALL = 'Return a promise of { message, finishReason, usage }.';
  const WRITE = 'Write async *stream(prompt) { … }, and return { message, finishReason, usage } at its end.';
  const modelWith = (methods: object): ChatModel => Object.assign(new ScriptedChatModel([]), methods);

  it.each([
    [() => undefined, 'undefined'],
    [async () => undefined, 'undefined'],
    [async () => 'Hello', 'a string'],
    [async () => ({ text: 'Hello' }), 'an object'],
  ])('is named in the error with its result, in a call: %o', async (call, what) => {
    const client = ChatClient.create(modelWith({ call }));
    expect(await messageOf(client.prompt('Hi').call().content())).toBe(
      `The chat model ScriptedChatModel returned no response: call() returned ${what}. ${CALL}`,
    );
  });

  it.each([
    ['a string', { role: 'assistant', content: 'Hello' }],
    ['undefined', { role: 'assistant' }],
  ])('is named in the error with the content of its message: %s', async (what, message) => {
    const client = ChatClient.create(
      modelWith({
        call: async () => ({ message }),
        stream: async function* () {
          return { message };
        },
      }),
    );
    for (const [method, work] of [
      ['call', client.prompt('Hi').call().content()],
      ['stream', client.prompt('Hi').stream().outcome()],
    ] as const)
      expect(await messageOf(work)).toBe(
        `The chat model ScriptedChatModel returned no response: ${method}() returned a message whose content is ${what}. Create it with assistantMessage() of toolgate/model.`,
      );
  });

  it.each([
    [() => undefined, 'undefined'],
    [async () => 'Hello', 'a promise'],
    [async () => Promise.reject(new Error('too late')), 'a promise'],
    [async function* () {}, 'undefined'],
  ])('is named in the error with its result, in a stream: %o', async (stream, what) => {
    const client = ChatClient.create(modelWith({ stream }));
    expect(await messageOf(client.prompt('Hi').stream().outcome())).toBe(
      `The chat model ScriptedChatModel returned no response: stream() returned ${what}. ${WRITE}`,
    );
  });
});
