import { describe, expect, it } from 'vitest';
import { type Advisor, ChatClient, type Message } from 'toolgate';
import { HIGHEST_PRECEDENCE } from 'toolgate/chat';
import { hasToolCalls, userMessage } from 'toolgate/model';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { boot } from '../story.fixture.js';
import { advisor, readAll, textOfParts, tool } from './chat.fixture.js';

const look = callsTools(toolCall('look'));
const off = { toolCallingAdvisorAutoRegister: false };

const clientOf = (script: readonly ScriptedAnswer[], advisors: readonly Advisor[] = []) =>
  ChatClient.create(new ScriptedChatModel(script), { tools: [tool('look')], advisors });

const counting = (order: number) => {
  const count = { passed: 0, tools: new Set<number>() };
  const through = advisor((request, chain) => {
    count.passed++;
    count.tools.add(chain.advisors.length);
    return chain.next(request);
  }, order);
  return { count, through };
};

describe('a prompt that is called again', () => {
  it('passes the whole chain each time, with one advisor for tool calls', async () => {
    const { count, through } = counting(HIGHEST_PRECEDENCE + 1);
    const prompt = clientOf([look, 'One', look, 'Two', look, 'Three'], [through]).prompt('Hi');
    const texts = [
      await prompt.call().content(),
      textOfParts(await readAll(prompt.stream())),
      await prompt.call().content(),
    ];
    expect(texts).toEqual(['One', 'Two', 'Three']);
    expect(count).toEqual({ passed: 3, tools: new Set([2]) });
  });

  it('may disable the loop and add an advisor after a first run', async () => {
    const { count, through } = counting(0);
    const prompt = clientOf([look, 'One', look, look, 'Two']).prompt('Hi');
    expect(await prompt.call().content()).toBe('One');
    expect(hasToolCalls(await prompt.advisors(off, through).call().chatResponse())).toBe(true);
    expect(await prompt.call().content()).toBe('Two');
    expect(count.passed).toBe(1);
  });
});

describe('a custom tool loop', () => {
  it.each(['call', 'stream'] as const)('passes the chain once for each answer, by %s', async (mode) => {
    const [outer, inner] = [counting(HIGHEST_PRECEDENCE + 1), counting(0)];
    const { chat, manager } = await boot({
      script: [look, look, 'Done'],
      options: { client: { advisors: [outer.through, inner.through] } },
    });
    const tools = [tool('look')];
    let messages: readonly Message[] = [userMessage('Hi')];
    for (;;) {
      const prompt = chat.prompt({ messages, tools }).advisors(off);
      const { chatResponse } = await (mode === 'call' ? prompt.call() : prompt.stream()).outcome();
      if (!hasToolCalls(chatResponse!)) break;
      const result = await manager.executeToolCalls({ messages }, chatResponse!, { tools });
      if (result.type === 'executed') messages = result.conversationHistory;
    }
    expect([outer.count.passed, inner.count.passed]).toEqual([3, 3]);
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'tool']);
  });
});

describe('a chain of advisors', () => {
  it('stays unchanged when it is copied, and ends at the model after its last advisor', async () => {
    const { count, through } = counting(2);
    const first: Advisor = advisor(async function* (request, chain) {
      yield* chain.copy(through).next(request);
      yield* chain.copy(first).next(request);
      return yield* chain.next(request);
    }, 1);
    const model = new ScriptedChatModel(['One', 'Two', 'Three']);
    const chat = ChatClient.create(model, { advisors: [first, through], advisorParams: off });
    expect(await chat.prompt('Hi').call().content()).toBe('Three');
    expect([model.prompts.length, count.passed]).toEqual([3, 2]);
  });

  it('passes context in both directions in a stream too', async () => {
    const write = (key: string, order: number): Advisor =>
      advisor(async function* (request, chain) {
        const response = yield* chain.next({ ...request, context: { ...request.context, [key]: 'down' } });
        return { ...response, context: { ...response.context, [`${key}-up`]: Object.keys(response.context) } };
      }, order);
    const chat = clientOf(['Hi'], [write('outer', 1), write('inner', 2)]);
    const { context } = await chat.prompt('Hi').advisors({ tenant: 'acme' }).stream().outcome();
    expect(context).toEqual({
      tenant: 'acme',
      outer: 'down',
      inner: 'down',
      'inner-up': ['tenant', 'outer', 'inner'],
      'outer-up': ['tenant', 'outer', 'inner', 'inner-up'],
    });
  });
});
