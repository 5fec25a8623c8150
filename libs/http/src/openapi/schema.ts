/** A JSON Schema as OpenAPI 3.0 and 3.1 both accept it. */
export type Schema = Readonly<Record<string, unknown>>;

/** The prefix of the names of the schemas in a document. */
export const PREFIX = 'Toolgate';

export const text: Schema = { type: 'string' };
export const flag: Schema = { type: 'boolean' };
export const count: Schema = { type: 'integer', minimum: 0 };
export const time: Schema = {
  type: 'string',
  format: 'date-time',
  description: 'ISO 8601, by the clock of the store.',
};
export const anyJson: Schema = { description: 'Any JSON value.' };
export const anyObject: Schema = { type: 'object', additionalProperties: true };

/** Returns the schema of one of these words. */
export const oneOfWords = (words: readonly string[], description?: string): Schema => ({
  type: 'string',
  enum: words,
  ...(description !== undefined && { description }),
});

/** Returns the schema of a list. */
export const listOf = (items: Schema, more: Schema = {}): Schema => ({ type: 'array', items, ...more });

/** Returns the schema of an object with required and optional properties. */
export const record = (
  required: Readonly<Record<string, Schema>>,
  optional: Readonly<Record<string, Schema>> = {},
  more: Schema = {},
): Schema => ({
  type: 'object',
  properties: { ...required, ...optional },
  ...(Object.keys(required).length > 0 && { required: Object.keys(required) }),
  ...more,
});

/** Returns a schema with a description. */
export const described = (schema: Schema, description: string): Schema => ({ ...schema, description });

/** Returns a reference to a schema of the front door. */
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${PREFIX}${name}` });
