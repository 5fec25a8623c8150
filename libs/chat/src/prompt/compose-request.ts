import { exactJson, freezeJson, messageOf } from '#core';
import { mergeOptions } from '#model';
import { type ChatOptions, type JsonObject, type Message, systemMessage, userMessage } from 'toolgate/model';
import { expandProviders } from '#tool';
import { type ToolCallingChatOptions, ToolContext, type ToolContextInit, type ToolSource } from 'toolgate/tool';
import type { ChatClientDefaults, CheckedRecord } from './chat-client-record.js';
import type { ChatClientRequest } from '../contract/chat-client-request.js';
import type { ChatTurn } from '../contract/chat-turn.js';
import { ChatClientException } from '../errors/chat.errors.js';
import { overrideDefined } from './override-defined.js';
import { hasText, overrideText, renderText, renderUser } from './prompt-text.js';

/** The values that a prompt overrides: those of its client and of the model. */
interface PromptDefaults {
  readonly defaults: ChatClientDefaults;
  readonly modelOptions: ToolCallingChatOptions | undefined;
}

/** Creates the request of a prompt: the prompt overrides the client's defaults, and those override the model's. */
export const composeRequest = (
  { defaults, modelOptions }: PromptDefaults,
  record: CheckedRecord,
  turn: ChatTurn,
): ChatClientRequest => {
  assertNoQuestion(record);
  const options = mergeOptions<ToolCallingChatOptions>(
    mergeOptions(withoutTools(modelOptions), withoutTools(defaults.options)),
    withoutTools(record.options),
  );
  const tools = toolsOf(modelOptions, defaults, record);
  return {
    messages: messagesOf(defaults, record),
    options: tools ? { ...options, tools: expandProviders(tools) } : options,
    context: contextOf(defaults, record),
    turn,
    round: 0,
  };
};

const assertNoQuestion = ({ regenerate, text, user, messages, continueFrom }: CheckedRecord): void => {
  if (!regenerate || !(text !== undefined || user !== undefined || messages || continueFrom)) return;
  throw new ChatClientException(
    'The prompt has messages of its own, and regenerate() asks the last question of its conversation. Remove one of them.',
  );
};

const contextOf = ({ advisorParams: defaults }: CheckedRecord, { advisorParams: own }: CheckedRecord) =>
  defaults || own ? overrideDefined(defaults ?? {}, own ?? {}) : NO_PARAMS;

const NO_PARAMS: ChatClientRequest['context'] = Object.freeze({});

/** Creates the tool context of a turn: the prompt's own data over the defaults, frozen. */
export const composeToolContext = (
  { defaults, modelOptions }: PromptDefaults,
  record: CheckedRecord,
  { abort, runId }: Pick<ToolContextInit, 'abort' | 'runId'>,
): ToolContext => {
  let data: JsonObject | undefined;
  for (const layer of [
    modelOptions?.toolContext,
    defaults.options?.toolContext,
    defaults.toolContext,
    record.options?.toolContext,
    record.toolContext,
  ])
    if (layer) data = data ? overrideDefined(data, layer) : layer;
  return new ToolContext({
    data: data && frozenJson(data),
    transient: record.transient,
    conversation: record.conversation ?? defaults.conversation,
    abort,
    runId,
    outer: record.outer,
  });
};

// Stored data must come back unchanged, so that adding a store later changes no behavior.
const frozenJson = (data: JsonObject): JsonObject => {
  try {
    return freezeJson(exactJson(data)) as JsonObject;
  } catch (cause) {
    const message = messageOf(cause);
    throw new ChatClientException(
      `toolContext() takes plain JSON: ${message} Convert such values, or pass them with transient().`,
      { cause },
    );
  }
};

const messagesOf = (defaults: CheckedRecord, record: CheckedRecord): readonly Message[] => {
  const system = renderText(overrideText(defaults.system, record.system));
  const hasQuestion =
    record.regenerate !== undefined ||
    record.text !== undefined ||
    record.messages?.some(({ role }) => role === 'user');
  // The client's text is for a prompt without a question; files of a prompt then stand alone.
  const isAlone = hasQuestion && !hasText(record.user);
  const user = renderUser(isAlone ? record.user : overrideText(defaults.user, record.user));
  // A copy, because the caller may change the list later.
  const messages = record.messages ? [...record.messages] : [];
  if (system !== undefined) messages.unshift(systemMessage(system));
  if (record.text !== undefined) messages.push(userMessage(record.text));
  if (user !== undefined) messages.push(userMessage(user));
  return messages;
};

// The prompt's own tools replace all defaults; added tools extend the active list.
const toolsOf = (
  modelOptions: ToolCallingChatOptions | undefined,
  defaults: CheckedRecord,
  record: CheckedRecord,
): readonly ToolSource[] | undefined => {
  const base =
    record.tools ?? record.options?.tools ?? defaults.tools ?? defaults.options?.tools ?? modelOptions?.tools;
  return record.addedTools ? [...(base ?? []), ...record.addedTools] : base;
};

const withoutTools = (options: ToolCallingChatOptions | undefined): ChatOptions | undefined => {
  if (!options?.tools && !options?.toolContext) return options;
  const { tools: _, toolContext: __, ...settings } = options;
  return settings;
};
