import { type AnySchema, Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { JsonSchema, JsonValue } from 'toolgate/model';
import { ToolDeclarationException } from '../tool.errors.js';
import { compileStrip, type Strip } from './strip-extras.js';

/** What checks JSON against one schema. */
export interface CompiledSchema {
  readonly strip: Strip;
  /** Everything that is wrong with a value; empty if it fits. */
  readonly errorsOf: (value: JsonValue) => readonly ErrorObject[];
}

const NONE: readonly ErrorObject[] = [];
const KEY = 'toolgate:schema';
let shared: Ajv2020 | undefined;

/**
 * Compiles a schema of draft 2020-12.
 * @throws ToolDeclarationException if it is not a valid schema
 */
export function compileSchema(schema: JsonSchema, isTrusted: boolean): CompiledSchema {
  const ajv = (shared ??= createAjv());
  try {
    if (!isTrusted && !ajv.validateSchema(schema as AnySchema)) throw new Error(ajv.errorsText(ajv.errors));
    ajv.addSchema(schema as AnySchema, KEY);
    const validate = ajv.getSchema(KEY);
    if (!validate) throw new Error('it cannot be compiled');
    const strip = compileStrip(schema, (pointer) => {
      const fits = ajv.getSchema(KEY + encodePointer(pointer));
      return (value) => fits?.(value) === true;
    });
    return { strip, errorsOf: (value) => (validate(value) ? NONE : (validate.errors ?? NONE)) };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ToolDeclarationException(`is not a valid JSON Schema: ${reason}.`, { cause });
  } finally {
    // Schemas come and go with requests: the compiler must not keep them.
    ajv.removeSchema(KEY);
    ajv.removeSchema(schema as AnySchema);
  }
}

function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    ownProperties: true,
    verbose: true,
    logger: false,
    validateSchema: false,
  });
  // The package's one function is its own `default`, under ESM and CommonJS alike.
  (formats as unknown as { readonly default: (instance: Ajv2020) => unknown }).default(ajv);
  return ajv;
}

function encodePointer(pointer: string): string {
  return pointer.split('/').map(encodeURIComponent).join('/').replace('%23', '#');
}
