import type { Class } from '#core';
import type { JsonSchema, ToolDefinition } from 'toolgate/model';
import { isStaticMember } from '../declare/is-static-member.js';
import type { MethodName } from '../declare/method-name.js';
import type { ToolOptions } from '../declare/tool-options.js';
import { planMethod } from './plan-method.js';

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

/**
 * Returns the JSON Schema sent to the model for the input of a class's method, with or without `@Tool()`.
 * @throws ToolDeclarationException if the class has no such method, or the input's type cannot be determined
 */
export function inputSchemaOf<T extends Class>(type: T, method: MethodName<T>): JsonSchema {
  return toolDefinitionOf(type, method).inputSchema;
}
