import type { ToolDefinition } from 'toolgate/model';
import type { ToolCallback, ToolSet } from 'toolgate/tool';
import type { ToolReference } from '../contract/tool-index.js';

/** The tools that a turn can find. */
export interface ToolCatalog {
  /** The references by name; an unchanged tool is the same object in each catalog. */
  readonly references: ReadonlyMap<string, ToolReference>;
  /** Returns the tool of a name, in upper or lower case. */
  find(name: string): ToolCallback | undefined;
}

const catalogs = new WeakMap<ToolSet, ToolCatalog>();
const references = new WeakMap<ToolDefinition, ToolReference>();

/** Returns the tools of a set, without those of the framework. The catalog of a set is cached. */
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
