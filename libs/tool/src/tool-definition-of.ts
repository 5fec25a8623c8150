import type { ToolDefinition } from 'toolgate/model';
import { isStaticMember } from './declaration/is-static-member.js';
import type { MethodName } from './declaration/method-name.js';
import { planMethod } from './declaration/plan-method.js';
import type { ToolOptions } from './declaration/tool.decorator.js';
import type { Class } from './declaration/type-reference.js';

/**
 * Returns the definition sent to the model for a class's method, with or without `@Tool()`. `overrides` replaces single
 * options of the decorator.
 * @throws ToolDeclarationException if there is no such method, or the declaration is invalid
 */
export function toolDefinitionOf<T extends Class>(
  type: T,
  method: MethodName<T>,
  overrides: ToolOptions = {},
): ToolDefinition {
  return planMethod(type, method, { isStatic: isStaticMember(type, method), options: overrides }).definition;
}
