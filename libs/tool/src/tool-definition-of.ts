import type { ToolDefinition } from 'toolgate/model';
import { isStaticMember } from './declaration/is-static-member.js';
import type { MethodName } from './declaration/method-name.js';
import { planMethod } from './declaration/plan-method.js';
import type { ToolOptions } from './declaration/tool.decorator.js';
import type { Class } from './declaration/type-reference.js';

/**
 * What a model is told of a class's method, with or without `@Tool()`; `overrides` are laid over its options.
 * @throws ToolDeclarationException if there is no such method, or it cannot be offered as it is declared
 */
export function toolDefinitionOf<T extends Class>(
  type: T,
  method: MethodName<T>,
  overrides: ToolOptions = {},
): ToolDefinition {
  return planMethod(type, method, { isStatic: isStaticMember(type, method), options: overrides }).definition;
}
