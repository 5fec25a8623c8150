import { describe, expect, it } from 'vitest';
import { lastValueFrom, toArray } from 'rxjs';
import { type Advisor, ChatClient, ChatTurnException, functionTool, ToolCallingAdvisor } from 'toolgate';
import { ToolCallingManager, toolContent } from 'toolgate/tool';
import { assistantMessage, filePart, type StreamPart } from 'toolgate/model';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { boot, deferred, failureOf } from '../story.fixture.js';
import { advisor, readAll, refuseUnhandledRejections, rejectionOf, tool } from './chat.fixture.js';

const MODES = ['call', 'stream'] as const;
const look = callsTools(toolCall('look'));
const direct = tool('direct', (given) => given, { returnDirect: true });

const clientOf = (script: readonly ScriptedAnswer[], advisors: readonly Advisor[] = []) =>
  ChatClient.create(new ScriptedChatModel(script), { tools: [tool('look'), direct], advisors });

const outcomeOf = (mode: (typeof MODES)[number], chat: ChatClient) => {
  const prompt = chat.prompt('Hi').advisors({ tenant: 'acme' });
  return (mode === 'call' ? prompt.call() : prompt.stream()).outcome();
};

refuseUnhandledRejections();

describe.each(MODES)('the rounds of a %s', (mode) => {
  it('send the earlier calls and results, and an advisor inside the loop sees them', async () => {
    const seen: string[] = [];
    const watch = advisor((request, chain) => {
      seen.push(`${request.round}: ${request.messages.map(({ role }) => role).join(' ')}`);
      return chain.next(request);
    });
    await outcomeOf(mode, clientOf([look, look, 'Hi'], [watch]));
    expect(seen).toEqual(['0: user', '1: user assistant tool', '2: user assistant tool assistant tool']);
  });

  it('start with the context of the previous round, so the context of an inner advisor reaches the answer', async () => {
    const seen: unknown[] = [];
    const adding = advisor((request, chain) => {
      seen.push(request.context);
      return chain.next({ ...request, context: { ...request.context, [`round${request.round}`]: true } });
    });
    const { context } = await outcomeOf(mode, clientOf([look, 'Hi'], [adding]));
    expect(seen).toEqual([{ tenant: 'acme' }, { tenant: 'acme', round0: true }]);
    expect(context).toEqual({ tenant: 'acme', round0: true, round1: true });
  });

  it('see the context that an inner advisor adds to an answer, and lose none if it returns an empty one', async () => {
    const seen: unknown[] = [];
    const marking = advisor(async function* (request, chain) {
      seen.push(request.context);
      const response = yield* chain.next(request);
      return { ...response, context: request.round === 0 ? { found: 2 } : {} };
    });
    await outcomeOf(mode, clientOf([look, look, 'Hi'], [marking]));
    expect(seen).toEqual([{ tenant: 'acme' }, { tenant: 'acme', found: 2 }, { tenant: 'acme', found: 2 }]);
  });

  it('end with the result of a tool that returns directly, and the metadata of the answer that called it', async () => {
    const told = { metadata: { id: 'r1', model: 'large' }, providerMetadata: { acme: { item: 1 } } };
    const message = callsTools(
      'One moment.',
      toolCall('direct', { say: 'Here.' }),
      toolCall('direct', { say: 'There.' }, 'b'),
    );
    const { chatResponse } = await outcomeOf(mode, clientOf([{ message, ...told }]));
    expect(chatResponse).toMatchObject({ ...told, finishReason: { unified: 'return-direct' } });
    expect(chatResponse!.message.content).toMatchObject([
      { type: 'text', text: '{"say":"Here."}' },
      { type: 'text', text: '{"say":"There."}' },
    ]);
  });
});

describe.each(MODES)('a hook that fails, in a %s', (mode) => {
  const hooks = ['initializeLoop', 'beforeCall', 'afterCall', 'nextInstructions', 'finalizeLoop'] as const;

  it.each(hooks)('fails the turn: %s', async (hook) => {
    const failure = new Error(`${hook} failed`);
    const { app, chat, model } = await boot({ script: [look, 'Hi'] });
    const failing = new ToolCallingAdvisor(app.get(ToolCallingManager));
    Object.assign(failing, { [hook]: () => Promise.reject(failure) });
    const prompt = chat.prompt('Hi').tools(tool('look')).advisors(failing);
    const error = await rejectionOf((mode === 'call' ? prompt.call() : prompt.stream()).outcome());
    const done = { nextInstructions: 1, finalizeLoop: 2 }[hook as string];
    expect(error).toBeInstanceOf(ChatTurnException);
    expect((error as ChatTurnException).cause).toBe(failure);
    // After a tool call, the error has the results.
    expect((error as ChatTurnException).transcript.some(({ role }) => role === 'tool')).toBe(done !== undefined);
    expect(model.prompts).toHaveLength(done ?? (hook === 'afterCall' ? 1 : 0));
  });
});

describe('a stream of rounds', () => {
  it('contains the text after a tool call of the same answer', async () => {
    const chat = clientOf([callsTools('Before. ', toolCall('look'), 'Behind. '), 'Done.']);
    const texts = await lastValueFrom(chat.prompt('Hi').stream().content().pipe(toArray()));
    expect(texts.join('')).toBe('Before. Behind. Done.');
  });

  it('contains a directly returned result as text, in a round of its own', async () => {
    const script = [callsTools('One moment. ', toolCall('direct', { order: 'A-1' }))];
    const texts = await lastValueFrom(clientOf(script).prompt('Hi').stream().content().pipe(toArray()));
    expect(texts.join('')).toBe('One moment. {"order":"A-1"}');
    const parts = await readAll(clientOf(script).prompt('Hi').stream());
    expect(parts.slice(-2)).toMatchObject([
      { type: 'text-delta', delta: '{"order":"A-1"}', round: 1 },
      { type: 'finish', finishReason: { unified: 'return-direct' }, round: 1 },
    ]);
  });

  it('contains the texts and files of a directly returned result, and so does its message', async () => {
    const png = filePart(new Uint8Array([1, 2]), 'image/png');
    const run = () => toolContent('Shelf B:', png);
    const shelf = functionTool({ name: 'shelf', returnDirect: true, run });
    const ask = () =>
      ChatClient.create(new ScriptedChatModel([callsTools(toolCall('shelf'))]))
        .prompt('Show')
        .tools(shelf);
    const parts = await readAll(ask().stream());
    expect(parts.slice(-3)).toMatchObject([
      { type: 'text-delta', delta: 'Shelf B:', round: 1 },
      { ...png, round: 1 },
      { type: 'finish', round: 1 },
    ]);
    const { message } = await ask().call().chatResponse();
    const providerMetadata = { toolgate: { toolCallId: 'call-shelf', toolName: 'shelf' } };
    expect(message.content).toEqual([
      { type: 'text', text: 'Shelf B:', providerMetadata },
      { ...png, providerMetadata },
    ]);
  });

  it.each([
    ['a directly returned result', {}],
    ['a limit', { rounds: 1 }],
  ])('reports the usage of each answer once, if it ends with %s', async (_, limits) => {
    const message = callsTools(toolCall('direct', { order: 'A-1' }));
    const stream = clientOf([{ message, usage: { inputTokens: 5 } }])
      .prompt('Hi')
      .limits(limits)
      .stream();
    const ends = (await readAll(stream)).filter((part) => part.type === 'finish');
    expect(ends.map(({ usage }) => usage)).toEqual([{ inputTokens: 5 }, {}]);
    expect((await stream.outcome()).chatResponse?.usage).toEqual({ inputTokens: 5 });
  });

  it('has the usage of all rounds on its last chunk, even if the last round reports none', async () => {
    const chat = clientOf([{ message: look, usage: { inputTokens: 5, totalTokens: 5 } }, 'Hi']);
    const chunks = await lastValueFrom(chat.prompt('Hi').stream().chatResponse().pipe(toArray()));
    expect(chunks.map(({ usage }) => usage)).toEqual([{}, { inputTokens: 5, totalTokens: 5 }]);
  });

  it('shares no state with another turn of the same client at the same time', async () => {
    const both = deferred();
    let asked = 0;
    const wait = async () => {
      if (++asked === 2) both.resolve();
      await both.promise;
    };
    const model = new ScriptedChatModel([]);
    const answer = (inputTokens: number, last: boolean) => ({
      message: last ? assistantMessage(`Cost ${inputTokens}`) : look,
      finishReason: { unified: last ? 'stop' : 'tool-calls' } as const,
      usage: { inputTokens },
    });
    model.stream = async function* ({ messages }) {
      await wait();
      const cost = JSON.stringify(messages[0]).includes('cheap') ? 1 : 100;
      const response = answer(cost, messages.length > 1);
      yield { ...response, type: 'finish' } as StreamPart;
      return response;
    };
    const chat = ChatClient.create(model, { tools: [tool('look')] });
    const outcomes = await Promise.all(['cheap', 'dear'].map((text) => chat.prompt(text).stream().outcome()));
    expect(outcomes.map(({ content, chatResponse }) => [content, chatResponse!.usage.inputTokens])).toEqual([
      ['Cost 1', 2],
      ['Cost 100', 200],
    ]);
  });

  it('runs no tool if it is cut after a whole tool call', async () => {
    const ran: string[] = [];
    const cut = new Error('The connection was cut.');
    const beforePart = ({ type }: StreamPart) => {
      if (type === 'finish') throw cut;
    };
    const chat = ChatClient.create(new ScriptedChatModel([look], { beforePart }), {
      tools: [tool('look', () => ran.push('look'))],
    });
    const seen: StreamPart[] = [];
    const read = async () => {
      for await (const part of chat.prompt('Hi').stream()) seen.push(part);
    };
    expect(await rejectionOf(failureOf(read()))).toBe(cut);
    expect(seen.at(-1)).toMatchObject({ type: 'tool-call' });
    expect(ran).toEqual([]);
  });
});

it('a tool-calling advisor requires a manager', () => {
  expect(() => new ToolCallingAdvisor(undefined as never)).toThrow('needs a ToolCallingManager');
});
