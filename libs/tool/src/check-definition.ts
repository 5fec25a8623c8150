import type { ToolDefinition } from 'toolgate/model';
import { isObject } from './declaration/subschemas.js';
import type { ToolCallback } from './tool-callback.js';
import { ToolDeclarationException } from './tool.errors.js';

/**
 * Refuses a callback that no model could be told of.
 * @throws ToolDeclarationException naming its class and what is missing
 */
export const checkDefinition = (callback: ToolCallback): void => {
  const { name, inputSchema } = (callback.definition ?? {}) as Partial<ToolDefinition>;
  const hasName = typeof name === 'string' && name.trim() !== '';
  if (hasName && isObject(inputSchema)) return;
  throw new ToolDeclarationException(
    `${callback.constructor.name} has no ${hasName ? '`inputSchema`' : '`name`'} in its definition: give { name, description, inputSchema: { type: 'object', … } }.`,
  );
};
