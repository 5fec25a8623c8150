import { isObject, isPromiseLike, kindOf, settleQuietly, useOneOf } from '#core';
import { type DeclarationProblem, type ToolCallback, ToolDeclarationException, type ToolMetadata } from 'toolgate/tool';
import { AiSdkToolCallback } from './ai-sdk-tool-callback.js';
import type { AiSdkContext, AiSdkToolSet } from './ai-sdk-tool.js';
import { MAKER } from './check-ai-sdk-tool.js';

/** What the application adds to tools of the AI SDK. */
export interface AiSdkToolsOptions<T extends AiSdkToolSet = AiSdkToolSet> {
  /** Settings of single tools, by name: `{ refund: { requiresApproval: true, tags: ['money'] } }`. */
  readonly settings?: { readonly [K in keyof T]?: ToolMetadata };
  /**
   * Returns the `context` (version 7) or `experimental_context` (version 6) of one call.
   * @default the data of `toolContext()` and `transient()` in one object
   */
  readonly context?: AiSdkContext;
}

/**
 * Converts tools of the AI SDK 6 or 7 to tools of Toolgate: `chat.prompt(text).tools(aiSdkTools({ refund: tool({ … }) }))`.
 * @throws ToolDeclarationException that lists every tool that cannot run here
 */
export function aiSdkTools<T extends AiSdkToolSet>(
  tools: T,
  options: AiSdkToolsOptions<T> = {},
): readonly ToolCallback[] {
  assertToolSet(tools);
  const { settings = {}, context = ownContext } = options;
  assertSettings(tools, settings);
  const problems: DeclarationProblem[] = [];
  const callbacks = Object.entries(tools).flatMap(([name, tool]) => {
    try {
      return [new AiSdkToolCallback({ name, tool, settings: ownSettings(settings, name), contextOf: context })];
    } catch (error) {
      if (!(error instanceof ToolDeclarationException)) throw error;
      problems.push(...error.problems);
      return [];
    }
  });
  if (problems.length > 0) throw new ToolDeclarationException(problems);
  return callbacks;
}

const ownContext: AiSdkContext = ({ data, transient }) => ({ ...data, ...transient });

const ownSettings = (settings: AiSdkToolsOptions['settings'], name: string): ToolMetadata | undefined =>
  settings && Object.hasOwn(settings, name) ? settings[name] : undefined;

const assertToolSet = (tools: unknown): void => {
  if (isObject(tools) && !isPromiseLike(tools)) return;
  if (isPromiseLike(tools)) settleQuietly(tools);
  const kind = isPromiseLike(tools)
    ? 'a promise. Await it first'
    : `${kindOf(tools)}. Pass tools by name: { refund: tool({ … }) }`;
  throw new ToolDeclarationException(`${MAKER}() received ${kind}.`);
};

const assertSettings = (tools: AiSdkToolSet, settings: object): void => {
  const unknown = Object.keys(settings).find((name) => !Object.hasOwn(tools, name));
  if (unknown === undefined) return;
  throw new ToolDeclarationException(
    `${MAKER}() received settings for "${unknown}", which is not one of the tools. ${useOneOf(Object.keys(tools))}`,
  );
};
