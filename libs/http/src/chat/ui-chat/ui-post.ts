import { isObject } from '#core';
import type { JsonObject, JsonValue, UserMessage } from 'toolgate/model';
import { refuseRequest } from '../../problem/request.exception.js';
import { readChatId } from '../shared/chat-id.js';
import { readDecisions, type ShownDecision } from './read-decisions.js';
import { type PostedOutput, readOutputs } from './read-outputs.js';
import { readUserContent } from './read-user-content.js';

/** A request for another answer to the last question of the chat. */
export interface RegeneratePost {
  /** The id of the answer; absent if the client names none. */
  readonly messageId?: string;
  /** The newest message of the client, which the memory does not have if its turn has failed. */
  readonly content: UserMessage['content'];
  /** The ids of the messages before it. They decide only whether the memory has the newest message. */
  readonly earlier: readonly string[];
}

/** The answer of the assistant that a client posts again, with what its person or its page has added. */
export interface DecisionsPost {
  readonly decisions: readonly ShownDecision[];
  readonly outputs: readonly PostedOutput[];
}

/** What a stock client posts, as far as it is read: the newest message of the user, decisions, or outputs. */
export type UiPost = { readonly chat: string } & (
  | { readonly type: 'message'; readonly content: UserMessage['content'] }
  | ({ readonly type: 'regenerate' } & RegeneratePost)
  | ({ readonly type: 'decisions' } & DecisionsPost)
);

/**
 * Reads what a stock client posts. Everything else of the conversation is the client's own copy, and is ignored. Throws
 * `RequestException` for a body that is not of the protocol.
 */
export const readUiPost = (body: JsonObject, files: readonly string[]): UiPost => {
  const { id, messages, trigger, messageId, editedArguments, answers } = body;
  const chat = readChatId(id);
  const message = newestOf(messages);
  switch (trigger) {
    case 'regenerate-message':
      return { chat, type: 'regenerate', ...readRegenerate(body, message, files) };
    case 'submit-message':
      if (message['role'] === 'assistant') {
        const decisions = readDecisions(message, { editedArguments, answers });
        return { chat, type: 'decisions', decisions, outputs: readOutputs(message) };
      }
      if (message['role'] !== 'user') {
        return refuseRequest('The last message is neither of the user nor of the assistant. Send no system messages.');
      }
      if (messageId !== undefined) {
        return refuseRequest(
          'An earlier message cannot be edited. Send a new message, or ask the last question again with regenerate().',
        );
      }
      return { chat, type: 'message', content: readUserContent(message, files) };
    default:
      return refuseRequest('"trigger" is neither "submit-message" nor "regenerate-message".');
  }
};

const readRegenerate = (
  { messageId, messages }: JsonObject,
  message: JsonObject,
  files: readonly string[],
): RegeneratePost => {
  if (message['role'] !== 'user') {
    return refuseRequest('The last message is not of the user. Send the messages up to the question of the answer.');
  }
  if (messageId !== undefined && (typeof messageId !== 'string' || messageId.length > MOST_OF_ID)) {
    return refuseRequest(
      `"messageId" is not a string of at most ${MOST_OF_ID} characters. Send the id of the last answer.`,
    );
  }
  const earlier = Array.isArray(messages)
    ? messages
        .slice(0, -1)
        .filter(isObject)
        .map(({ id }) => id)
    : [];
  return {
    ...(messageId !== undefined && { messageId }),
    content: readUserContent(message, files),
    earlier: earlier.filter((id) => typeof id === 'string'),
  };
};

const MOST_OF_ID = 200;

const newestOf = (messages: JsonValue | undefined): JsonObject => {
  const message: JsonValue | undefined = Array.isArray(messages) ? messages.at(-1) : undefined;
  return isObject(message) ? message : refuseRequest('"messages" is not a list of messages, or is empty.');
};
