import { CONVERSATION_BYTES, isAbortSignal } from '#core';
import type { RegenerateInput } from '../../contract/chat-turn.js';
import { ChatClientException } from '../../errors/chat.errors.js';
import { type Place, throwInvalid } from './invalid-value.js';

/** Returns the id of a conversation. Throws `ChatClientException` for anything else. */
export const checkConversation = (place: Place, id: string): string => {
  // An id may come from an HTTP request, and a store might interpret a list or a record.
  if (typeof id !== 'string' || id.trim() === '')
    return throwInvalid(place('conversation'), id, 'Pass the id of the conversation as a string, or leave it out.');
  const bytes = Buffer.byteLength(id);
  if (bytes <= CONVERSATION_BYTES) return id;
  throw new ChatClientException(
    `${place('conversation')} received an id of ${bytes} bytes. Pass one of at most ${CONVERSATION_BYTES} bytes.`,
  );
};

/** Returns the text of a prompt. Throws `ChatClientException` for anything else. */
export const checkPromptText = (place: Place, text: string): string => {
  if (typeof text === 'string' && text.trim() !== '') return text;
  return throwInvalid(place('text'), text, 'Pass a string, or leave it out.');
};

/** Returns the turn to regenerate. Throws `ChatClientException` for anything else. */
export const checkRegenerate = (place: Place, input: RegenerateInput): RegenerateInput => {
  const { turn } = input ?? { turn: null };
  if (turn === undefined || (typeof turn === 'string' && turn !== '')) return turn === undefined ? {} : { turn };
  return throwInvalid(place('regenerate'), input, 'Pass the id of the last turn, or nothing for the last turn.');
};

/** Returns a signal. Throws `ChatClientException` for anything else, such as its controller. */
export const checkSignal = (place: Place, signal: AbortSignal): AbortSignal => {
  if (isAbortSignal(signal)) return signal;
  const instruction = 'Pass an AbortSignal, such as controller.signal, or leave it out.';
  return throwInvalid(place('signal'), signal, instruction);
};

/** Returns a time limit in milliseconds. Throws `ChatClientException` for anything else; no limit is `Infinity`. */
export const checkTimeout = (place: string, timeoutMs: number): number => {
  if (typeof timeoutMs === 'number' && timeoutMs > 0) return timeoutMs;
  return throwInvalid(place, timeoutMs, 'Pass milliseconds above 0, or Infinity.');
};
