import type { Class } from '#core';
import type { JsonSchema } from 'toolgate/model';
import type { MethodName } from '../declare/method-name.js';
import { toolDefinitionOf } from './tool-definition-of.js';

/**
 * Returns the JSON Schema sent to the model for the input of a class's method, with or without `@Tool()`.
 * @throws ToolDeclarationException if the class has no such method, or the input's type cannot be determined
 */
export function inputSchemaOf<T extends Class>(type: T, method: MethodName<T>): JsonSchema {
  return toolDefinitionOf(type, method).inputSchema;
}
