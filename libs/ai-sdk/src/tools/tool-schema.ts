import { isList, isObject, isPromiseLike, messageOf, settleQuietly } from '#core';
import type { JsonSchema } from 'toolgate/model';
import { isStandardSchema } from '#tool';
import { type StandardSchema, ToolDeclarationException } from 'toolgate/tool';

/** The mark of a schema that `jsonSchema()` or `zodSchema()` of the AI SDK created. */
const SCHEMA = Symbol.for('vercel.ai.schema');

type Validated =
  | { readonly success: true; readonly value: unknown }
  | { readonly success: false; readonly error: unknown };

interface AiSdkSchema {
  readonly jsonSchema: unknown;
  readonly validate?: (value: unknown) => Validated | PromiseLike<Validated>;
}

/**
 * Converts a schema of the AI SDK: a Standard Schema stays as it is, `jsonSchema()` without `validate` becomes JSON
 * Schema, and a function is called. Returns undefined if there is no schema.
 * @throws ToolDeclarationException naming the tool, for any other value and for a schema that must be awaited
 */
export const toolSchema = (
  label: string,
  property: string,
  source: unknown,
): StandardSchema | JsonSchema | undefined => {
  if (source === undefined || source === null) return undefined;
  if (isStandardSchema(source)) return source;
  if (typeof source === 'function') return toolSchema(label, property, source());
  if (isAiSdkSchema(source)) return converted(label, property, source);
  throw new ToolDeclarationException(
    `${label}: \`${property}\` is not a schema. Pass a Standard Schema, such as a zod schema, or jsonSchema({ … }) of the AI SDK.`,
  );
};

/** Returns a schema of the AI SDK that describes the input and does not validate it. */
export const rawSchema = (jsonSchema: JsonSchema): object => ({
  [SCHEMA]: true,
  _type: undefined,
  validate: undefined,
  jsonSchema,
});

const isAiSdkSchema = (source: unknown): source is AiSdkSchema =>
  isObject(source) && Reflect.get(source, SCHEMA) === true;

const converted = (label: string, property: string, schema: AiSdkSchema): StandardSchema | JsonSchema => {
  const jsonSchema = writtenBy(label, property, schema);
  const { validate } = schema;
  if (isPromiseLike(jsonSchema) || !isObject(jsonSchema)) {
    if (isPromiseLike(jsonSchema)) settleQuietly(jsonSchema);
    throw new ToolDeclarationException(
      `${label}: \`${property}\` must be awaited or contains no JSON Schema. Load it first: jsonSchema(await load()).`,
    );
  }
  return validate ? standardSchema(jsonSchema, (value) => validate.call(schema, value)) : jsonSchema;
};

// The AI SDK creates the JSON Schema when the property is read, and zod throws for types that JSON does not have.
const writtenBy = (label: string, property: string, schema: AiSdkSchema): unknown => {
  try {
    return schema.jsonSchema;
  } catch (cause) {
    throw new ToolDeclarationException(
      `${label}: \`${property}\` cannot be written as JSON Schema: ${messageOf(cause)}. Use types of JSON, and transform them: z.iso.date().transform(…).`,
      { cause },
    );
  }
};

const standardSchema = (
  jsonSchema: JsonSchema,
  validate: (value: unknown) => Validated | PromiseLike<Validated>,
): StandardSchema => ({
  '~standard': {
    version: 1,
    vendor: 'ai-sdk',
    validate: async (value) => {
      const result = await validate(value);
      return result.success ? { value: result.value } : { issues: issuesIn(result.error) };
    },
    jsonSchema: { input: () => jsonSchema },
  },
});

interface Issue {
  readonly message: string;
  readonly path?: readonly PropertyKey[];
}

// The error of zod lists its issues. The message of another error may contain the input, but the model wrote that input
// itself.
const issuesIn = (error: unknown): readonly Issue[] => {
  const { issues, message } = (error ?? {}) as { readonly issues?: readonly Issue[]; readonly message?: string };
  if (isList(issues) && issues.length > 0) return issues;
  return [{ message: message ?? 'is invalid' }];
};
