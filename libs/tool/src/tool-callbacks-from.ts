import { StaticToolCallbackResolver } from './static-tool-callback.resolver.js';
import type { ToolCallback } from './tool-callback.js';
import { ToolRegistry } from './tool.registry.js';
import { ToolSets } from './tool-sets.js';
import { expandProviders, type ToolSource } from './tool-source.js';
import { ToolException } from './tool.errors.js';

interface Found {
  readonly callback: ToolCallback;
  readonly source: unknown;
}

/**
 * The tools of instances, of classes whose tools are all static, of callbacks and of providers of callbacks, outside an
 * application. Throws `ToolException` for what is no tool, and for two tools of one name.
 */
export function toolCallbacksFrom(...sources: readonly ToolSource[]): readonly ToolCallback[] {
  const sets = new ToolSets(new StaticToolCallbackResolver([]), new ToolRegistry());
  const found = new Map<ToolCallback, Found>();
  for (const source of flatten(expandProviders(sources))) {
    if (typeof source === 'string') {
      throw new ToolException(
        `toolCallbacksFrom() was given the name "${source}", and outside an application no tool is found by its name. Give a class, an instance or a callback.`,
      );
    }
    for (const callback of sets.of([source]).callbacks.values()) found.set(callback, { callback, source });
  }
  refuseTwins([...found.values()]);
  return [...found.keys()];
}

function flatten(sources: readonly ToolSource[]): ToolSource[] {
  return sources.flatMap((source) => (Array.isArray(source) ? flatten(source as readonly ToolSource[]) : [source]));
}

function refuseTwins(found: readonly Found[]): void {
  const names = found.map(({ callback }) => callback.definition.name);
  const twins = [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
  if (twins.length === 0) return;
  const said = twins.map((twin) => {
    const owners = found.filter((_, index) => names[index] === twin).map(({ source }) => nameOf(source));
    return `"${twin}" of ${owners.join(' and ')}`;
  });
  throw new ToolException(`Several tools have one name: ${said.join(', ')}. Give each a name of its own.`);
}

function nameOf(source: unknown): string {
  return (typeof source === 'function' ? source.name : (source as object).constructor.name) || 'an unnamed class';
}
