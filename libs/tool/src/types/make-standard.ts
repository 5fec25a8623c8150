import { chain, copyJson, pointerStep, recordOf } from '#core';
import type { JsonValue } from 'toolgate/model';
import type { InputIssue } from '../contract/tool-callback.js';
import { ToolException } from '../contract/tool.errors.js';
import type { StandardIssue, StandardSchema } from '../schema/standard-schema.js';

/** A maker that fills in the default of its schema if the value is missing. */
type StandardMaker = (value: JsonValue | undefined, path: string, issues: InputIssue[] | undefined) => unknown;

/** Returns a function that validates and converts a value with a Standard Schema. */
export function standardMaker(schema: StandardSchema): StandardMaker {
  return (value, path, issues) =>
    chain(schema['~standard'].validate(value === undefined ? value : copyJson(value)), (result) => {
      if (!result.issues) return result.value;
      const found = result.issues.map((issue) => inputIssueOf(issue, path));
      if (issues) issues.push(...found);
      else
        throw new ToolException(
          `The schema accepted ${path || 'the input'} before but rejects it now: ${found[0]?.message}`,
        );
      return undefined;
    });
}

function inputIssueOf(issue: StandardIssue, start: string): InputIssue {
  const steps = Array.from(issue.path ?? [], (step) => pointerStep(String(typeof step === 'object' ? step.key : step)));
  return { path: start + steps.join(''), message: withoutValue(issue) };
}

/** Some libraries put the received value into their messages; it must not be sent back to the model. */
function withoutValue(issue: StandardIssue): string {
  const { expected, received, actual } = recordOf(issue);
  const { message } = issue;
  const value = received ?? actual;
  const repeatsValue = typeof value === 'string' && value !== '' && message.includes(value);
  return repeatsValue && typeof expected === 'string' ? `must be ${expected}` : message;
}
