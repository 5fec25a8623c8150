import type { Type } from '@nestjs/common';
import type { ChatOptions, JsonObject } from 'toolgate/model';
import { callbacksOfProvider } from '../contract/callbacks-of-provider.js';
import { ToolCallbackProvider } from '../contract/tool-callback-provider.js';
import type { ToolCallback } from '../contract/tool-callback.js';
import { AugmentedTools } from './augment-tools.js';
import type { TaggedTools } from './tool-selection.js';

/**
 * A source of tools: a class or an instance with `@Tool()` methods, a callback, a provider of callbacks, a name, a glob
 * over names (`order*`), a `RegExp` matched against names, `tagged('orders')`, `augmentTools(…)`, or arrays of these.
 */
export type ToolSource =
  | Type
  | ToolCallback
  | ToolCallbackProvider
  | TaggedTools
  | AugmentedTools
  | string
  | RegExp
  | object
  | readonly ToolSource[];

/** Chat options with the tools and their context. Both stay in the application: the prompt is plain JSON without them. */
export interface ToolCallingChatOptions extends ChatOptions {
  readonly tools?: readonly ToolSource[];
  readonly toolContext?: JsonObject;
}

/** Replaces each provider of callbacks with its callbacks, so that a turn asks each provider once. */
export const expandProviders = (sources: readonly ToolSource[]): readonly ToolSource[] =>
  sources.some(holdsProvider) ? sources.flatMap(expand) : sources;

const holdsProvider = (source: ToolSource): boolean => {
  if (source instanceof AugmentedTools) return (source.sources as readonly ToolSource[]).some(holdsProvider);
  return source instanceof ToolCallbackProvider || (Array.isArray(source) && source.some(holdsProvider));
};

const expand = (source: ToolSource): readonly ToolSource[] => {
  if (source instanceof ToolCallbackProvider) return callbacksOfProvider(source);
  if (source instanceof AugmentedTools)
    return [source.withSources(expandProviders(source.sources as readonly ToolSource[]))];
  return Array.isArray(source) ? source.flatMap(expand) : [source];
};
