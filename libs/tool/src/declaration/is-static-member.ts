import { ToolDeclarationException } from '../tool.errors.js';
import { TOOL_OPTIONS } from './declaration.constants.js';
import { chainOf } from './tool-methods-of.js';
import type { Class } from './type-reference.js';

/**
 * Tells whether a class's method of this name is a static one. Of two, the one with `@Tool()` is meant, else that of
 * the instances.
 * @throws ToolDeclarationException if there is none
 */
export function isStaticMember(type: Class, key: string): boolean {
  const starts: readonly object[] = key === 'constructor' ? [] : [type.prototype, type];
  const having = starts.filter((start) => chainOf(start).some((target) => Object.hasOwn(target, key)));
  const [found] = [...having.filter((start) => Reflect.hasMetadata(TOOL_OPTIONS, start, key)), ...having];
  if (found) return found === type;
  throw new ToolDeclarationException(`${type.name || 'An unnamed class'} has no method "${key}".`);
}
