import type { JsonSchema, JsonValue } from 'toolgate/model';
import type { ToolParamOptions } from './tool-param-options.js';
import type { ValueType } from './value-type.js';

/** The annotations of the schema besides the type. */
export function fieldNotes({ description, default: value, examples }: ToolParamOptions): JsonSchema {
  return {
    ...(description && { description }),
    ...(value !== undefined && { default: value }),
    ...(examples !== undefined && { examples }),
  };
}

/** Returns the default that a stated schema has; undefined if it has none. */
export const schemaDefault = (type: ValueType): JsonValue | undefined =>
  type.type === 'json' || type.type === 'standard' ? statedSchema(type)['default'] : undefined;

const statedSchema = (type: Extract<ValueType, { type: 'json' | 'standard' }>) =>
  type.type === 'json' ? type.schema : type.jsonSchema;
