import type { JsonObject, ToolResultOutput } from 'toolgate/model';
import type { ToolCallResult } from 'toolgate/tool';
import type { StoredApproval } from '../records/stored-approval.js';
import { canonicalJson } from '../records/canonical-json.js';

const EDITED =
  'A person changed the arguments of this call before it ran. They are in place of those that were asked for.';

/**
 * Adds to the result of a call the arguments that it ran with, if a person edited them. The model knows only its own
 * arguments.
 */
export const withArguments = (
  { output, outcome }: ToolCallResult,
  { edits, arguments: input }: Pick<StoredApproval, 'edits' | 'arguments'>,
): ToolCallResult => (edits.length === 0 ? { output, outcome } : { output: noted(output, input), outcome });

const noted = (output: ToolResultOutput, input: JsonObject): ToolResultOutput => {
  if (output.type === 'json') return { type: 'json', value: { note: EDITED, arguments: input, result: output.value } };
  const note = `${EDITED} Arguments: ${canonicalJson(input)}`;
  if (output.type === 'text') return { type: 'text', text: `${note}\n${output.text}` };
  return { ...output, parts: [{ type: 'text', text: note }, ...output.parts] };
};
