import { randomUUID } from 'node:crypto';
import { TurnAbort, defined, exactJson, freezeJson, ignore, isObject, messageOf } from '#core';
import type { LoopState, SavedRequest } from 'toolgate/chat';
import { type ChatResponse, type JsonObject, toJson } from 'toolgate/model';
import {
  type BatchJournal,
  type ToolCallback,
  type ToolCallingChatOptions,
  ToolContext,
  type Turn,
} from 'toolgate/tool';
import { hashOf } from '../records/canonical-json.js';
import type { GatedCallOptions } from './gated-call.js';
import { GatedCallException } from './gated-call.errors.js';

/** A call that is about to be made, as the manager of a turn receives it: the answer of a model with one call. */
export interface NewCall {
  readonly callback: ToolCallback;
  readonly input: JsonObject;
  readonly response: ChatResponse;
  readonly options: GatedCallOptions;
  readonly data?: JsonObject;
}

/** Returns a call of a tool. Throws `GatedCallException` for arguments or a tool context that JSON cannot carry. */
export const newCall = (callback: ToolCallback, input: unknown, options: GatedCallOptions): NewCall => {
  const { name } = callback.definition;
  const { toolContext } = options;
  const json = jsonOf(name, 'its arguments', () => toJson(input));
  const data = toolContext && jsonOf(name, 'toolContext', () => exactJson(toolContext));
  return { callback, input: json, response: responseOf(name, json), options, data: data && freezeJson(data) };
};

/** Returns the turn that the gate, the tool and its interceptors see: it has this one call. */
export const turnOfCall = (
  { data, options: { transient, conversation } }: NewCall,
  {
    runId,
    abort,
    journal,
  }: { readonly runId?: string; readonly abort?: TurnAbort; readonly journal?: BatchJournal } = {},
): Turn => ({
  context: new ToolContext({ data, transient, conversation, abort, runId }),
  abort,
  round: 0,
  journal,
  emit: ignore,
});

/** Returns the request and the state of the loop from which a saved call resumes. */
export const savedCallOf = (
  { callback, response, data = {}, options: { conversation } }: NewCall,
  traceParent: string | undefined,
): { readonly request: SavedRequest; readonly loop: LoopState } => {
  return savedCall(response, { toolContext: data, tools: [callback.definition.name], conversation, traceParent });
};

/** The parts of a saved request that differ between calls. */
type AboutCall = Pick<SavedRequest, 'toolContext' | 'tools' | 'conversation' | 'traceParent'>;

/** Returns the request and the state of the loop of a saved call: those of a turn with one answer. */
export const savedCall = (
  response: ChatResponse,
  { toolContext, tools, conversation, traceParent }: AboutCall,
): { readonly request: SavedRequest; readonly loop: LoopState } => {
  const empty = { client: '', messages: [], options: {}, context: {}, advisors: [] };
  return {
    request: { ...empty, toolContext, tools, ...defined({ conversation, traceParent }) },
    loop: { history: [], start: 0, round: 0, response, options: {}, tools, usage: {}, exchanges: [] },
  };
};

/** Returns the hash of the tool and the input of a request. */
export const requestHashOf = ({ callback, input }: NewCall): string =>
  hashOf({ tool: callback.definition.name, input });

const sources = new WeakMap<ToolCallback, ToolCallingChatOptions>();

/** Returns the options that offer one tool. Each call of the tool receives the same object. */
export const offerOf = (callback: ToolCallback): ToolCallingChatOptions => {
  const known = sources.get(callback) ?? { tools: [callback] };
  sources.set(callback, known);
  return known;
};

const responseOf = (toolName: string, input: JsonObject): ChatResponse => ({
  message: {
    role: 'assistant',
    content: [{ type: 'tool-call', toolCallId: newCallId(), toolName, input: JSON.stringify(input) }],
  },
  finishReason: TOOL_CALLS,
  usage: {},
});

/** Makes the ids of this process unique. A random id for each call would cost a fifth of a call without I/O. */
const PROCESS = randomUUID();
let calls = 0;
const newCallId = (): string => `${PROCESS}-${(calls += 1)}`;

const TOOL_CALLS = { unified: 'tool-calls' } as const;

const jsonOf = (tool: string, what: string, read: () => unknown): JsonObject => {
  let json: unknown;
  try {
    json = read();
  } catch (cause) {
    const message = messageOf(cause);
    throw new GatedCallException(`"${tool}" was not called: ${what} must be plain JSON. ${message}`, { cause });
  }
  if (isObject(json)) return json;
  throw new GatedCallException(`"${tool}" was not called: ${what} must be an object. Pass each value by its name.`);
};
