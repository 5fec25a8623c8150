import type { ChatOptions, JsonSchema, JsonValue } from 'toolgate/model';
import type { ProviderModel } from './provider-model.js';

const OPENAI = /^(?:openai|azure|azure-openai)\./u;

/**
 * The provider options of a request. OpenAI's strict mode, which its package switches on, refuses schemas with optional
 * or unknown properties; such a schema is sent without it, unless the application says otherwise.
 */
export const openaiStrictness = (
  { provider }: ProviderModel,
  { responseFormat, providerOptions }: ChatOptions,
): ChatOptions['providerOptions'] => {
  if (responseFormat?.type !== 'json' || !responseFormat.schema || !OPENAI.test(provider)) return providerOptions;
  const { openai, ...others } = providerOptions ?? {};
  if (openai?.['strictJsonSchema'] !== undefined || isStrict(responseFormat.schema)) return providerOptions;
  return { ...others, openai: { ...openai, strictJsonSchema: false } };
};

/** Whether each object in a schema names all its properties and requires them. */
const isStrict = (schema: JsonValue | undefined): boolean => {
  if (typeof schema !== 'object' || schema === null) return true;
  if (Array.isArray(schema)) return schema.every(isStrict);
  return isClosed(schema as JsonSchema) && Object.values(schema).every(isStrict);
};

const isClosed = ({ type, properties, required, additionalProperties }: JsonSchema): boolean => {
  if (![type].flat().includes('object')) return true;
  const names = Array.isArray(required) ? required : [];
  return additionalProperties === false && Object.keys(properties ?? {}).every((name) => names.includes(name));
};
