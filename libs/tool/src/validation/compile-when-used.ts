import type { JsonSchema } from 'toolgate/model';
import { assertCodeFromStrings } from './assert-code-from-strings.js';
import { type CompiledSchema, compileSchema } from './compile-schema.js';
import { isSurelyValid } from './is-surely-valid.js';

/**
 * Compiles an immutable schema: at once if it may be invalid, otherwise for the first value. Compiling the schemas of a
 * thousand tools at start-up would take a second.
 * @throws ToolDeclarationException if the schema is invalid, or the process forbids compiling it
 */
export function compileWhenUsed(schema: JsonSchema, isTrusted: boolean): CompiledSchema {
  assertCodeFromStrings();
  if (!isSurelyValid(schema)) return compileSchema(schema, isTrusted);
  let compiled: CompiledSchema | undefined;
  const compileOnce = () => (compiled ??= compileSchema(schema, true));
  return {
    strip: (value, effort) => compileOnce().strip(value, effort),
    errorsOf: (value, effort) => compileOnce().errorsOf(value, effort),
    root: () => compileOnce().root(),
  };
}
