import { isDeepStrictEqual } from 'node:util';
import type { Suspension } from 'toolgate/chat';
import type { ToolCallback, ToolCallbackResolver } from 'toolgate/tool';
import { SuspensionException } from '../errors/approval.errors.js';

/** Throws `SuspensionException` for a tool that cannot be resolved again by its name. */
export const assertToolsResolvable = (
  { request, loop, batch, offered }: Suspension,
  tools: ToolCallbackResolver,
): void => {
  for (const name of new Set([...request.tools, ...loop.tools])) {
    if (!tools.resolve(name)) throwNotFound(name);
  }
  for (const callback of offered) {
    if (!isSame(callback, tools.resolve(callback.definition.name))) throwNotFound(callback.definition.name);
  }
  for (const { prepared } of batch) {
    if (prepared && tools.resolve(prepared.callback.definition.name) !== prepared.callback) {
      throwNotFound(prepared.callback.definition.name);
    }
  }
};

// A provider may return new callbacks for each prompt.
const isSame = (callback: ToolCallback, found: ToolCallback | undefined): boolean =>
  callback === found || isDeepStrictEqual(callback.definition, found?.definition);

const throwNotFound = (name: string): never => {
  throw new SuspensionException(
    `The turn must wait for a person, and its tool "${name}" was passed to this prompt only and cannot be resolved again by its name. No call of its batch ran. Provide its class in a module, or { provide: "${name}", useValue: tool }. With createToolgate(), add it to tools.`,
  );
};
