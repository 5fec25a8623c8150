import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { JsonSchema, JsonValue } from 'toolgate/model';
import { ToolDeclarationException } from '../contract/tool.errors.js';
import { countingReferences, STEP } from '../schema/counted-references.js';
import { isRecursive } from '../schema/is-recursive.js';
import { patternOf } from '../schema/linear-pattern.js';
import { discriminatorsFirst } from '../schema/union-branch.js';
import type { Effort } from './effort.js';
import { compileStrip, type Strip } from './strip-extras.js';
import { MULTIPLE_OF } from './multiple-of.js';
import { UNIQUE_ITEMS } from './unique-items.js';
import formats, { type FormatsPlugin } from 'ajv-formats';

/** The compiled validation of one schema. */
export interface CompiledSchema {
  readonly strip: Strip;
  /** Returns the errors of a value; empty if it is valid. Throws `RangeError` if the effort is exceeded. */
  readonly errorsOf: (value: JsonValue, effort: Effort) => readonly ErrorObject[];
  /** The schema whose parts the errors name. */
  readonly root: () => JsonSchema;
}

const NONE: readonly ErrorObject[] = [];
const KEY = 'toolgate:schema';
let checkers: { readonly first: Ajv2020; readonly all: Ajv2020 } | undefined;

/**
 * Compiles a schema of draft 2020-12. The first error decides whether a value is valid. All errors are collected only for
 * the message, and not for recursive schemas, where the cost multiplies with the depth.
 * @throws ToolDeclarationException if the schema is invalid
 */
export function compileSchema(schema: JsonSchema, isTrusted: boolean): CompiledSchema {
  const { first } = ajvs();
  const ordered = countingReferences(discriminatorsFirst(schema));
  try {
    return forgetting(first, ordered, () => compileAll(schema, ordered, isTrusted));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ToolDeclarationException(`the schema is not a valid JSON Schema: ${reason}. Correct it.`, { cause });
  }
}

function compileAll(schema: JsonSchema, ordered: JsonSchema, isTrusted: boolean): CompiledSchema {
  const { first, all } = ajvs();
  if (!isTrusted && !first.validateSchema(schema)) throw new Error(first.errorsText(first.errors));
  const fits = compileWith(first, ordered);
  const strip = compileStrip(schema, (pointer) => {
    const fitsAt = first.getSchema(KEY + encodePointer(pointer));
    return (value, effort) => fitsAt?.call(effort, value) === true;
  });
  const recursive = isRecursive(schema);
  let wordy: ValidateFunction | undefined;
  const errorsOf = (value: JsonValue, effort: Effort): readonly ErrorObject[] => {
    if (fits.call(effort, value)) return NONE;
    if (recursive) return fits.errors ?? NONE;
    wordy ??= forgetting(all, ordered, () => compileWith(all, ordered));
    wordy.call(effort, value);
    return wordy.errors ?? NONE;
  };
  return { strip, errorsOf, root: () => ordered };
}

// Requests may bring their own schemas, so the compiler must not cache them.
function forgetting<T>(ajv: Ajv2020, schema: JsonSchema, step: () => T): T {
  try {
    return step();
  } finally {
    ajv.removeSchema(KEY);
    ajv.removeSchema(schema);
  }
}

function compileWith(ajv: Ajv2020, schema: JsonSchema): ValidateFunction {
  ajv.addSchema(schema, KEY);
  const validate = ajv.getSchema(KEY);
  if (!validate) throw new Error('it cannot be compiled');
  return validate;
}

function ajvs(): { readonly first: Ajv2020; readonly all: Ajv2020 } {
  return (checkers ??= { first: createAjv(false), all: createAjv(true) });
}

function createAjv(allErrors: boolean): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    strictNumbers: true,
    allErrors,
    ownProperties: true,
    verbose: true,
    logger: false,
    validateSchema: false,
    // Inlined, the code of a definition would be compiled again for each of its references.
    inlineRefs: false,
    // The validators receive the effort of their input as `this`.
    passContext: true,
    // Only invalid values need all errors, so a quick compilation counts more than a fast validation.
    code: { regExp: LINEAR, optimize: !allErrors },
  });
  ajv.addKeyword(STEP);
  ajv.removeKeyword('uniqueItems').addKeyword(UNIQUE_ITEMS);
  ajv.removeKeyword('multipleOf').addKeyword(MULTIPLE_OF);
  // The package exports its function as `default`, under both ESM and CommonJS.
  formats.default(ajv);
  return ajv.addFormat('url', URL_FORMAT);
}

const LINEAR = Object.assign(
  (source: string) => {
    const pattern = patternOf(source);
    // Ajv identifies patterns by their text.
    return { test: (text: string) => pattern.test(text), toString: () => source };
  },
  { code: 'linear' },
);

function encodePointer(pointer: string): string {
  return pointer.split('/').map(encodeURIComponent).join('/').replace('%23', '#');
}

// The package exports its function as `default`, under both ESM and CommonJS.
const { source, flags } = (formats as { readonly default: FormatsPlugin }).default.get('url') as RegExp;

/** The format `url` without the ambiguous match of colons before an `@`, which takes quadratic time. */
export const URL_FORMAT = new RegExp(source.replace('\\S+(?::\\S*)?@', '\\S+@'), flags);
