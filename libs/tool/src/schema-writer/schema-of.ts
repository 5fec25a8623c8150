import { frozenCopy } from '#core';
import type { JsonSchema } from 'toolgate/model';
import { isStandardSchema, type StandardSchema } from '../schema/standard-schema.js';
import { schemaType } from '../types/type-from-options.js';
import { typeOfReference } from '../types/type-of-reference.js';
import type { TypeReference } from '../types/type-reference.js';
import { writeWhole } from './write-schema.js';

/**
 * Returns the JSON Schema of a DTO class, of `String` and similar types, of a list of one (`[Item]`), or of a Standard
 * Schema.
 * @throws ToolDeclarationException if the schema cannot be determined
 */
export function schemaOf(type: TypeReference | StandardSchema): JsonSchema {
  return frozenCopy(writeWhole(isStandardSchema(type) ? schemaType(type) : typeOfReference(type)));
}
