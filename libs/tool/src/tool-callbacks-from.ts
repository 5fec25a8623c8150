import { StaticToolCallbackResolver } from './static-tool-callback.resolver.js';
import type { ToolCallback } from './tool-callback.js';
import { ToolRegistry } from './tool.registry.js';
import { ToolSets } from './tool-sets.js';
import { expandProviders, type ToolSource } from './tool-source.js';
import { ToolException } from './tool.errors.js';

/**
 * The tools of instances, of classes whose tools are all static, of callbacks and of providers of callbacks, outside an
 * application. Throws `ToolException` for what is no tool, and for two tools of one name.
 */
export function toolCallbacksFrom(...sources: readonly ToolSource[]): readonly ToolCallback[] {
  const sets = new ToolSets(new StaticToolCallbackResolver([]), new ToolRegistry());
  const sourceOf = new Map<ToolCallback, ToolSource>();
  for (const source of (expandProviders(sources) as readonly unknown[]).flat(Infinity) as ToolSource[]) {
    if (typeof source === 'string') {
      throw new ToolException(
        `toolCallbacksFrom() was given the name "${source}", and outside an application no tool is found by its name. Give a class, an instance or a callback.`,
      );
    }
    for (const callback of sets.of([source]).callbacks.values()) sourceOf.set(callback, source);
  }
  refuseTwins(sourceOf);
  return [...sourceOf.keys()];
}

function refuseTwins(sourceOf: ReadonlyMap<ToolCallback, ToolSource>): void {
  const names = [...sourceOf.keys()].map(({ definition }) => definition.name);
  const twins = [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
  if (twins.length === 0) return;
  const said = twins.map((twin) => {
    const owners = [...sourceOf.values()].filter((_, index) => names[index] === twin).map(nameOf);
    return `"${twin}" of ${owners.join(' and ')}`;
  });
  throw new ToolException(`Several tools have one name: ${said.join(', ')}. Give each a name of its own.`);
}

function nameOf(source: ToolSource): string {
  return (typeof source === 'function' ? source.name : source.constructor.name) || 'an unnamed class';
}
