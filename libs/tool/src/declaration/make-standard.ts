import type { InputIssue } from '../tool-callback.js';
import { ToolException } from '../tool.errors.js';
import { chain } from './chain.js';
import { copyJson } from './copy-json.js';
import type { Maker } from './maker.js';
import type { StandardIssue, StandardSchema } from './standard-schema.js';
import { pointerStep } from './subschemas.js';

/** Gives what makes the value of a Standard Schema. */
export function standardMaker(schema: StandardSchema): Maker {
  return (value, path, issues) =>
    chain(schema['~standard'].validate(copyJson(value)), (result) => {
      if (!result.issues) return result.value;
      const found = result.issues.map((issue) => issueOf(issue, path));
      if (issues) issues.push(...found);
      else
        throw new ToolException(
          `The schema took ${path || 'the input'} before and refuses it now: ${found[0]?.message}`,
        );
      return undefined;
    });
}

function issueOf(issue: StandardIssue, start: string): InputIssue {
  const steps = Array.from(issue.path ?? [], (step) => pointerStep(String(typeof step === 'object' ? step.key : step)));
  return { path: start + steps.join(''), message: withoutValue(issue) };
}

/** Some libraries put what they were given into their messages; it must not go back to the model. */
function withoutValue(issue: StandardIssue): string {
  const { expected, received, actual } = issue as unknown as Readonly<Record<string, unknown>>;
  const { message } = issue;
  const given = received ?? actual;
  const tells = typeof given === 'string' && given !== '' && message.includes(given);
  return tells && typeof expected === 'string' ? `must be ${expected}` : message;
}
