import type { Type } from '@nestjs/common';
import { MethodToolCallback, type ToolCallback, type ToolRegistry } from 'toolgate/tool';

const known = new WeakMap<ToolRegistry, Map<Type, readonly ToolCallback[]>>();

/** Returns the tools and the guarded methods of a class. Throws `ToolException` if it has neither. */
export const methodsOf = (registry: ToolRegistry, type: Type): readonly ToolCallback[] => {
  const ofRegistry = known.get(registry) ?? new Map<Type, readonly ToolCallback[]>();
  known.set(registry, ofRegistry);
  const found = ofRegistry.get(type) ?? find(registry, type);
  ofRegistry.set(type, found);
  return found;
};

const find = (registry: ToolRegistry, type: Type): readonly ToolCallback[] => {
  const methods = registry.all().filter((tool) => tool.type === type && tool.callback instanceof MethodToolCallback);
  // Models see no guarded method, so the registry does not count it to the tools of its class.
  const guarded = methods.flatMap(({ callback }) => (callback.metadata.internal ? [callback] : []));
  return guarded.length > 0 && guarded.length === methods.length
    ? guarded
    : [...registry.callbacksOf(type), ...guarded];
};
