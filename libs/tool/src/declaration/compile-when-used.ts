import type { JsonSchema } from 'toolgate/model';
import { type CompiledSchema, compileSchema } from './compile-schema.js';
import { isSurelyValid } from './is-surely-valid.js';

/**
 * Compiles a schema that does not change any more: at once if it may be invalid, and otherwise for the first value. An
 * application with a thousand tools would start a second later if all of them were compiled at start-up.
 * @throws ToolDeclarationException if it is not a valid schema
 */
export function compileWhenUsed(schema: JsonSchema, isTrusted: boolean): CompiledSchema {
  if (!isSurelyValid(schema)) return compileSchema(schema, isTrusted);
  let compiled: CompiledSchema | undefined;
  const compileOnce = () => (compiled ??= compileSchema(schema, true));
  return {
    strip: (value, effort) => compileOnce().strip(value, effort),
    errorsOf: (value, effort) => compileOnce().errorsOf(value, effort),
  };
}
