import type { JsonObject, JsonSchema } from 'toolgate/model';
import type { InputIssue, Issues } from '../tool-callback.js';
import { chain } from './chain.js';
import { compileWhenUsed } from './compile-when-used.js';
import { frozenCopy } from './frozen-copy.js';
import { inArgumentsOf } from './in-arguments-of.js';
import { inputValidator } from './json-schema-validator.js';

/** What is known of a tool's input. */
export interface InputPlan {
  readonly schema: JsonSchema;
  /** Whether the schema is of our own making. */
  readonly isTrusted: boolean;
  /** Absent where the value of an input is the input. */
  readonly makeValue?: (input: JsonObject, issues: InputIssue[]) => unknown;
}

/** The schema that is sent, and what strips and checks an input by it. */
export interface CompiledInput<T> {
  readonly schema: JsonSchema;
  /** Synchronous where nothing has to be waited for. */
  readonly prepare: (given: JsonObject) => T | Issues | Promise<T | Issues>;
}

/**
 * Gives what prepares a tool's inputs; `ready` gets what is left of a good one and what the schema makes of it.
 * @throws ToolDeclarationException naming the tool, if its schema is not valid
 */
export function compileInput<T>(
  label: string,
  { schema: written, isTrusted, makeValue }: InputPlan,
  ready: (input: JsonObject, value: unknown) => T,
): CompiledInput<T> {
  // What is checked by stays what is shown, whatever becomes of the application's own schema object.
  const schema = frozenCopy(written);
  const validate = inputValidator(inArgumentsOf(label, () => compileWhenUsed(schema, isTrusted)));
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
