import type { JsonSchema } from 'toolgate/model';
import type { MethodName } from './declaration/method-name.js';
import type { Class } from './declaration/type-reference.js';
import { toolDefinitionOf } from './tool-definition-of.js';

/**
 * The JSON Schema that a model is sent for the input of a class's method, with or without `@Tool()`.
 * @throws ToolDeclarationException if there is no such method, or its input cannot be known
 */
export function inputSchemaOf<T extends Class>(type: T, method: MethodName<T>): JsonSchema {
  return toolDefinitionOf(type, method).inputSchema;
}
