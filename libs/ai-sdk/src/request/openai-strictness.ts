import { isObject } from '#core';
import type { ChatOptions, JsonSchema, JsonValue } from 'toolgate/model';
import type { ProviderModel } from './provider-model.js';

const OPENAI = /^(?:openai|azure|azure-openai)\./u;

/**
 * Returns the provider options of a request. OpenAI's strict mode, which its package enables, rejects schemas with
 * optional or unknown properties and many keywords. Such a schema is sent without strict mode, unless the application
 * sets it.
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

const KEYWORDS: ReadonlySet<string> = new Set(
  (
    '$schema $defs definitions $ref title description type enum const anyOf properties required additionalProperties ' +
    'items minItems maxItems pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf'
  ).split(' '),
);
const SAYING: readonly string[] = ['type', 'enum', 'const', 'anyOf', '$ref'];
const FORMATS: ReadonlySet<unknown> = new Set([
  undefined,
  ...'date-time time date duration email hostname ipv4 ipv6 uuid'.split(' '),
]);

/**
 * Whether strict mode supports a schema: it has only supported keywords, and each object lists and requires all its
 * properties.
 */
const isStrict = (schema: JsonValue | undefined): boolean => {
  if (!isObject(schema)) return false;
  const { properties = {}, $defs = {}, definitions = {}, items, anyOf = [], format } = schema;
  const named = [properties, $defs, definitions].flatMap((schemas) => Object.values(schemas as JsonSchema));
  const inner = [...named, ...(items === undefined ? [] : [items]), ...(anyOf as JsonSchema[])];
  return (
    Object.keys(schema).every((keyword) => KEYWORDS.has(keyword)) &&
    FORMATS.has(format) &&
    isClosed(schema) &&
    SAYING.some((keyword) => schema[keyword] !== undefined) &&
    inner.every(isStrict)
  );
};

const isClosed = ({ type, properties, required, additionalProperties }: JsonSchema): boolean => {
  if (![type].flat().includes('object')) return true;
  const names = Array.isArray(required) ? required : [];
  return additionalProperties === false && Object.keys(properties ?? {}).every((name) => names.includes(name));
};
