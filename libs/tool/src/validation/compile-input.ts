import { chain, frozenCopy } from '#core';
import type { JsonObject, JsonSchema } from 'toolgate/model';
import type { InputIssue, Issues } from '../contract/tool-callback.js';
import { compileWhenUsed } from './compile-when-used.js';
import { inputValidator } from './json-schema-validator.js';
import { withPlace } from './with-place.js';

/** The plan of a tool's input. */
export interface InputPlan {
  readonly schema: JsonSchema;
  /** Whether the framework wrote the schema. */
  readonly isTrusted: boolean;
  /** Converts an input to its value. Absent if the value is the input itself. */
  readonly makeValue?: (input: JsonObject, issues: InputIssue[]) => unknown;
}

/** The schema sent to the model, and the function that strips and validates an input with it. */
export interface CompiledInput<T> {
  readonly schema: JsonSchema;
  /** Returns a promise only if something must be awaited. */
  readonly prepare: (given: JsonObject) => T | Issues | Promise<T | Issues>;
}

/**
 * Compiles the preparation of a tool's inputs. `ready` receives a valid, stripped input and its converted value.
 * @throws ToolDeclarationException naming the tool, if its schema is invalid
 */
export function compileInput<T>(
  label: string,
  { schema: written, isTrusted, makeValue }: InputPlan,
  ready: (input: JsonObject, value: unknown) => T,
): CompiledInput<T> {
  // A frozen copy, so that inputs are validated by the schema that is shown, even if the application changes its object.
  const schema = frozenCopy(written);
  const validate = inputValidator(withPlace(label, () => compileWhenUsed(schema, isTrusted)));
  const prepare = (given: JsonObject): T | Issues | Promise<T | Issues> => {
    const checked = validate(given);
    if (checked.type === 'issues') return checked;
    return makeValue ? withValue(checked.input, makeValue, ready) : ready(checked.input, checked.input);
  };
  return { schema, prepare };
}

function withValue<T>(
  input: JsonObject,
  makeValue: NonNullable<InputPlan['makeValue']>,
  ready: (input: JsonObject, value: unknown) => T,
): T | Issues | Promise<T | Issues> {
  const issues: InputIssue[] = [];
  return chain(makeValue(input, issues), (value) =>
    issues.length > 0 ? { type: 'issues' as const, issues } : ready(input, value),
  );
}
