import type { ErrorObject } from 'ajv/dist/2020.js';
import { frozenCopy, isObject, ownValue, pointerStep } from '#core';
import type { JsonObject, JsonSchema, JsonValue } from 'toolgate/model';
import type { InputIssue, Issues } from '../contract/tool-callback.js';
import { normalizeSchema } from '../schema/normalize-schema.js';
import { refusePatterns } from '../schema/refuse-patterns.js';
import { placeAt } from '../schema/subschemas.js';
import type { CompiledSchema } from './compile-schema.js';
import { compileWhenUsed } from './compile-when-used.js';
import { convertTexts } from './convert-texts.js';
import { type Effort, effortFor } from './effort.js';
import { issuesOfErrors } from './issue-of-error.js';
import { leaveOutNulls } from './leave-out-nulls.js';
import { failedUnions, unionsAround } from './meant-errors.js';

/** A valid input, without properties that the schema does not allow. */
export interface ValidInput {
  readonly type: 'valid';
  readonly input: JsonObject;
}

/** Strips an input and validates it. Undefined and `null` count as `{}`. */
export type InputValidator = (input: JsonObject | null | undefined) => ValidInput | Issues;

const compiled = new WeakMap<JsonSchema, InputValidator>();

/**
 * Returns a function that validates a tool's input by a JSON Schema of draft 7 or later. Each schema object is compiled once.
 * @throws ToolDeclarationException if the schema is invalid
 */
export function jsonSchemaValidator(schema: JsonSchema): InputValidator {
  const known = compiled.get(schema);
  if (known) return known;
  refusePatterns(schema);
  const validator = inputValidator(compileWhenUsed(frozenCopy(normalizeSchema(schema)), false));
  compiled.set(schema, validator);
  return validator;
}

/** Returns a function that validates a tool's input by a compiled schema. */
export function inputValidator(schema: CompiledSchema): InputValidator {
  return (given) => {
    try {
      return check(schema, given ?? {});
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return { type: 'issues', issues: [{ path: '', message: 'is too long or nested too deeply to be checked' }] };
    }
  };
}

// A recursive schema reports one error at a time, so the passes for nulls, texts and extra properties are bounded.
const MAX_ROUNDS = 100;

function check(schema: CompiledSchema, given: JsonValue): ValidInput | Issues {
  const effort = effortFor(given);
  let input = schema.strip(given, effort);
  let errors = errorsWithoutExtras(schema, input, effort);
  for (let round = 0; errors.length > 0 && round < MAX_ROUNDS; round += 1) {
    if (!leaveOutNulls(input, errors, schema.root()) && !convertTexts(input, errors, effort)) break;
    input = schema.strip(input, effort);
    errors = errorsWithoutExtras(schema, input, effort);
  }
  const issues = errors.length === 0 ? issuesOfNumbers(input) : issuesOf(errors, input, schema.root());
  if (issues.length > 0) return { type: 'issues', issues };
  return isObject(input)
    ? { type: 'valid', input }
    : { type: 'issues', issues: [{ path: '', message: 'must be an object' }] };
}

function issuesOf(errors: readonly ErrorObject[], input: JsonValue, root: JsonSchema): readonly InputIssue[] {
  const found = issuesOfErrors(errors, root);
  const paths = new Set(found.map(({ path }) => path));
  return [...found, ...issuesOfNumbers(input).filter(({ path }) => !paths.has(path))];
}

function errorsWithoutExtras(schema: CompiledSchema, input: JsonValue, effort: Effort): readonly ErrorObject[] {
  let errors = schema.errorsOf(input, effort);
  // The branch of a union or condition that a property belongs to is known only now. The innermost error comes first.
  for (let round = 0; errors.length > 0 && round < MAX_ROUNDS; round += 1) {
    if (!dropExtras(input, extrasIn(errors, schema))) break;
    errors = schema.errorsOf(input, effort);
  }
  return errors;
}

function extrasIn(errors: readonly ErrorObject[], schema: CompiledSchema): readonly ErrorObject[] {
  const found = errors.filter(isExtra);
  if (found.length === 0) return found;
  const unions = failedUnions(errors, schema.root());
  const extras = found.filter((error) => unionsAround(error, unions).length === 0);
  const depth = extras.reduce((deepest, error) => Math.max(deepest, depthOf(error)), 0);
  return extras.filter((error) => depthOf(error) === depth);
}

function depthOf({ instancePath }: ErrorObject): number {
  return instancePath.split('/').length;
}

function isExtra({ keyword }: ErrorObject): boolean {
  return keyword === 'unevaluatedProperties' || keyword === 'additionalProperties';
}

function dropExtras(input: JsonValue, extras: readonly ErrorObject[]): boolean {
  return extras.map((extra) => dropExtra(input, extra)).includes(true);
}

function dropExtra(input: JsonValue, { instancePath, params }: ErrorObject): boolean {
  const { owner: holder, key } = placeAt(input, instancePath);
  const owner = instancePath === '' ? input : ownValue(holder, key);
  const extra: unknown = params['unevaluatedProperty'] ?? params['additionalProperty'];
  if (!isObject(owner) || typeof extra !== 'string' || !Object.hasOwn(owner, extra)) return false;
  return delete (owner as Record<string, unknown>)[extra];
}

/**
 * Finds numbers that are not finite: `1e999` is parsed as Infinity, which would be shown and stored as null while the
 * method receives Infinity. A schema without a type does not reject them.
 */
function issuesOfNumbers(value: JsonValue): readonly InputIssue[] {
  return isFinite(value) ? [] : search(value, '');
}

function isFinite(value: JsonValue | undefined): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  for (const key in value) if (!isFinite((value as JsonObject)[key])) return false;
  return true;
}

function search(value: JsonValue | undefined, path: string): InputIssue[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [{ path, message: 'must be a finite number' }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => search(inner, path + pointerStep(key)));
}
