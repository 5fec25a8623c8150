import { describe, expect, it } from 'vitest';
import { ChatClient } from 'toolgate';
import { PromptTemplate } from 'toolgate/chat';
import { filePart, type UserMessage, userMessage } from 'toolgate/model';
import { ScriptedChatModel } from 'toolgate/testing';

const start = (settings: object = {}) => {
  const model = new ScriptedChatModel(Array(5).fill('Answer.'));
  const chat = ChatClient.create(model, settings);
  const sent = (index = 0) =>
    model.prompts[index]!.messages.map((message) =>
      message.role === 'system' ? `system: ${message.text}` : [message.role, message.content],
    );
  return { chat, model, sent };
};
const asked = (text: string) => ['user', [{ type: 'text', text }]];
const DEFAULTS = {
  system: { text: 'You work for {company} in {city}.', params: { company: 'Acme', city: 'Bonn' } },
  user: { text: 'Greet {name}.', params: { name: 'Ann' } },
};

describe('texts with parameters', () => {
  it('come from the client, with their default values', async () => {
    const { chat, sent } = start(DEFAULTS);
    await chat.prompt().call().content();
    expect(sent()).toEqual(['system: You work for Acme in Bonn.', asked('Greet Ann.')]);
  });

  it('keep the client’s text if a prompt sets only values', async () => {
    const { chat, sent } = start(DEFAULTS);
    const prompt = chat.prompt().system({ params: { city: 'Köln' } });
    await prompt
      .user({ params: { name: 'Ben' } })
      .call()
      .content();
    expect(sent()).toEqual(['system: You work for Acme in Köln.', asked('Greet Ben.')]);
  });

  it('keep the client’s value if the value of a prompt is undefined', async () => {
    const { chat, sent } = start(DEFAULTS);
    await chat
      .prompt()
      .system({ params: { city: undefined } })
      .call()
      .content();
    expect(sent()).toEqual(['system: You work for Acme in Bonn.', asked('Greet Ann.')]);
  });

  it('keep the client’s text if the text of a prompt is undefined', async () => {
    const { chat, sent } = start(DEFAULTS);
    await chat
      .prompt()
      .system({ text: undefined, params: { city: 'Köln' } })
      .user({ text: undefined, files: [] })
      .call()
      .content();
    expect(sent()).toEqual(['system: You work for Acme in Köln.', asked('Greet Ann.')]);
  });

  it('are replaced by a prompt’s own text, which uses the client’s values too', async () => {
    const { chat, sent } = start(DEFAULTS);
    await chat
      .prompt()
      .system({ text: 'Be brief, {company}.' })
      .user({ text: 'Bye {name}, from {who}.', params: { who: 'us' } })
      .call()
      .content();
    expect(sent()).toEqual(['system: Be brief, Acme.', asked('Bye Ann, from us.')]);
  });

  it('gain values step by step, without changing the previous step', async () => {
    const { chat, sent } = start();
    const first = chat.prompt().user({ text: '{a} {b}', params: { a: 1, b: 1 } });
    const second = first.user({ params: { b: 2 } });
    await second.call().content();
    await first.call().content();
    expect([sent(0), sent(1)]).toEqual([[asked('1 2')], [asked('1 1')]]);
  });

  it('are not templates if they are bare, because a user may have written them', async () => {
    const { chat, sent } = start(DEFAULTS);
    await chat.prompt().system('Be brief, {company}.').user('I am {name}, {x}').call().content();
    expect(sent()).toEqual(['system: Be brief, {company}.', asked('I am {name}, {x}')]);
  });

  it('stay unchanged if they have no parameters', async () => {
    const { chat, sent } = start();
    await chat.prompt().system('{"answer": "in JSON"}').user({ text: 'As {it} is', params: {} }).call().content();
    expect(sent()).toEqual(['system: {"answer": "in JSON"}', asked('As {it} is')]);
  });

  it('may use other delimiters, and never change messages', async () => {
    const { chat, sent } = start();
    const template = new PromptTemplate('Find <number>.', { delimiters: ['<', '>'] });
    await chat
      .prompt()
      .messages(userMessage('{number}'))
      .user({ text: template, params: { number: 'A-1' } })
      .call()
      .content();
    expect(sent()).toEqual([asked('{number}'), asked('Find A-1.')]);
  });

  it('precede files', async () => {
    const { chat, sent, model } = start();
    const plan = filePart(new Uint8Array([1]), 'image/png');
    await chat
      .prompt()
      .user({ text: 'What is {what}?', params: { what: 'this' }, files: [plan] })
      .call()
      .content();
    expect(sent()).toEqual([['user', [{ type: 'text', text: 'What is this?' }, plan]]]);
    await chat
      .prompt()
      .user({ files: [plan] })
      .call()
      .content();
    expect((model.prompts[1]!.messages[0] as UserMessage).content).toEqual([plan]);
  });

  it('of the client are left out if a prompt has a question of its own, with or without files', async () => {
    const { chat, sent } = start(DEFAULTS);
    const plan = filePart(new Uint8Array([1]), 'image/png');
    const question = chat.prompt('What is this?').system('Be brief.');
    await question.call().content();
    await question
      .user({ files: [plan] })
      .call()
      .content();
    await chat
      .prompt({ messages: [{ role: 'user', content: 'What is this?' }], user: { files: [plan] }, system: 'Be brief.' })
      .call()
      .content();
    await question
      .user({ text: 'Tell {name}.', files: [plan] })
      .call()
      .content();
    const system = 'system: Be brief.';
    expect(sent(0)).toEqual([system, asked('What is this?')]);
    for (const index of [1, 2]) expect(sent(index)).toEqual([system, asked('What is this?'), ['user', [plan]]]);
    const [, parts] = asked('Tell Ann.') as [string, UserMessage['content']];
    expect(sent(3)).toEqual([system, asked('What is this?'), ['user', [...parts, plan]]]);
  });

  it('precede files of a prompt if they are parts of the client', async () => {
    const [plan, photo] = [filePart(new Uint8Array([1]), 'image/png'), filePart(new Uint8Array([2]), 'image/png')];
    const { chat, sent } = start({ user: [{ type: 'text', text: 'What is this?' }, plan] });
    const prompt = chat.prompt();
    await prompt
      .user({ files: [photo] })
      .call()
      .content();
    await prompt.user({ params: {} }).call().content();
    expect(sent()).toEqual([['user', [{ type: 'text', text: 'What is this?' }, photo]]]);
    expect(sent(1)).toEqual([['user', [{ type: 'text', text: 'What is this?' }, plan]]]);
  });

  it('name a missing value before a request is sent', async () => {
    const { chat, model } = start();
    const answer = chat
      .prompt()
      .user({ text: 'Greet {name} of {place}.', params: { place: 'Bonn' } })
      .call()
      .content();
    await expect(answer).rejects.toThrow('A prompt template has no value for "name".');
    expect(model.prompts).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    [
      'an empty object',
      {},
      'user() received an object. Pass a string, a PromptTemplate or { text, params }, or leave it out.',
    ],
    ['an empty string', { text: ' ' }, 'user().text received an empty string.'],
    ['null', null, 'user() received null.'],
    ['an empty list', [], 'user() received an empty list.'],
  ])('are refused if they are %s', (_, input, message) => {
    expect(() =>
      start()
        .chat.prompt()
        .user(input as never),
    ).toThrow(message);
  });
});
