import type { Class } from '#core';
import type { ToolDefinition } from 'toolgate/model';
import { isStaticMember } from '../declare/is-static-member.js';
import type { MethodName } from '../declare/method-name.js';
import { planMethod } from './plan-method.js';
import type { ToolOptions } from '../declare/tool.decorator.js';

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
