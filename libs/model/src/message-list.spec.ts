import { describe, expect, it } from 'vitest';
import { filePart } from './file-part.js';
import {
  type AssistantMessage,
  assistantMessage,
  type Message,
  systemMessage,
  textOf,
  toolMessage,
  userMessage,
} from './message.js';
import { hasToolCalls } from './chat-response.js';
import { augmentSystem, augmentUser, lastUserMessage, lastUserOrToolMessage, systemTextOf } from './message-list.js';

const plan = filePart(new Uint8Array([1, 2, 3]), 'image/png');
const results = toolMessage([]);
const louder = (text: string): string => `${text}!`;
const turn: readonly Message[] = [
  userMessage('One'),
  systemMessage('Be brief.'),
  assistantMessage('Hm'),
  userMessage('Two'),
  systemMessage('Be kind.'),
  results,
];

describe('the messages of a prompt', () => {
  it('return the last user message, and the message to answer', () => {
    expect(lastUserMessage(turn)).toBe(turn[3]);
    expect(lastUserOrToolMessage(turn)).toBe(results);
    expect(lastUserOrToolMessage(turn.slice(0, 4))).toBe(turn[3]);
    expect([lastUserMessage([results]), lastUserMessage([]), lastUserOrToolMessage([])]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('return their texts, and none if they have only files, calls or results', () => {
    expect(turn.map(textOf)).toEqual(['One', 'Be brief.', 'Hm', 'Two', 'Be kind.', '']);
    const call = { type: 'tool-call', toolCallId: '1', toolName: 'look', input: '{}' } as const;
    const texts = [{ type: 'text', text: 'a' } as const, { type: 'text', text: 'b' } as const];
    expect(textOf(assistantMessage([texts[0]!, { type: 'reasoning', text: 'Hm' }, call, texts[1]!]))).toBe('ab');
    expect(textOf(userMessage([plan]))).toBe('');
  });

  it('return whether an answer calls tools', () => {
    const call = { type: 'tool-call', toolCallId: '1', toolName: 'look', input: '{}' } as const;
    const response = (message: AssistantMessage) =>
      ({ message, finishReason: { unified: 'stop' }, usage: {} }) as const;
    expect(hasToolCalls(response(assistantMessage([{ type: 'text', text: 'a' }, call])))).toBe(true);
    expect(hasToolCalls(response(assistantMessage('Hi')))).toBe(false);
    expect(hasToolCalls(response(assistantMessage([{ ...call, providerExecuted: true }])))).toBe(false);
  });

  it('return the first system text', () => {
    expect(systemTextOf(turn)).toBe('Be brief.');
    expect(systemTextOf([userMessage('Hi')])).toBeUndefined();
  });
});

describe('augmentSystem', () => {
  it('changes the first system message, and does not change the given list', () => {
    const before = structuredClone(turn);
    expect(augmentSystem(turn, louder)).toEqual(turn.with(1, systemMessage('Be brief.!')));
    expect(turn).toEqual(before);
  });

  it('keeps the provider metadata', () => {
    const cached = { ...systemMessage('Be brief.'), providerMetadata: { acme: { cache: true } } };
    expect(augmentSystem([cached], louder)).toEqual([{ ...cached, text: 'Be brief.!' }]);
  });

  it('adds one in front if there is none, also to an empty list', () => {
    expect(augmentSystem([userMessage('Hi')], louder)).toEqual([systemMessage('!'), userMessage('Hi')]);
    expect(augmentSystem([], louder)).toEqual([systemMessage('!')]);
  });
});

describe('augmentUser', () => {
  it('changes the last user message, and no other', () => {
    expect(augmentUser(turn, louder)).toEqual(turn.with(3, userMessage('Two!')));
  });

  it('joins its texts, and leaves the files in place', () => {
    const providerMetadata = { acme: { cache: true } };
    const [first, second] = [
      { type: 'text', text: 'Is this ', providerMetadata } as const,
      { type: 'text', text: 'it' } as const,
    ];
    expect(augmentUser([userMessage([plan, first, second])], (text) => `${text}?`)).toEqual([
      userMessage([plan, { type: 'text', text: 'Is this it?', providerMetadata }]),
    ]);
    expect(augmentUser([userMessage([first, plan, second])], () => 'What?')).toEqual([
      userMessage([{ type: 'text', text: 'What?', providerMetadata }, plan]),
    ]);
  });

  it('adds a text before files without one', () => {
    expect(augmentUser([userMessage([plan])], () => 'What is it?')).toEqual([
      userMessage([{ type: 'text', text: 'What is it?' }, plan]),
    ]);
  });

  it('adds a message at the end if there is none, but not to an empty list', () => {
    expect(augmentUser([systemMessage('Hi')], louder)).toEqual([systemMessage('Hi'), userMessage('!')]);
    expect(augmentUser([], louder)).toEqual([]);
  });
});

it('messages with an unchanged text are the same objects', () => {
  const same = (text: string): string => text;
  expect([augmentUser(turn, same), augmentSystem(turn, same), augmentUser([results], same)]).toEqual([
    turn,
    turn,
    [results],
  ]);
  expect(augmentUser(turn, same)).toBe(turn);
  expect(augmentSystem(turn, same)).toBe(turn);
});
