import { copyJson, isObject } from '#core';
import type { JsonSchema } from 'toolgate/model';
import { ToolDeclarationException } from '../contract/tool.errors.js';
import { isStandardSchema } from '../schema/standard-schema.js';
import { writeWhole } from '../schema-writer/write-schema.js';
import { isMadeOfJson, makerOf } from '../types/make-value.js';
import type { Maker } from '../types/maker.js';
import { schemaType } from '../types/type-from-options.js';
import { typeOfReference } from '../types/type-of-reference.js';
import type { ValueType } from '../types/value-type.js';
import type { InputPlan } from '../validation/compile-input.js';
import type { ToolOptions } from './tool-options.js';

/** The plan of an input that is one value as a whole. */
export interface WholePlan extends InputPlan {
  readonly type: ValueType;
  readonly make: Maker;
}

const NOTHING: JsonSchema = { type: 'object', properties: {}, additionalProperties: false };

/**
 * Plans an input that is one value as a whole; without `parameters` it is plain JSON.
 * @throws ToolDeclarationException if the schema cannot be determined or is not an object
 */
export function planWhole({ parameters, inputSchema }: Pick<ToolOptions, 'parameters' | 'inputSchema'>): WholePlan {
  const type = wholeType(parameters ?? inputSchema ?? NOTHING, inputSchema);
  const make = makerOf(type) ?? copyJson;
  return {
    schema: inputSchema === undefined ? checkRoot(writeWhole(type)) : writeInput(inputSchema),
    isTrusted: inputSchema === undefined && type.type === 'dto',
    type,
    make,
    ...(isMadeOfJson(type) && { makeValue: (input, issues) => make(input, '', issues) }),
  };
}

/**
 * Writes the schema of an input given as JSON Schema.
 * @throws ToolDeclarationException if the schema is not an object
 */
export function writeInput(inputSchema: JsonSchema): JsonSchema {
  refusePropertyMap(inputSchema);
  return checkRoot(writeWhole(schemaType(inputSchema)));
}

function checkRoot(schema: JsonSchema): JsonSchema {
  if (schema['type'] === 'object') return schema;
  throw new ToolDeclarationException(
    'the whole input of a tool must be an object, but this schema has another type. Use `type: "object"`.',
  );
}

const OF_OBJECTS = 'type properties patternProperties additionalProperties $ref $defs not if allOf anyOf oneOf'.split(
  ' ',
);

/** Rejects properties without the schema around them, `{ city: { type: 'string' } }`, which would allow any input. */
function refusePropertyMap(schema: JsonSchema): void {
  const entries = Object.entries(schema);
  const [name] = Object.keys(schema);
  if (name === undefined || !entries.every(([key, value]) => !OF_OBJECTS.includes(key) && isObject(value))) return;
  throw new ToolDeclarationException(
    `its schema has no keyword of JSON Schema. Put its properties into one: \`{ type: 'object', properties: { ${name}: … } }\`.`,
  );
}

function wholeType(said: NonNullable<ToolOptions['parameters']>, inputSchema: JsonSchema | undefined): ValueType {
  if (isStandardSchema(said)) return schemaType(said, inputSchema, 'inputSchema');
  if (typeof said === 'function') return typeOfReference(said);
  refusePropertyMap(said);
  return schemaType(said);
}
