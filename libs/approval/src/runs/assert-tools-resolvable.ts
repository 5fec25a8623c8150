import { isDeepStrictEqual } from 'node:util';
import type { Suspension } from 'toolgate/chat';
import type { ToolCallback, ToolCallbackResolver } from 'toolgate/tool';
import { SuspensionException } from '../errors/approval.errors.js';

/** Throws `SuspensionException` for a tool that cannot be resolved again by its name. */
export const assertToolsResolvable = (
  { request, loop, batch, offered }: Suspension,
  tools: ToolCallbackResolver,
): void => {
  for (const name of new Set([...request.tools, ...loop.tools, ...(loop.next?.tools ?? [])])) {
    if (!tools.resolve(name)) throwNotFound(name);
  }
  for (const callback of offered) {
    const { name } = callback.definition;
    const found = tools.resolve(name);
    if (!isSame(callback, found)) throwNotFound(name, callback, found);
  }
  for (const { prepared } of batch) {
    if (!prepared) continue;
    const { callback } = prepared;
    const { name } = callback.definition;
    const found = tools.resolve(name);
    if (found !== callback) throwNotFound(name, callback, found);
  }
};

// A provider may return new callbacks for each prompt.
const isSame = (callback: ToolCallback, found: ToolCallback | undefined): boolean =>
  callback === found || isDeepStrictEqual(callback.definition, found?.definition);

const throwNotFound = (name: string, callback?: ToolCallback, found?: ToolCallback): never => {
  const { why, remedy } = problemOf(name, callback, found);
  throw new SuspensionException(
    `The turn must wait for a person, and its tool "${name}" ${why}. No call of its batch ran. ${remedy}`,
  );
};

const problemOf = (name: string, callback?: ToolCallback, found?: ToolCallback) => {
  if (!found) {
    return {
      why: 'was passed to this prompt only, and it cannot be resolved again by its name',
      remedy: `Provide its class in a module, or { provide: "${name}", useValue: tool }. With createToolgate(), add it to tools.`,
    };
  }
  if (callback && isSame(callback, found)) {
    return {
      why: 'is another object than the tool of this name in the application',
      remedy: 'Pass its class or its name to tools(). A provider must return the same callbacks each time.',
    };
  }
  return {
    why: 'was passed to this prompt only, and the application has another tool of this name',
    remedy: `Provide the tool of the prompt in place of the other one: { provide: "${name}", useValue: tool }. For added arguments, toolCallbacksFrom(augmentTools(…)) returns it.`,
  };
};
