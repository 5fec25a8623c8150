import type { ToolDefinition } from 'toolgate/model';
import type { ToolCallback, ToolSet } from 'toolgate/tool';
import type { ToolReference } from './tool-index.js';

/** The tools that can be found in a turn. */
export interface ToolCatalog {
  /** By name; a tool that did not change is the same object in each catalog. */
  readonly references: ReadonlyMap<string, ToolReference>;
  /** The tool of a name, however it is capitalised. */
  find(name: string): ToolCallback | undefined;
}

const catalogs = new WeakMap<ToolSet, ToolCatalog>();
const references = new WeakMap<ToolDefinition, ToolReference>();

/** Lists the tools of a set, without the framework's own. One set is listed once. */
export const catalogOf = (set: ToolSet): ToolCatalog => {
  const known = catalogs.get(set);
  if (known) return known;
  const callbacks = [...set.callbacks.values()].filter(({ builtIn }) => !builtIn);
  let lowered: ReadonlyMap<string, ToolCallback> | undefined;
  const catalog: ToolCatalog = {
    references: new Map(callbacks.map((callback) => [callback.definition.name, referenceOf(callback)])),
    find: (name) => {
      const callback = set.callbacks.get(name);
      if (callback) return callback.builtIn ? undefined : callback;
      lowered ??= new Map(callbacks.map((each) => [each.definition.name.toLowerCase(), each]));
      return lowered.get(name.toLowerCase());
    },
  };
  catalogs.set(set, catalog);
  return catalog;
};

const referenceOf = ({ definition, metadata }: ToolCallback): ToolReference => {
  const known = references.get(definition);
  if (known) return known;
  const { name, description, inputSchema } = definition;
  const { tags } = metadata;
  const reference = { name, description, inputSchema, ...(tags && { tags }) };
  references.set(definition, reference);
  return reference;
};
