import { isObject } from '#core';
import type { ToolCallback } from './tool-callback.js';
import { ToolDeclarationException } from './tool.errors.js';

/**
 * Checks that a callback has the name and the input schema of an object that a model needs, and its metadata.
 * @throws ToolDeclarationException if one is missing or invalid; the message names the class and the property
 */
export const checkDefinition = (callback: ToolCallback): void => {
  const { name, inputSchema } = callback.definition ?? {};
  const hasName = typeof name === 'string' && name.trim() !== '';
  if (hasName && isObject(inputSchema)) {
    assertObjects(callback);
    return assertMetadata(callback);
  }
  throw new ToolDeclarationException(
    `${callback.constructor.name} has no ${hasName ? '`inputSchema`' : '`name`'} in its definition. Set definition to { name, description, inputSchema: { type: 'object', … } }.`,
  );
};

// The arguments of a call are always an object, so another type would make every call invalid.
const assertObjects = ({ constructor, definition: { name, inputSchema } }: ToolCallback): void => {
  const { type = 'object' } = inputSchema;
  if ([type].flat().includes('object')) return;
  throw new ToolDeclarationException(
    `${constructor.name}, inputSchema of "${name}": the schema has \`type: ${JSON.stringify(type)}\`, and the arguments of a call are an object. Use { type: 'object', properties: { … } }.`,
  );
};

const assertMetadata = ({ metadata, definition: { name } }: ToolCallback): void => {
  if (isObject(metadata)) return;
  throw new ToolDeclarationException(
    `The tool "${name}" has no \`metadata\`. Set metadata to {}, or to options such as { requiresApproval: true }.`,
  );
};
