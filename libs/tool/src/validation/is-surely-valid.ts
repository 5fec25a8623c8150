import { isObject, ownValue } from '#core';
import type { JsonSchema, JsonValue } from 'toolgate/model';

/** Whether the value of a keyword is certainly valid. */
type Rule = (value: JsonValue | undefined, place: Place) => boolean;

interface Place {
  readonly root: JsonSchema;
  readonly depth: number;
}

const MAX_DEPTH = 64;
const TYPES: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'null', 'object', 'array']);

const isAnything: Rule = () => true;
const isText: Rule = (value) => typeof value === 'string';
const isFlag: Rule = (value) => typeof value === 'boolean';
const isNumber: Rule = (value) => typeof value === 'number' && Number.isFinite(value);
const isCount: Rule = (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
const isNames: Rule = (value) => isSet(value) && value.every((name) => typeof name === 'string');
const isType: Rule = (value) =>
  TYPES.has(value) || (isSet(value) && value.length > 0 && value.every((type) => TYPES.has(type)));
const isFormat: Rule = (value) => typeof value === 'string' && /^[a-z][a-z\d-]*$/u.test(value) && !(value in {});
// Other references may point outside the schema.
const isReference: Rule = (value, { root }) => {
  const [, name] = /^#\/\$defs\/([\w.-]+)$/u.exec(String(value)) ?? [];
  return value === '#' || (name !== undefined && isObject(ownValue(root['$defs'], name)));
};
const isSchema: Rule = (value, { root, depth }) =>
  typeof value === 'boolean' || (isObject(value) && depth < MAX_DEPTH && isValidAt(value, { root, depth: depth + 1 }));
const isSchemas: Rule = (value, place) =>
  Array.isArray(value) && value.length > 0 && value.every((inner: JsonValue) => isSchema(inner, place));
const isSchemaMap: Rule = (value, place) =>
  isObject(value) && Object.values(value).every((inner) => isSchema(inner, place));
const isPatternMap: Rule = (value, place) =>
  isSchemaMap(value, place) && isObject(value) && Object.keys(value).every(isPattern);

const rule = (keywords: string, accepts: Rule): readonly (readonly [string, Rule])[] =>
  keywords.split(' ').map((keyword) => [keyword, accepts]);

const RULES: ReadonlyMap<string, Rule> = new Map([
  ...rule('title description $comment contentEncoding contentMediaType', isText),
  ...rule('default const', isAnything),
  ...rule('examples', Array.isArray),
  ...rule('deprecated readOnly writeOnly uniqueItems', isFlag),
  ...rule('type', isType),
  ...rule('enum', (value) => Array.isArray(value) && value.length > 0),
  ...rule('minLength maxLength minItems maxItems minProperties maxProperties', isCount),
  ...rule('minimum maximum exclusiveMinimum exclusiveMaximum', isNumber),
  ...rule('multipleOf', (value) => typeof value === 'number' && Number.isFinite(value) && value > 0),
  ...rule('pattern', (value) => typeof value === 'string' && isPattern(value)),
  ...rule('format', isFormat),
  ...rule('required', isNames),
  ...rule('properties $defs', isSchemaMap),
  ...rule('patternProperties', isPatternMap),
  ...rule('items additionalProperties unevaluatedProperties propertyNames contains not if then else', isSchema),
  ...rule('allOf anyOf oneOf prefixItems', isSchemas),
  ...rule('$ref', isReference),
]);

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/**
 * Returns whether a schema is certainly valid by the meta-schema of draft 2020-12, with valid patterns and references. It
 * knows only the usual keywords: false means that only the compiler can decide. It costs a hundredth of compiling.
 */
export function isSurelyValid(root: JsonSchema): boolean {
  const { $schema = DIALECT, ...schema } = root;
  return $schema === DIALECT && isValidAt(schema, { root, depth: 0 });
}

const isValidAt = (schema: JsonSchema, place: Place): boolean =>
  Object.entries(schema).every(([keyword, value]) => RULES.get(keyword)?.(value, place) === true);

const isSet = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && new Set(value).size === value.length;

function isPattern(source: string): boolean {
  try {
    return new RegExp(source, 'u').source !== '';
  } catch {
    return false;
  }
}
