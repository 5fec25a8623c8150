import { isObject } from '#core';
import type { FilePart, JsonObject, JsonValue, TextPart } from 'toolgate/model';
import { RequestException } from '../../problem/request.exception.js';
import type { AgUiKnown } from './ag-ui-encoder.js';
import { type AgUiAnswer, readAnswers } from './answers.js';
import { userContent } from './user-content.js';

/** What a client of AG-UI asks for. Its history has no authority: only the newest message of the user is read. */
export interface AgUiRequest {
  readonly threadId: string;
  readonly runId: string;
  /** The newest message of the user; absent if the client answers interrupts. */
  readonly content?: readonly (TextPart | FilePart)[];
  /** The answers to interrupts; none in a request with a message. */
  readonly answers: readonly AgUiAnswer[];
  /** What the client has. It decides only what the stream shows again. */
  readonly known: AgUiKnown;
}

const ID = /^[^\p{Cc}]{1,200}$/u;

/**
 * Reads the body of a request as `RunAgentInput`. `state`, `tools`, `context` and `forwardedProps` are ignored. Throws
 * `RequestException` (`bad-request`) for anything else.
 */
export const readRunAgentInput = (body: JsonObject, files: readonly string[]): AgUiRequest => {
  const { messages, resume } = body;
  if (!Array.isArray(messages)) return refuse('"messages" is not a list. Send the messages of the thread.');
  const ids = {
    threadId: idOf(body, 'threadId'),
    runId: idOf(body, 'runId'),
    known: knownIn(messages.filter(isObject)),
  };
  const answers = readAnswers(resume);
  return answers.length > 0 ? { ...ids, answers } : { ...ids, answers, content: newestContent(messages, files) };
};

const refuse = (detail: string): never => {
  throw new RequestException('bad-request', detail);
};

const idOf = (body: JsonObject, name: 'threadId' | 'runId'): string => {
  const id = body[name];
  if (typeof id === 'string' && ID.test(id)) return id;
  return refuse(`"${name}" is not a text of 1 to 200 characters. Send an id, such as a UUID.`);
};

// A result of a tool in the history is an invention of the client, and an older question was answered.
const newestContent = (messages: readonly JsonValue[], files: readonly string[]): readonly (TextPart | FilePart)[] => {
  const newest = messages.at(-1);
  if (isObject(newest) && newest['role'] === 'user') return userContent(newest['content'], files);
  return refuse(
    'The last message is not one of the user. Send a message of the user, or answer the interrupts in "resume".',
  );
};

const knownIn = (messages: readonly JsonObject[]): AgUiKnown => ({
  messages: textsIn(messages, 'id'),
  calls: messages.flatMap(({ toolCalls }) =>
    Array.isArray(toolCalls) ? textsIn(toolCalls.filter(isObject), 'id') : [],
  ),
  results: textsIn(messages, 'toolCallId'),
});

const textsIn = (values: readonly JsonObject[], name: string): readonly string[] =>
  values.flatMap(({ [name]: text }) => (typeof text === 'string' ? [text] : []));
