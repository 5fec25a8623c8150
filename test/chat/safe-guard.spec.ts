import { describe, expect, it } from 'vitest';
import { Injectable, Module } from '@nestjs/common';
import { type Advisor, ChatClient, SafeGuardAdvisor } from 'toolgate';
import { HIGHEST_PRECEDENCE, type ModerationContext, type ModerationVerdict, Moderator } from 'toolgate/chat';
import { ChatMemory } from 'toolgate/memory';
import { assistantMessage, type AssistantMessage, systemMessage, type UserMessage, userMessage } from 'toolgate/model';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { functionTool, toolContent } from 'toolgate/tool';
import { boot } from '../story.fixture.js';
import { advisor, readAll, rejectionOf, textOfParts, tool } from './chat.fixture.js';

const failureText = 'Let us talk about something else.';
const words = ['poison', 'credit card'];
const guard = new SafeGuardAdvisor({ words, failureText });
const MODES = ['call', 'stream'] as const;

const clientOf = (advisors: readonly Advisor[], script: readonly ScriptedAnswer[] = ['Fine.']) => {
  const model = new ScriptedChatModel(script);
  return { model, chat: ChatClient.create(model, { advisors, tools: [tool('look', () => 'a bottle of POISON')] }) };
};

const saidTo = async (given: Advisor, text: string) => clientOf([given]).chat.prompt().user(text).call().content();

describe.each(MODES)('a word guard, in a %s', (mode) => {
  it('answers a prompt with a blocked word itself: neither the model nor an inner advisor is called', async () => {
    const asked: string[] = [];
    const inner = advisor((request, chain) => {
      asked.push('inner');
      return chain.next(request);
    }, 1);
    const { chat, model } = clientOf([guard, inner]);
    const prompt = chat.prompt('Which Poison is quickest?').advisors({ tenant: 'acme' });
    const outcome = await (mode === 'call' ? prompt.call() : prompt.stream()).outcome();
    expect(outcome).toEqual({
      status: 'completed',
      content: failureText,
      context: { tenant: 'acme' },
      chatResponse: { message: assistantMessage(failureText), finishReason: { unified: 'content-filter' }, usage: {} },
    });
    expect([asked, model.prompts]).toEqual([[], []]);
  });

  it('lets every other prompt pass', async () => {
    const { chat } = clientOf([guard]);
    const prompt = chat.prompt('Which tea is best?');
    expect((await (mode === 'call' ? prompt.call() : prompt.stream()).outcome()).content).toBe('Fine.');
  });
});

describe('a word guard', () => {
  it('blocks a prompt again that an outer advisor sends once more', async () => {
    const stubborn = advisor(async function* (request, chain) {
      yield* chain.next(request);
      return yield* chain.next(request);
    }, HIGHEST_PRECEDENCE);
    const { chat, model } = clientOf([stubborn, guard]);
    expect(await chat.prompt('Which poison is quickest?').call().content()).toBe(failureText);
    expect(model.prompts).toEqual([]);
  });

  it('yields nothing of an answer that fails before it was checked', async () => {
    const failing: ScriptedAnswer = () => Promise.reject(new Error('The model is down.'));
    const { chat } = clientOf(
      [new SafeGuardAdvisor({ words, answer: true, order: HIGHEST_PRECEDENCE })],
      [callsTools('Let me look.', toolCall('look')), failing],
    );
    const parts: unknown[] = [];
    const read = async () => {
      for await (const part of chat.prompt('Hi').stream()) parts.push(part);
    };
    await rejectionOf(read());
    expect(parts).toEqual([]);
  });

  it('ignores the width of letters and spaces around its words', async () => {
    expect(await saidTo(new SafeGuardAdvisor({ words: [' ｐｏｉｓｏｎ '], failureText }), 'The poison.')).toBe(
      failureText,
    );
  });

  it('streams its answer as text', async () => {
    const parts = await readAll(clientOf([guard]).chat.prompt('poison').stream());
    expect(textOfParts(parts)).toBe(failureText);
    expect(parts.at(-1)).toMatchObject({ type: 'finish', finishReason: { unified: 'content-filter' }, round: 0 });
  });

  it.each([
    ['POISON', true],
    ['poisonous', false],
    ['a "poison".', true],
    ['a credit\n card', true],
    ['ｐｏｉｓｏｎ', true],
    ['poisoń', false],
    ['_poison_', false],
  ])('matches whole words in any case: %j', async (text, blocked) => {
    expect(await saidTo(guard, text)).toBe(blocked ? failureText : 'Fine.');
  });

  it('compares letters by Unicode, whatever the locale of the process', async () => {
    const turkish = new SafeGuardAdvisor({ words: ['TITLE', 'straße', 'C++'], failureText });
    const asked = ['title', 'STRAßE', 'I like c++.', 'tıtle'].map((text) => saidTo(turkish, text));
    expect(await Promise.all(asked)).toEqual([failureText, failureText, failureText, 'Fine.']);
  });

  it('matches words inside other words with match "substring"', async () => {
    const anywhere = new SafeGuardAdvisor({ words: ['poison', '毒'], match: 'substring', failureText });
    const asked = ['poisonous', '有毒的', 'tea'].map((text) => saidTo(anywhere, text));
    expect(await Promise.all(asked)).toEqual([failureText, failureText, 'Fine.']);
  });

  it('checks every message of the prompt', async () => {
    const { chat } = clientOf([guard]);
    const earlier = [userMessage('Poison?'), assistantMessage('No.')];
    expect(await chat.prompt().messages(earlier).user('Why?').call().content()).toBe(failureText);
    const { chat: another } = clientOf([guard]);
    expect(await another.prompt().messages(systemMessage('Sell poison.')).user('Hi').call().content()).toBe(
      failureText,
    );
  });

  it('checks the results of tools inside the loop, and only the question outside it', async () => {
    const script = [callsTools(toolCall('look')), 'It is poison.'];
    const inside = clientOf([guard], script);
    expect(await inside.chat.prompt('What is it?').call().content()).toBe(failureText);
    expect(inside.model.prompts).toHaveLength(1);
    const outside = clientOf([new SafeGuardAdvisor({ words, order: HIGHEST_PRECEDENCE + 100 })], script);
    expect(await outside.chat.prompt('What is it?').call().content()).toBe('It is poison.');
  });

  it('has a default failure text and an order', async () => {
    expect(await saidTo(new SafeGuardAdvisor({ words }), 'poison')).toContain('I cannot answer that.');
    expect(guard.order).toBe(0);
    expect(new SafeGuardAdvisor({ words, order: 7 }).order).toBe(7);
  });

  it('blocks nothing if its list of words is empty, and requires words or a moderator', async () => {
    expect(await saidTo(new SafeGuardAdvisor({ words: [] }), 'poison')).toBe('Fine.');
    expect(() => new SafeGuardAdvisor({})).toThrow('needs words, a moderator, or both');
    expect(() => new SafeGuardAdvisor(undefined as never)).toThrow('needs words, a moderator, or both');
    expect(() => new SafeGuardAdvisor({ words: ['a', ' '] })).toThrow('received an empty word');
    expect(() => new SafeGuardAdvisor({ words, failureText: ' ' })).toThrow(
      'received an empty string as its failureText. Pass a string that is not empty, or leave it out.',
    );
    expect(() => new SafeGuardAdvisor({ words, failureText: 7 as never })).toThrow(
      'received the number 7 as its failureText. Pass a string',
    );
    expect(() => new SafeGuardAdvisor({ words, failureText: null as never })).toThrow(
      'received null as its failureText',
    );
    expect(() => new SafeGuardAdvisor({ words: 'poison' as never })).toThrow(
      'received a string as its words. Pass a list',
    );
  });
});

describe.each([
  ['outside the memory', HIGHEST_PRECEDENCE + 100],
  ['inside the memory', HIGHEST_PRECEDENCE + 250],
  ['inside the tool loop', 0],
])('a guard %s', (_, order) => {
  const start = async (answer: boolean, script: readonly ScriptedAnswer[]) => {
    const advisors = [new SafeGuardAdvisor({ words, failureText, order, answer })];
    const { app, chat } = await boot({
      script,
      options: { memory: true, client: { advisors, tools: [tool('look', () => 'a bottle of POISON')] } },
    });
    return {
      said: () => app.get(ChatMemory).get('c-1'),
      prompt: (text: string) => chat.prompt(text).conversation('c-1'),
    };
  };

  it.each(MODES)(
    'saves nothing that it blocks to the conversation, and the next question is answered, in a %s',
    async (mode) => {
      const { said, prompt } = await start(false, ['Fine.']);
      const ask = async (text: string) =>
        (await (mode === 'call' ? prompt(text).call() : prompt(text).stream()).outcome()).content;
      expect([await ask('Poison?'), await ask('Tea?')]).toEqual([failureText, 'Fine.']);
      expect(await said()).toEqual([userMessage('Tea?'), assistantMessage('Fine.')]);
    },
  );

  it('saves nothing of an answer that it blocks', async () => {
    const { said, prompt } = await start(true, ['Take poison.', 'Fine.']);
    expect(await prompt('What now?').call().content()).toBe(failureText);
    expect(await prompt('Tea?').call().content()).toBe('Fine.');
    expect(await said()).toEqual([userMessage('Tea?'), assistantMessage('Fine.')]);
  });

  it('saves that a tool ran but not its text, and the next question is answered', async () => {
    // Inside the loop, a blocked text would also drop the tool call.
    const before = order === 0 ? 'Let me look. ' : 'Poison? ';
    const looks = callsTools(before, toolCall('look'));
    const { said, prompt } = await start(true, [looks, ...(order === 0 ? [] : ['It is poison.']), 'Fine.']);
    expect(await prompt('What is it?').call().content()).toBe(failureText);
    expect((await said()).map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    expect(JSON.stringify(await said())).not.toMatch(/poison/i);
    expect(await prompt('Tea?').call().content()).toBe('Fine.');
  });
});

describe('a guard that checks the answer', () => {
  const careful = new SafeGuardAdvisor({ words, failureText, answer: true, order: HIGHEST_PRECEDENCE + 100 });
  const usage = { inputTokens: 3 };

  it.each(MODES)('returns the failure text in place of the answer, in a %s', async (mode) => {
    const script = [callsTools('Poison! ', toolCall('look')), { message: assistantMessage('Take it.'), usage }];
    const { chat } = clientOf([careful], [script[0]!, { message: assistantMessage('Take poison.'), usage }]);
    const prompt = chat.prompt('What is it?');
    const outcome = await (mode === 'call' ? prompt.call() : prompt.stream()).outcome();
    expect(outcome).toMatchObject({ content: failureText, chatResponse: { usage } });
  });

  it.each(MODES)('checks each text of a message by itself and the whole once, in a %s', async (mode) => {
    const answerTo = async (parts: AssistantMessage['content'], question: UserMessage['content']) => {
      const { chat } = clientOf([careful], [assistantMessage(parts)]);
      const prompt = chat.prompt().user(question);
      return (await (mode === 'call' ? prompt.call() : prompt.stream()).outcome()).content;
    };
    const [poison, tea, other] = ['poison', 'Tea.', 'credit'].map((text) => ({ type: 'text', text }) as const);
    expect(await answerTo([poison!, tea!], [tea!])).toBe(failureText);
    expect(await answerTo([tea!], [tea!, poison!])).toBe(failureText);
    // A reader may show both parts as one text.
    const split = ['poi', 'son'].map((text) => ({ type: 'text', text }) as const);
    expect(await answerTo(split, [tea!])).toBe(failureText);
    expect(await answerTo([tea!], split)).toBe(failureText);
    const see = functionTool({ name: 'see', description: 'Look closer', run: () => toolContent('poison', 'tea') });
    const { chat } = clientOf([guard], [callsTools(toolCall('see')), 'Fine.']);
    const seen = chat.prompt('What is it?').addTools(see);
    expect((await (mode === 'call' ? seen.call() : seen.stream()).outcome()).content).toBe(failureText);
    // With the same text twice, its end and its beginning would be a blocked phrase.
    expect(await answerTo([{ type: 'text', text: 'card or credit' }], [other!])).toBe('card or credit');
  });

  it('streams no round of a blocked answer, and every part of an answer that passes', async () => {
    const blocked = clientOf([careful], [callsTools('It is poison. ', toolCall('look')), 'Bye.']).chat;
    expect(textOfParts(await readAll(blocked.prompt('What is it?').stream()))).toBe(failureText);
    const { chat } = clientOf([careful], [callsTools('Let me look. ', toolCall('look')), 'Tea.']);
    const { chat: same } = clientOf([], [callsTools('Let me look. ', toolCall('look')), 'Tea.']);
    expect(await readAll(chat.prompt('What is it?').stream())).toEqual(
      await readAll(same.prompt('What is it?').stream()),
    );
  });

  it('inside the loop drops the tool calls of a blocked answer', async () => {
    const inside = new SafeGuardAdvisor({ words, failureText, answer: true });
    const { chat, model } = clientOf([inside], [callsTools('Poison it is. ', toolCall('look'))]);
    expect(await chat.prompt('What is it?').call().content()).toBe(failureText);
    expect(model.prompts).toHaveLength(1);
  });
});

class Scripted extends Moderator {
  readonly asked: [string, ModerationContext][] = [];

  constructor(private readonly verdict: (text: string) => ReturnType<Moderator['moderate']>) {
    super();
  }

  moderate(text: string, context: ModerationContext) {
    this.asked.push([text, context]);
    return this.verdict(text);
  }
}

describe('a moderator', () => {
  it.each<[string, boolean | ModerationVerdict, string]>([
    ['true', true, 'Fine.'],
    ['false', false, failureText],
    ['allow', { type: 'allow' }, 'Fine.'],
    ['block', { type: 'block' }, failureText],
    ['block with a text', { type: 'block', failureText: 'Not here.' }, 'Not here.'],
  ])('may return %s, directly or as a promise', async (_, verdict, content) => {
    for (const given of [verdict, Promise.resolve(verdict)]) {
      expect(await saidTo(new SafeGuardAdvisor({ moderator: new Scripted(() => given), failureText }), 'Hi')).toBe(
        content,
      );
    }
  });

  it('blocks the prompt if it fails or returns no verdict', async () => {
    for (const verdict of [
      () => undefined as never,
      () => ({ type: 'maybe' }) as never,
      () => Promise.reject(new Error('down')),
    ]) {
      const { chat, model } = clientOf([new SafeGuardAdvisor({ moderator: new Scripted(verdict) })]);
      expect(await rejectionOf(chat.prompt('Hi').call().content())).toMatchObject({
        message: expect.stringMatching(/down|Return true, false or a verdict/),
      });
      expect(model.prompts).toEqual([]);
    }
  });

  it('checks each message of a turn once, and the answer if the option is set', async () => {
    const moderator = new Scripted(() => true);
    const { chat } = clientOf(
      [new SafeGuardAdvisor({ moderator, answer: true })],
      [callsTools(toolCall('look')), 'Tea.'],
    );
    await chat.prompt('What is it?').system('Be brief.').call().content();
    expect(moderator.asked.map(([text, { subject, request }]) => [subject, request.round, text])).toEqual([
      ['prompt', 0, 'Be brief.\nWhat is it?'],
      ['prompt', 1, '"a bottle of POISON"'],
      ['answer', 1, 'Tea.'],
    ]);
    await chat
      .prompt('What is it?')
      .call()
      .content()
      .catch(() => {});
    expect(moderator.asked.at(-1)![0]).toBe('What is it?');
  });

  it('is not called for a text with a blocked word', async () => {
    const moderator = new Scripted(() => true);
    expect(await saidTo(new SafeGuardAdvisor({ moderator, words, failureText }), 'poison')).toBe(failureText);
    expect(moderator.asked).toEqual([]);
  });

  it('may be a provider, like the guard', async () => {
    @Injectable()
    class Careful extends Moderator {
      moderate(text: string) {
        return !text.includes('weather');
      }
    }

    @Module({
      providers: [
        { provide: Moderator, useClass: Careful },
        {
          provide: SafeGuardAdvisor,
          inject: [Moderator],
          useFactory: (moderator: Moderator) => new SafeGuardAdvisor({ moderator, failureText }),
        },
      ],
    })
    class SafetyModule {}

    const { chat } = await boot({ script: ['Fine.'], imports: [SafetyModule] });
    expect(await chat.prompt('How is the weather?').call().content()).toBe(failureText);
    expect(await chat.prompt('How are you?').call().content()).toBe('Fine.');
  });
});
