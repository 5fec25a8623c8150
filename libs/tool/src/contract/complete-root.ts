import type { JsonSchema } from 'toolgate/model';

const COMPOSING: readonly string[] = ['$ref', 'allOf', 'anyOf', 'oneOf'];

/** Adds `type`, `properties` and `required` to the schema of an object, which providers expect even if they are empty. */
export const completeRoot = (schema: JsonSchema): JsonSchema => {
  const { type = 'object', ...rest } = schema;
  const isComposed = COMPOSING.some((keyword) => rest[keyword] !== undefined);
  if (type !== 'object' || (isComposed && rest['properties'] === undefined)) return { type, ...rest };
  const { properties = {}, required = [], ...others } = rest;
  return { type, properties, required, ...others };
};
