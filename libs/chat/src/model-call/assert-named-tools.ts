import { isPromiseLike, listNames, type MaybePromise } from '#core';
import type { ToolDefinition } from 'toolgate/model';
import { ToolCallback, type ToolCallingManager, ToolException } from 'toolgate/tool';
import type { ChatClientRequest } from '../contract/chat-client-request.js';
import { ChatClientException } from '../errors/chat.errors.js';

const SHOWN = 100;

/** Returns whether the tool choice or the limits of a prompt need tools. */
export const namesTools = ({ options: { toolChoice }, turn: { limited } }: ChatClientRequest): boolean =>
  toolChoice?.type === 'tool' || toolChoice?.type === 'required' || limited !== undefined;

/** Throws `ChatClientException` if the tool choice or the limits of a prompt name a tool that does not exist, or the choice requires a tool and the turn has none. */
export const assertNamedTools = async (
  request: ChatClientRequest,
  sent: readonly ToolDefinition[] = [],
  manager: ToolCallingManager,
): Promise<void> => {
  const { options, turn } = request;
  const { toolChoice } = options;
  if (toolChoice?.type === 'tool' && !isAmong(sent, toolChoice.toolName)) {
    throw new ChatClientException(
      `toolChoice names the tool ${JSON.stringify(toolChoice.toolName)}, which this turn does not have. ${offeredTools(sent)} Correct the name, or name the tool in tools().`,
    );
  }
  if (toolChoice?.type === 'required' && sent.length === 0) {
    throw new ChatClientException(
      'toolChoice requires a tool call, and this turn has no tools. Name tools in tools(), or remove toolChoice.',
    );
  }
  const { limited } = turn;
  if (!limited) return;
  // Checked once per turn: later rounds send the same tools, or some of them.
  turn.limited = undefined;
  const unsent = limited.names.filter((name) => !isAmong(sent, name) && !isOfPrompt(limited.tools, name));
  await assertKnown(unsent, sent, { request, manager });
};

interface Surroundings {
  readonly request: ChatClientRequest;
  readonly manager: ToolCallingManager;
}

// A limit may name a tool that is hidden from the requester of this turn, or that another prompt sends.
const assertKnown = async (
  names: readonly string[],
  sent: readonly ToolDefinition[],
  { request: { turn }, manager }: Surroundings,
): Promise<void> => {
  for (const name of names) {
    if (await isOfApplication(name, () => manager.resolveToolDefinitions({ tools: [name] }, turn.context))) continue;
    throw new ChatClientException(
      `limits().perTool names the tool ${JSON.stringify(name)}, which neither this turn nor the application has. ${offeredTools(sent)} Correct the name, or remove it.`,
    );
  }
};

// Tools of the prompt may be hidden in this turn, or not yet found by a tool search.
const isOfPrompt = (tools: readonly unknown[], name: string): boolean =>
  tools.some((tool) =>
    Array.isArray(tool) ? isOfPrompt(tool, name) : tool instanceof ToolCallback && tool.definition.name === name,
  );

const isOfApplication = async (name: string, resolve: () => MaybePromise<readonly ToolDefinition[]>) => {
  try {
    const found = resolve();
    const definitions = isPromiseLike(found) ? await found : found;
    // A hidden tool resolves to an empty list. A glob resolves to tools of other names, and limits apply by name.
    return definitions.length === 0 || isAmong(definitions, name);
  } catch (error) {
    if (error instanceof ToolException) return false;
    throw error;
  }
};

const isAmong = (definitions: readonly ToolDefinition[], wanted: string): boolean =>
  definitions.some(({ name }) => name === wanted);

const offeredTools = (tools: readonly ToolDefinition[]): string => {
  if (tools.length === 0) return 'The turn has no tools.';
  const names = tools.map(({ name }) => name);
  return `The tools of the turn are: ${listNames(names, SHOWN)}.`;
};
