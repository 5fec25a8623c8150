import { kindOf } from '#core';
import type { ToolCallback } from '../contract/tool-callback.js';
import { ToolException } from '../contract/tool.errors.js';
import { StaticToolCallbackResolver } from '../registry/static-tool-callback.resolver.js';
import { ToolRegistry } from '../registry/tool.registry.js';
import { ToolSets } from './tool-sets.js';
import { expandProviders, type ToolSource } from './tool-source.js';

/**
 * Returns the tools of instances, of classes with only static tools, of callbacks and of callback providers, outside an
 * application. Throws `ToolException` for a source without tools, and for two tools with the same name.
 */
export function toolCallbacksFrom(...sources: readonly ToolSource[]): readonly ToolCallback[] {
  const sets = new ToolSets(new StaticToolCallbackResolver([]), new ToolRegistry());
  const sourceOf = new Map<ToolCallback, ToolSource>();
  for (const source of (expandProviders(sources) as readonly unknown[]).flat(Infinity) as ToolSource[]) {
    if (source === null || source === undefined) {
      throw new ToolException(
        `toolCallbacksFrom() received ${kindOf(source)}. Pass a class, an instance, a callback or a provider of callbacks.`,
      );
    }
    if (typeof source === 'string') {
      throw new ToolException(
        `toolCallbacksFrom() received the name "${source}": outside an application no tool can be found by name. Pass a class, an instance or a callback.`,
      );
    }
    for (const callback of sets.of([source]).callbacks.values()) sourceOf.set(callback, source);
  }
  refuseTwinTools(sourceOf);
  return [...sourceOf.keys()];
}

function refuseTwinTools(sourceOf: ReadonlyMap<ToolCallback, ToolSource>): void {
  const names = [...sourceOf.keys()].map(({ definition }) => definition.name);
  const twins = [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
  if (twins.length === 0) return;
  const described = twins.map((twin) => {
    const owners = [...sourceOf.values()].filter((_, index) => names[index] === twin).map(sourceName);
    return `"${twin}" of ${owners.join(' and ')}`;
  });
  throw new ToolException(`Several tools have the same name: ${described.join(', ')}. Give each its own name.`);
}

function sourceName(source: ToolSource): string {
  return (typeof source === 'function' ? source.name : source.constructor.name) || 'an unnamed class';
}
