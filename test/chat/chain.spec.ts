import { describe, expect, it } from 'vitest';
import { Inject, Injectable, Module, Scope } from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import {
  Advise,
  type AdvisedStream,
  Advisor,
  type AdvisorChain,
  ChatClient,
  type ChatClientRequest,
  ToolContext,
  ToolgateModule,
} from 'toolgate';
import { ChatClientRegistry, HIGHEST_PRECEDENCE, LOWEST_PRECEDENCE } from 'toolgate/chat';
import { assistantMessage, systemMessage, textOf } from 'toolgate/model';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { boot } from '../story.fixture.js';
import { advisor, readAll, refuseUnhandledRejections, tool } from './chat.fixture.js';

const look = callsTools(toolCall('look'));

/** An advisor that logs when it starts and when it has an answer. */
const telling = (log: string[], name: string, order?: number): Advisor =>
  advisor(async function* (request, chain) {
    log.push(`${name} >`);
    const response = yield* chain.next(request);
    log.push(`< ${name}`);
    return response;
  }, order);

const ask = async (script: readonly ScriptedAnswer[], ...advisors: readonly Advisor[]) => {
  const model = new ScriptedChatModel(script);
  const chat = ChatClient.create(model, { tools: [tool('look')] });
  return { model, outcome: await chat.prompt('Hi').advisors(advisors).call().outcome() };
};

refuseUnhandledRejections();

describe('advisors', () => {
  it('run in their order, and those of equal order in order of declaration', async () => {
    const log: string[] = [];
    const model = new ScriptedChatModel(['Hi']);
    const chat = ChatClient.create(model, {
      advisors: [telling(log, 'b', 5), telling(log, 'last', LOWEST_PRECEDENCE)],
    });
    await chat
      .prompt('Hi')
      .advisors(telling(log, 'c', 5), telling(log, 'first', HIGHEST_PRECEDENCE))
      .advisors([telling(log, 'd', 5), telling(log, 'a', 4)])
      .call()
      .content();
    const down = ['first', 'a', 'b', 'c', 'd', 'last'];
    expect(log).toEqual([...down.map((name) => `${name} >`), ...down.toReversed().map((name) => `< ${name}`)]);
  });

  it('run once a turn outside the loop, and once for each answer inside it', async () => {
    const log: string[] = [];
    await ask(
      [look, 'Hi'],
      telling(log, 'turn', HIGHEST_PRECEDENCE + 299),
      telling(log, 'round', HIGHEST_PRECEDENCE + 301),
    );
    expect(log).toEqual(['turn >', 'round >', '< round', 'round >', '< round', '< turn']);
  });

  it('pass their context in both directions', async () => {
    const seen: unknown[] = [];
    const write = (key: string, order: number): Advisor =>
      advisor(async function* (request, chain) {
        const response = yield* chain.next({ ...request, context: { ...request.context, [key]: 'down' } });
        seen.push(response.context);
        return { ...response, context: { ...response.context, [`${key}-up`]: 1 } };
      }, order);
    const model = new ScriptedChatModel(['Hi']);
    const chat = ChatClient.create(model, { advisorParams: { tenant: 'acme', locale: 'de' } });
    const { context } = await chat
      .prompt('Hi')
      .advisors({ locale: 'en' }, write('outer', 1), write('inner', 2))
      .call()
      .outcome();
    const down = { tenant: 'acme', locale: 'en', outer: 'down', inner: 'down' };
    expect(seen).toEqual([down, { ...down, 'inner-up': 1 }]);
    expect(context).toEqual({ ...down, 'inner-up': 1, 'outer-up': 1 });
  });

  it('receive the parameters of the client and of the prompt, and an undefined one overrides nothing', async () => {
    const seen: unknown[] = [];
    const read = advisor((request, chain) => {
      seen.push(request.context);
      return chain.next(request);
    }, 0);
    const model = new ScriptedChatModel(['Hi', 'Hi']);
    const chat = ChatClient.create(model, { advisors: [read], advisorParams: { tenant: 'acme', locale: 'de' } });
    const given = { tenant: undefined, locale: 'en', filter: null };
    await chat.prompt('Hi').advisors(given).advisors({ locale: undefined }).call().content();
    await chat.prompt({ user: 'Hi', advisorParams: given }).call().content();
    const merged = { tenant: 'acme', locale: 'en', filter: null };
    expect(seen).toEqual([merged, merged]);
  });

  it('inside the loop receive every round, and its parts one by one', async () => {
    const seen: string[] = [];
    const listening = advisor(async function* (request, chain) {
      const stream = chain.next(request);
      for (;;) {
        const step = await stream.next();
        if (step.done) return step.value;
        seen.push(`${request.round} ${step.value.type} ${step.value.round}`);
        yield step.value;
      }
    });
    const chat = ChatClient.create(new ScriptedChatModel([look, 'Hi']), {
      tools: [tool('look')],
      advisors: [listening],
    });
    const parts = await readAll(chat.prompt('Hi').stream());
    expect(seen).toEqual(['0 tool-input-delta 0', '0 tool-call 0', '0 finish 0', '1 text-delta 1', '1 finish 1']);
    expect(parts.map(({ type }) => type)).toContain('tool-result');
  });

  it('may answer themselves, and no inner advisor is called', async () => {
    const chatResponse = {
      message: assistantMessage('I do not talk about that.'),
      finishReason: { unified: 'content-filter' },
      usage: {},
    } as const;
    const guard = advisor(async function* (request) {
      return { chatResponse, context: request.context };
    }, 1);
    const log: string[] = [];
    const { model, outcome } = await ask([], guard, telling(log, 'inner', 2));
    expect(outcome).toMatchObject({ content: 'I do not talk about that.', chatResponse });
    expect(model.prompts).toEqual([]);
    expect(log).toEqual([]);
  });

  it('may call the model again', async () => {
    const retry = advisor(async function* (request, chain) {
      try {
        return yield* chain.next(request);
      } catch {
        return yield* chain.next(request);
      }
    });
    const { model, outcome } = await ask([new Error('503'), look, new Error('503'), 'Hi'], retry);
    expect(outcome.content).toBe('Hi');
    expect(model.prompts.map(({ messages }) => messages.length)).toEqual([1, 1, 3, 3]);
  });

  it('may run the whole turn again, without the history of the first run', async () => {
    const again = advisor(async function* (request, chain) {
      const first = yield* chain.next(request);
      const text = textOf(first.chatResponse.message);
      return yield* chain.next({ ...request, messages: [...request.messages, systemMessage(`You said: ${text}`)] });
    }, HIGHEST_PRECEDENCE + 1);
    const { model, outcome } = await ask([look, 'One', look, 'Two'], again);
    expect(outcome.content).toBe('Two');
    expect(model.prompts.map(({ messages }) => messages.length)).toEqual([1, 3, 2, 4]);
  });

  it('may run only the advisors after them', async () => {
    const log: string[] = [];
    const inner = telling(log, 'inner', 3);
    const twice: Advisor = advisor(async function* (request, chain) {
      yield* chain.copy(twice).next(request);
      return yield* chain.copy(twice).next(request);
    }, 2);
    await ask(['One', 'Two'], telling(log, 'outer', 1), twice, inner);
    expect(log).toEqual(['outer >', 'inner >', '< inner', 'inner >', '< inner', '< outer']);
  });

  it('may be in the chain twice, and each place has its own rest of the chain', async () => {
    const log: string[] = [];
    const looping: Advisor = advisor((request, chain) => {
      log.push('looping');
      return chain.copy(looping).next(request);
    });
    await ask(['One'], looping, telling(log, 'between'), looping);
    expect(log).toEqual(['looping', 'between >', 'looping', '< between']);
  });

  it('cannot copy the chain after an advisor that is not in it', async () => {
    const stranger = telling([], 'stranger');
    const lost = advisor((request, chain) => chain.copy(stranger).next(request));
    await expect(ask(['Hi'], lost)).rejects.toThrow('is not in this chain of advisors');
    const none = advisor((request, chain) => chain.copy(undefined as never).next(request));
    await expect(ask(['Hi'], none)).rejects.toThrow('undefined is not in this chain of advisors. Pass an advisor of');
  });

  it('see the whole chain', async () => {
    const known: (readonly Advisor[])[] = [];
    const [one, two] = [1, 2].map((order) =>
      advisor((request, chain) => {
        known.push(chain.advisors);
        return chain.next(request);
      }, order),
    );
    await ask(['Hi'], two!, one!);
    expect(known[0]).toEqual(known[1]);
    expect(known[0]!.slice(-2)).toEqual([one, two]);
  });
});

describe('advisors that Nest provides', () => {
  const log: string[] = [];

  class Telling extends Advisor {
    async *advise(request: ChatClientRequest, chain: AdvisorChain): AdvisedStream {
      log.push(`${this.constructor.name} in ${request.turn.client}`);
      return yield* chain.next(request);
    }
  }

  it('join the chain at the place that @Advise sets', async () => {
    @Injectable()
    @Advise({ around: 'round' })
    class EachRound extends Telling {}

    @Injectable()
    @Advise({ around: 'turn' })
    class EachTurn extends Telling {}

    @Injectable()
    @Advise({ order: HIGHEST_PRECEDENCE + 1 })
    class Outermost extends Telling {}

    @Injectable()
    class Unplaced extends Telling {}

    @Module({ providers: [Outermost] })
    class OtherModule {}

    log.length = 0;
    const { chat } = await boot({
      script: [look, 'Hi'],
      imports: [OtherModule],
      providers: [EachRound, EachTurn, Unplaced, { provide: 'not an advisor', useValue: 1 }],
    });
    await chat.prompt('Hi').tools(tool('look')).call().content();
    expect(log.map((line) => line.split(' ')[0])).toEqual([
      'Outermost',
      'EachTurn',
      'EachRound',
      'Unplaced',
      'EachRound',
      'Unplaced',
    ]);
  });

  it('join the clients that they name', async () => {
    @Injectable()
    @Advise({ clients: ['support'] })
    class ForSupport extends Telling {}

    log.length = 0;
    const { app, chat } = await boot({
      script: ['One', 'Two'],
      imports: [ToolgateModule.forFeature([{ name: 'support' }])],
      providers: [ForSupport],
    });
    await chat.prompt('Hi').call().content();
    expect(log).toEqual([]);
    await app.get(ChatClientRegistry).get('support').prompt('Hi').call().content();
    expect(log).toEqual(['ForSupport in support']);
  });

  it('are created once a turn if they are request-scoped, and inject its tool context', async () => {
    const made: unknown[] = [];

    @Injectable({ scope: Scope.REQUEST })
    class PerTurn extends Telling {
      constructor(@Inject(REQUEST) { data }: ToolContext) {
        super();
        made.push(data);
      }
    }

    log.length = 0;
    const { chat } = await boot({ script: [look, 'Hi', 'Two', 'Three'], providers: [PerTurn] });
    await chat.prompt('Hi').tools(tool('look')).toolContext({ turn: 1 }).call().content();
    await readAll(chat.prompt('Hi').toolContext({ turn: 2 }).stream());
    expect(made).toEqual([{ turn: 1 }, { turn: 2 }]);
    expect(log).toHaveLength(3);
  });

  it('fail only the turn if they cannot be created', async () => {
    @Injectable({ scope: Scope.REQUEST })
    class Unmakeable extends Telling {
      constructor() {
        super();
        throw new Error('No database.');
      }
    }

    const { chat } = await boot({ script: ['One'], providers: [Unmakeable] });
    await expect(chat.prompt('Hi').call().content()).rejects.toThrow('No database.');
    await expect(chat.prompt('Hi').stream().outcome()).rejects.toThrow('No database.');
    chat.prompt('Hi').stream()[Symbol.asyncIterator]();
  });
});
