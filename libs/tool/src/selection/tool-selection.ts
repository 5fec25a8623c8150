import type { ToolCallback } from '../contract/tool-callback.js';
import { ToolException } from '../contract/tool.errors.js';
import { nameMatcher, type ToolPattern } from './name-matcher.js';

/** A source for `tools()`: the application's tools that have all of these tags. */
export class TaggedTools {
  constructor(readonly tags: readonly string[]) {}
}

/** Selects the application's tools that have all of these tags: `chat.prompt(…).tools(tagged('orders', 'read'))`. */
export const tagged = (...tags: readonly string[]): TaggedTools => {
  if (tags.length > 0 && tags.every((tag) => typeof tag === 'string' && tag !== '')) return new TaggedTools(tags);
  throw new ToolException('tagged() received no tag, or one that is not a string. Pass at least one tag, as a string.');
};

/** The tools selected by a pattern or by tags. */
export class ToolSelection {
  constructor(readonly callbacks: readonly ToolCallback[]) {}
}

/** Whether a name is a glob, such as `order*`. */
export const isGlob = (name: string): boolean => name.includes('*');

/** Selects tools by a name pattern. Throws `ToolException` if no tool matches. */
export const selectByPattern = (pattern: ToolPattern, all: readonly ToolCallback[]): ToolSelection => {
  const matches = nameMatcher(pattern);
  return selected(
    all.filter(({ definition }) => matches(definition.name)),
    `No tool's name matches ${typeof pattern === 'string' ? `"${pattern}"` : String(pattern)}.`,
  );
};

/** Selects tools by tags. Throws `ToolException` if no tool has all of them. */
export const selectByTags = ({ tags }: TaggedTools, all: readonly ToolCallback[]): ToolSelection =>
  selected(
    all.filter(({ metadata }) => tags.every((tag) => metadata.tags?.includes(tag))),
    `No tool has ${tags.length > 1 ? 'all of the tags' : 'the tag'} ${tags.map((tag) => `"${tag}"`).join(', ')}.`,
  );

const selected = (callbacks: readonly ToolCallback[], nothing: string): ToolSelection => {
  if (callbacks.length > 0) return new ToolSelection(callbacks);
  throw new ToolException(`${nothing} Import the module that provides the tool, or correct the selection.`);
};
