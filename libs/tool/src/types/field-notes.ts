import type { JsonSchema, JsonValue } from 'toolgate/model';
import { acceptsUndefined } from '../schema/standard-schema.js';
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

/** Whether a stated schema accepts that there is no value, such as `z.string().optional()`. One of any value does not state it. */
export const isOptionalSchema = (type: ValueType): boolean =>
  type.type === 'standard' && Object.keys(type.jsonSchema).length > 0 && acceptsUndefined(type.schema);

const statedSchema = (type: Extract<ValueType, { type: 'json' | 'standard' }>) =>
  type.type === 'json' ? type.schema : type.jsonSchema;
