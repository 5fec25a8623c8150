import type { ErrorObject } from 'ajv/dist/2020.js';
import { isObject, pointerStep } from '#core';
import type { JsonObject, JsonSchema } from 'toolgate/model';
import type { InputIssue } from '../contract/tool-callback.js';
import { referenced } from '../schema/subschemas.js';
import { meantErrors } from './meant-errors.js';

const NOUNS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': 'a date and time with its zone, such as 2026-01-31T09:30:00Z',
  date: 'a date, such as 2026-01-31',
  time: 'a time, such as 09:30:00Z',
  email: 'an email address',
  uri: 'an absolute URL',
  uuid: 'a UUID',
};

const LIMITS: Readonly<Record<string, (limit: string) => string>> = {
  minimum: (limit) => `must be at least ${limit}`,
  maximum: (limit) => `must be at most ${limit}`,
  exclusiveMinimum: (limit) => `must be greater than ${limit}`,
  exclusiveMaximum: (limit) => `must be less than ${limit}`,
  multipleOf: (limit) => `must be a multiple of ${limit}`,
  minLength: (limit) => `must have at least ${counted(limit, 'character', 'characters')}`,
  maxLength: (limit) => `must have at most ${counted(limit, 'character', 'characters')}`,
  minItems: (limit) => `must have at least ${counted(limit, 'item', 'items')}`,
  maxItems: (limit) => `must have at most ${counted(limit, 'item', 'items')}`,
  minProperties: (limit) => `must have at least ${counted(limit, 'property', 'properties')}`,
  maxProperties: (limit) => `must have at most ${counted(limit, 'property', 'properties')}`,
  pattern: (pattern) => `must match the pattern ${pattern}`,
};

/** Errors that add nothing to the errors beside them. */
const SILENT: ReadonlySet<string> = new Set(['if', 'propertyNames']);

/** Converts the validator's errors to issues that a model can correct. Never repeats a value of the input. */
export function issuesOfErrors(errors: readonly ErrorObject[], root: JsonSchema): readonly InputIssue[] {
  const meant = meantErrors(errors, root).filter(({ keyword }) => !SILENT.has(keyword));
  // Even if all errors were filtered out, an invalid input must not look valid.
  if (meant.length === 0 && errors.length > 0) return [{ path: '', message: 'does not match the schema' }];
  const distinct = new Map(
    meant.map((error) => toIssue(error, root)).map((issue) => [`${issue.path}\n${issue.message}`, issue]),
  );
  return [...distinct.values()];
}

function toIssue(error: ErrorObject, root: JsonSchema): InputIssue {
  const missing: unknown = error.params['missingProperty'];
  if (error.keyword !== 'required' || typeof missing !== 'string') {
    const message = messageOf(error, root);
    const isOfName = error.propertyName !== undefined;
    return { path: error.instancePath, message: isOfName ? `has a property whose name ${message}` : message };
  }
  const properties: unknown = error.parentSchema?.['properties'];
  const schema = isObject(properties) && Object.hasOwn(properties, missing) ? properties[missing] : undefined;
  const expected = isObject(schema) ? expectedBy(schema, root) : undefined;
  return {
    path: error.instancePath + pointerStep(missing),
    message: expected === undefined ? 'is required' : `is required: ${expected}`,
  };
}

function messageOf({ keyword, schema, parentSchema, params, message }: ErrorObject, root: JsonSchema): string {
  const limit = LIMITS[keyword];
  if (limit) return limit(String(schema));
  switch (keyword) {
    case 'type':
    case 'enum':
    case 'const':
    case 'format':
      return `must be ${expectedBy(parentSchema ?? {}, root) ?? 'different'}`;
    case 'anyOf':
    case 'oneOf':
      return branchesMessage(Array.isArray(schema) ? schema : [], root);
    case 'items':
      return LIMITS['maxItems']!(String(params['limit']));
    case 'contains':
      return `must have ${containedBy(params)} of the expected kind`;
    case 'not': {
      const excluded = isObject(schema) && expectedBy(schema, root);
      return excluded ? `must not be ${excluded}` : 'must not match what the schema excludes';
    }
    case 'uniqueItems':
      return 'must not have the same item twice';
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'has a property that is not known';
    case 'false schema':
      return 'must be left out';
    case 'dependentRequired':
      return `must also have ${String(params['deps'])}`;
    default:
      return message ?? 'does not match the schema';
  }
}

function containedBy({ minContains, maxContains }: ErrorObject['params']): string {
  const most = maxContains === undefined ? '' : ` and at most ${maxContains}`;
  return `at least ${counted(String(minContains), 'item', 'items')}${most}`;
}

function counted(count: string, one: string, several: string): string {
  return `${count} ${count === '1' ? one : several}`;
}

/** Returns what a schema expects, in a few words: `a string`, `"open" or "closed"`. */
function expectedBy(given: JsonObject, root: JsonSchema): string | undefined {
  const schema = referenced(given, root);
  const { type, format, enum: values } = schema;
  if (Array.isArray(values)) return listed(values.map((value) => JSON.stringify(value)));
  if (schema['const'] !== undefined) return JSON.stringify(schema['const']);
  if (typeof format === 'string') return FORMATS[format] ?? `a string in the format ${format}`;
  if (Array.isArray(type)) return listed(type.map((name) => NOUNS[String(name)] ?? String(name)));
  if (typeof type === 'string') return NOUNS[type] ?? type;
  return undefined;
}

function branchesMessage(branches: readonly unknown[], root: JsonSchema): string {
  const expected = branches.map((branch) => (isObject(branch) ? expectedBy(branch, root) : undefined));
  const known = [...new Set(expected.filter((words) => words !== undefined))];
  if (known.length < 2 || expected.includes(undefined)) return 'must match one of the allowed shapes exactly';
  return `must be ${listed(known)}`;
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? 'nothing') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
