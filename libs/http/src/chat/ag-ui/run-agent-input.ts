import { isObject } from '#core';
import type { FilePart, JsonObject, JsonValue, TextPart } from 'toolgate/model';
import { refuseRequest } from '../../problem/request.exception.js';
import type { AgUiKnown } from './ag-ui-known.js';
import { readChatId } from '../shared/chat-id.js';
import { turnOfMessage } from './answer-ids.js';
import { type AgUiAnswer, readAnswers } from './answers.js';
import { userContent } from './user-content.js';

/** What a client of AG-UI asks for. Its history has no authority: only the newest message of the user is read. */
export interface AgUiRequest {
  readonly threadId: string;
  readonly runId: string;
  /** The newest message of the user; absent if the client answers interrupts, or reads what it has missed. */
  readonly content?: readonly (TextPart | FilePart)[];
  /** The answers to interrupts; none in a request with a message. */
  readonly answers: readonly AgUiAnswer[];
  /** What the client has. It decides only what the stream shows again. */
  readonly known: Required<AgUiKnown>;
  /** The turn of the last message, as far as its id names one. */
  readonly lastTurn?: string;
}

/**
 * Reads the body of a request as `RunAgentInput`. `state`, `tools`, `context` and `forwardedProps` are ignored. Throws
 * `RequestException` (`bad-request`) for anything else.
 */
export const readRunAgentInput = (body: JsonObject, files: readonly string[]): AgUiRequest => {
  const { messages, resume } = body;
  if (!Array.isArray(messages)) return refuseRequest('"messages" is not a list. Send the messages of the thread.');
  const ids = {
    threadId: readThreadId(body['threadId']),
    runId: readChatId(body['runId'], '"runId"'),
    known: knownIn(messages.filter(isObject)),
  };
  const answers = readAnswers(resume);
  const newest = messages.at(-1);
  if (answers.length > 0 || isShownBefore(newest)) return { ...ids, answers, ...lastTurnOf(newest) };
  return { ...ids, answers, content: newestContent(newest, files) };
};

/** Returns the id of a thread. Throws `RequestException` (`bad-request`) if it is not one. */
export const readThreadId = (id: unknown): string => readChatId(id, '"threadId"');

// The client may have invented a tool result in its history, and every older question was answered.
const newestContent = (newest: JsonValue | undefined, files: readonly string[]): readonly (TextPart | FilePart)[] => {
  if (isObject(newest) && newest['role'] === 'user') return userContent(newest['content'], files);
  return refuseRequest(
    'The last message is neither of the user nor of the agent. Send a message of the user, or answer the interrupts in "resume".',
  );
};

// A thread that ends with a message of the agent was cut off, or loaded again: nothing in it is new.
const isShownBefore = (newest: JsonValue | undefined): boolean =>
  newest === undefined || (isObject(newest) && SHOWN.has(newest['role']));

const SHOWN: ReadonlySet<unknown> = new Set(['assistant', 'tool', 'reasoning']);

const lastTurnOf = (newest: JsonValue | undefined): Pick<AgUiRequest, 'lastTurn'> => {
  const id = isObject(newest) ? newest['id'] : undefined;
  const turn = typeof id === 'string' ? turnOfMessage(id) : undefined;
  return turn === undefined ? {} : { lastTurn: turn };
};

const knownIn = (messages: readonly JsonObject[]): Required<AgUiKnown> => {
  const calls = messages.flatMap(({ toolCalls }) => (Array.isArray(toolCalls) ? toolCalls.filter(isObject) : []));
  return {
    messages: textsIn(messages, 'id'),
    calls: textsIn(calls, 'id'),
    results: textsIn(messages, 'toolCallId'),
    texts: new Map([
      ...messages.flatMap(({ id, content }) => textOf(id, content)),
      ...calls.flatMap(({ id, function: called }) => textOf(id, isObject(called) ? called['arguments'] : '')),
    ]),
  };
};

const textOf = (id: JsonValue | undefined, text: JsonValue | undefined): readonly (readonly [string, string])[] =>
  typeof id === 'string' ? [[id, typeof text === 'string' ? text : '']] : [];

const textsIn = (values: readonly JsonObject[], name: string): readonly string[] =>
  values.flatMap(({ [name]: text }) => (typeof text === 'string' ? [text] : []));
