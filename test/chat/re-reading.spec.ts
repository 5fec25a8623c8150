import { describe, expect, it } from 'vitest';
import { ChatClient, ReReadingAdvisor } from 'toolgate';
import { HIGHEST_PRECEDENCE, PromptTemplate, type ReReadingAdvisorOptions } from 'toolgate/chat';
import { assistantMessage, filePart, systemMessage, textOf, userMessage } from 'toolgate/model';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { boot } from '../story.fixture.js';
import { tool } from './chat.fixture.js';

const plan = filePart(new Uint8Array([1]), 'image/png');

const clientOf = (options?: ReReadingAdvisorOptions) => {
  const model = new ScriptedChatModel([callsTools(toolCall('look')), 'Five.']);
  const advisors = [new ReReadingAdvisor(options)];
  return { model, chat: ChatClient.create(model, { advisors, tools: [tool('look')] }) };
};

const twice = (question: string): string => `${question}\nRead the question again: ${question}`;

describe('the re-reading advisor', () => {
  it.each([0, HIGHEST_PRECEDENCE + 100])('repeats the last question once in each round: order %d', async (order) => {
    const { model, chat } = clientOf({ order });
    const earlier = [userMessage('Hi {name}'), assistantMessage('Hello')];
    await chat.prompt().messages(earlier).user('How many {apples}?').call().content();
    expect(model.prompts).toHaveLength(2);
    for (const { messages } of model.prompts) {
      expect(messages.slice(0, 3)).toEqual([...earlier, userMessage(twice('How many {apples}?'))]);
    }
  });

  it('repeats the question in a stream', async () => {
    const { model, chat } = clientOf();
    await chat.prompt('How many?').stream().outcome();
    expect(textOf(model.prompts[0]!.messages[0]!)).toBe(twice('How many?'));
  });

  it('uses a custom template', async () => {
    for (const template of [
      '{question} ({question}!)',
      new PromptTemplate('<question> (<question>!)', { delimiters: ['<', '>'] }),
    ]) {
      const { model, chat } = clientOf({ template });
      await chat.prompt('Why?').call().content();
      expect(textOf(model.prompts[0]!.messages[0]!)).toBe('Why? (Why?!)');
    }
  });

  it('refuses a template that would lose the question', () => {
    expect(() => new ReReadingAdvisor({ template: 'Think step by step.' })).toThrow(
      'The template of a ReReadingAdvisor must contain {question}. Add it.',
    );
    expect(() => new ReReadingAdvisor({ template: '{query} {query}' })).toThrow('no value for "query"');
  });

  it('leaves files in place, and messages without a question unchanged', async () => {
    const { model, chat } = clientOf();
    await chat
      .prompt()
      .user([plan, { type: 'text', text: 'What is it?' }])
      .call()
      .content();
    expect(model.prompts[0]!.messages).toEqual([userMessage([plan, { type: 'text', text: twice('What is it?') }])]);
    const { model: another, chat: other } = clientOf();
    await other.prompt().messages(systemMessage('Say hello.')).call().content();
    expect(another.prompts[0]!.messages).toEqual([systemMessage('Say hello.')]);
  });

  it('may be a provider itself', async () => {
    const { chat, model } = await boot({ script: ['Hi'], providers: [ReReadingAdvisor] });
    await chat.prompt('Why?').call().content();
    expect(textOf(model.prompts[0]!.messages[0]!)).toBe(twice('Why?'));
  });
});
