import { isObject, pointerStep } from '#core';
import type { JsonObject, JsonValue } from 'toolgate/model';
import type { InputIssue, Issues } from '../contract/tool-callback.js';
import { jsonOfValue } from '../types/json-of-value.js';
import type { InputField, ValueType } from '../types/value-type.js';

/** The input of a direct call, or the arguments that JSON cannot carry. */
export type ReadArguments = { readonly type: 'input'; readonly input: JsonObject } | Issues;

/** Reads the arguments of a direct call as properties of the input. Positions that the application sets are ignored. */
export function readArguments(
  positions: readonly (InputField | 'context' | undefined)[],
  args: readonly unknown[],
): ReadArguments {
  const issues: InputIssue[] = issuesOfSurplus(positions, args);
  const input: Record<string, JsonValue> = {};
  for (const [index, field] of positions.entries()) {
    if (typeof field !== 'object') continue;
    const value = jsonOfValue(field.type, args[index], { path: pointerStep(field.name), issues });
    if (value !== undefined) input[field.name] = value;
  }
  return issues.length > 0 ? { type: 'issues', issues } : { type: 'input', input };
}

/** Reads the one argument of a direct call that is the whole input. */
export function readWhole(positions: readonly (ValueType | undefined)[], args: readonly unknown[]): ReadArguments {
  const issues: InputIssue[] = issuesOfSurplus(positions, args);
  const index = positions.findIndex((type) => type !== undefined);
  const type = positions[index];
  const input = (type && jsonOfValue(type, args[index], { path: '', issues })) ?? {};
  if (issues.length > 0) return { type: 'issues', issues };
  return isObject(input) ? { type: 'input', input } : { type: 'issues', issues: [{ path: '', message: NO_OBJECT }] };
}

const NO_OBJECT = 'must be an object';

// An approver would not see an argument that the declaration does not contain.
function issuesOfSurplus({ length }: { readonly length: number }, args: readonly unknown[]): InputIssue[] {
  if (args.length <= length) return [];
  return [{ path: '', message: `must be at most ${length} arguments, and ${args.length} were passed` }];
}
