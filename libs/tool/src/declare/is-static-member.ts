import { type Class, prototypeChain } from '#core';
import { ToolDeclarationException } from '../contract/tool.errors.js';
import { TOOL_OPTIONS } from '../tool.constants.js';

/**
 * Returns whether a class's method of this name is static. If there are two, the one with `@Tool()` counts, or else the
 * instance method.
 * @throws ToolDeclarationException if there is no such method
 */
export function isStaticMember(type: Class, key: string): boolean {
  const starts: readonly object[] = key === 'constructor' ? [] : [type.prototype, type];
  const having = starts.filter((start) => prototypeChain(start).some((target) => Object.hasOwn(target, key)));
  const [found] = [...having.filter((start) => Reflect.hasMetadata(TOOL_OPTIONS, start, key)), ...having];
  if (found) return found === type;
  throw new ToolDeclarationException(`${type.name || 'An unnamed class'} has no method "${key}". Check the name.`);
}
