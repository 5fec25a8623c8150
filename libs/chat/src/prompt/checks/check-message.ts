import { quote } from '#core';
import type { Message } from 'toolgate/model';
import { ChatClientException } from '../../errors/chat.errors.js';
import type { MessageInput } from '../message-input.js';
import { areParts, checkParts } from './check-parts.js';
import { isRecord, type Place, throwInvalid } from './invalid-value.js';

/** A message before its validation. */
type Given = Readonly<Record<string, unknown>>;

const ROLES = ['system', 'user', 'assistant', 'tool'];

const SHORT = "Pass a message, such as { role: 'user', content: 'Hi' } or userMessage('Hi').";

/** Returns a list of messages, each with its short form written out. Throws `ChatClientException` for anything else. */
export const checkMessages = (place: Place, given: readonly MessageInput[]): readonly Message[] => {
  if (!Array.isArray(given)) return throwInvalid(place('messages'), given, 'Pass a list of messages.');
  return given.map((message: unknown, index) =>
    isMessage(message) ? message : checkMessage(place, `messages[${index}]`, message),
  );
};

// A long history is checked with every prompt: only messages that are wrong or in short form are checked in detail.
const isMessage = (given: unknown): given is Message => {
  if (typeof given !== 'object' || given === null) return false;
  const { role, content } = given as Given;
  if (role !== 'user' && role !== 'assistant' && role !== 'tool') return false;
  return Array.isArray(content) && (content.length > 0 || role !== 'user') && areParts(role, content);
};

const checkMessage = (place: Place, path: string, given: unknown): Message => {
  if (!isRecord(given)) return throwInvalid(place(path), given, SHORT);
  const { role, content } = given;
  if (role === 'system') return checkSystem(place, path, given);
  if (typeof role !== 'string' || !ROLES.includes(role)) return throwInvalidRole(place(path), role);
  if (role !== 'tool' && typeof content === 'string') return fromText(place, path, given);
  if (!Array.isArray(content) || (role === 'user' && content.length === 0)) {
    const expected = role === 'tool' ? 'a list of tool results, as toolMessage() does' : 'a string or a list of parts';
    return throwInvalid(place(`${path}.content`), content, `Pass ${expected}.`);
  }
  checkParts(place, `${path}.content`, { role: role as 'user' | 'assistant' | 'tool', parts: content });
  return given as Given & Message;
};

const checkSystem = (place: Place, path: string, given: Given): Message => {
  const { text, content, ...rest } = given;
  if (text !== undefined && content !== undefined) {
    throw new ChatClientException(`${place(path)} has both text and content. Leave one of them out.`);
  }
  const systemText = text ?? content;
  if (typeof systemText !== 'string' || systemText.trim() === '') {
    const name = content === undefined ? 'text' : 'content';
    return throwInvalid(
      place(`${path}.${name}`),
      systemText,
      'Pass the text of the system message, or leave the message out.',
    );
  }
  return (content === undefined ? given : { ...rest, text: systemText }) as Given & Message;
};

const fromText = (place: Place, path: string, given: Given): Message => {
  const text = given['content'] as string;
  // A model may have returned an empty answer; an empty user message is a mistake.
  if (given['role'] === 'user' && text.trim() === '') {
    return throwInvalid(place(`${path}.content`), text, 'Pass the text of the message, or leave the message out.');
  }
  return { ...given, content: [{ type: 'text', text }] } as unknown as Message;
};

const throwInvalidRole = (place: string, role: unknown): never => {
  const found = typeof role === 'string' ? `the role ${quote(role)}` : 'no role';
  throw new ChatClientException(`${place} has ${found}. Pass one of the roles ${ROLES.join(', ')}.`);
};
