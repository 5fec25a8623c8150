import { isObject } from '#core';
import type { JsonObject, JsonValue, ToolCallOutcome, ToolResultOutput } from 'toolgate/model';
import type { ToolCallResult } from 'toolgate/tool';
import type { StoredApproval } from '../records/stored-approval.js';
import { canonicalJson, hashOf } from '../records/canonical-json.js';

type Denial = Extract<ToolCallOutcome, { type: 'denied' }>['decision'];

const denied = (decision: Denial, reason: string, approvalId?: string): ToolCallResult => ({
  output: { type: 'text', text: `Tool execution was denied: ${reason}` },
  outcome: { type: 'denied', decision, reason, ...(approvalId !== undefined && { approvalId }) },
});

/**
 * Returns what the model receives for a call that does not run because of a person, an expiry or a cancellation;
 * undefined if it may run.
 */
export const resultWithoutExecution = ({
  id,
  status,
  decisionReason,
  response,
  answeredBy,
}: StoredApproval): ToolCallResult | undefined => {
  switch (status) {
    case 'REJECTED':
      return denied('reject', decisionReason ?? 'a person rejected it', id);
    case 'EXPIRED':
      return denied('expire', `it was not ${answeredBy ? 'answered' : 'approved'} in time`);
    case 'LAPSED':
      return denied('lapse', 'its approval was not used in time');
    case 'CANCELLED':
      return denied('cancel', decisionReason ?? 'it was canceled');
    case 'REVOKED':
      return denied('revoke', decisionReason ?? 'its approval was revoked');
    case 'RESPONDED':
      return { output: outputOf(response), outcome: { type: 'responded' } };
    default:
      return undefined;
  }
};

/** Converts a value for the model if no tool's converter is available. */
export const outputOf = (value: JsonValue = null): ToolCallResult['output'] =>
  typeof value === 'string' ? { type: 'text', text: value } : { type: 'json', value };

/** What the model receives for a call whose outcome is unknown. */
export const UNKNOWN: ToolCallResult = {
  output: { type: 'text', text: 'It is not known whether this tool had its effect.' },
  outcome: { type: 'unknown' },
};

/** What the model receives for a call that was not started. */
export const NOT_STARTED: ToolCallResult = {
  output: { type: 'text', text: 'This tool was not started.' },
  outcome: { type: 'not-started' },
};

const EDITED =
  'A person changed the arguments of this call before it ran. They are in place of those that were asked for.';

/**
 * Adds to the result of a call the arguments that it ran with, if a person changed them. The model knows only its own
 * arguments.
 */
export const withArguments = (
  { output, outcome }: ToolCallResult,
  { edits: [first], arguments: input }: Pick<StoredApproval, 'edits' | 'arguments'>,
): ToolCallResult => {
  // A later edit may have taken an earlier one back.
  const isChanged = first !== undefined && hashOf(first.before) !== hashOf(input);
  return { output: isChanged ? noted(output, input) : output, outcome };
};

const noted = (output: ToolResultOutput, input: JsonObject): ToolResultOutput => {
  if (output.type === 'json') return { type: 'json', value: { note: EDITED, arguments: input, result: output.value } };
  const note = `${EDITED} Arguments: ${canonicalJson(input)}`;
  if (output.type === 'text') return { type: 'text', text: `${note}\n${output.text}` };
  return { ...output, parts: [{ type: 'text', text: note }, ...output.parts] };
};

/** Returns an output as its tool returned it. The note about edited arguments is only for a model. */
export const withoutArguments = (output: ToolResultOutput): ToolResultOutput => {
  if (output.type === 'json') {
    const { value } = output;
    return isObject(value) && value['note'] === EDITED ? { type: 'json', value: value['result'] ?? null } : output;
  }
  if (output.type === 'text') {
    const { text } = output;
    return text.startsWith(EDITED) ? { type: 'text', text: text.slice(text.indexOf('\n') + 1) } : output;
  }
  const [first, ...parts] = output.parts;
  return first?.type === 'text' && first.text.startsWith(EDITED) ? { ...output, parts } : output;
};
