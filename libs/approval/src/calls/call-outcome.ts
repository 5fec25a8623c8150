import { suspendedRun } from '../runs/pending-approval.js';
import type { MaybePromise } from '#core';
import type { JsonValue, ToolCallErrorKind, ToolResultOutput, ToolResultPart } from 'toolgate/model';
import { ToolBatchException, prepareInput } from 'toolgate/tool';
import { type RunState, isOpen } from '../records/stored-run.js';
import { assertContent } from '../transitions/assert-readable.js';
import type { EndedCall, GatedCallOutcome } from './gated-call.js';
import { GatedCallException } from './gated-call.errors.js';
import type { NewCall } from './new-call.js';

/** Returns the outcome of a call that the manager has just run or rejected. */
export const outcomeOfCall = (result: ToolResultPart, call: NewCall): MaybePromise<EndedCall<JsonValue>> =>
  result.outcome.type === 'error' ? outcomeOfError(result.outcome.kind, result.output, call) : outcomeOfResult(result);

const outcomeOfError = async (
  kind: ToolCallErrorKind,
  output: ToolResultOutput,
  { callback, input }: NewCall,
): Promise<EndedCall<JsonValue>> => {
  const { name } = callback.definition;
  switch (kind) {
    case 'unknown-tool':
      throw noTool(name);
    case 'malformed-arguments':
    case 'invalid-arguments': {
      // The result contains the issues as one text for the model, so they are found again. Validating has no effect.
      const found = await prepareInput(callback, input);
      const issues = found.type === 'issues' ? found.issues : [{ path: '', message: textOfOutput(output) }];
      return { status: 'invalid', issues };
    }
    default:
      return { status: 'failed', message: textOfOutput(output) };
  }
};

/** Returns the error for a tool that does not exist or that is hidden from this caller: both receive the same text. */
export const noTool = (name: string): GatedCallException =>
  new GatedCallException(
    `No tool named ${JSON.stringify(name)} can be called. Correct the name, or declare the tool in a module that is imported.`,
  );

/** Returns the outcome of a saved call. Throws `RunContentRemovedException` if its result is no longer stored. */
export const outcomeOfRun = (state: RunState): GatedCallOutcome => {
  const { run, approvals } = state;
  const { id: runId, status, slots, error } = run;
  const [slot] = slots;
  const result = slot?.result;
  // This also holds for a run that was canceled while the body ran, because the body knows the outcome.
  if (result && isKnown(result)) {
    const outcome = outcomeOfResult(result);
    // If a person answered in place of the tool, no arguments ran.
    const isEdited = result.outcome.type === 'success' && approvals.some(({ edits }) => edits.length > 0);
    return { ...outcome, ...(isEdited && slot.input && { arguments: slot.input }), runId };
  }
  if (isOpen(run)) return { status: 'suspended', ...suspendedRun(state) };
  assertContent(run);
  const message = [error, result && textOfOutput(result.output)].filter((text) => text !== undefined).join(': ');
  // If the outcome remained unknown, the body may have run, so the call is not reported as rejected.
  const isRejected = status === 'cancelled' && result?.outcome.type !== 'unknown';
  return isRejected ? { status: 'rejected', reason: message, runId } : { status: 'failed', message, runId };
};

const isKnown = ({ outcome: { type } }: ToolResultPart): boolean => type !== 'unknown' && type !== 'not-started';

const outcomeOfResult = ({ output, outcome }: Pick<ToolResultPart, 'output' | 'outcome'>): EndedCall<JsonValue> => {
  switch (outcome.type) {
    case 'success':
    case 'responded':
      return { status: 'completed', result: valueOf(output) };
    case 'denied':
      return { status: 'rejected', reason: outcome.reason };
    default:
      return { status: 'failed', message: textOfOutput(output) };
  }
};

const valueOf = (output: ToolResultOutput): JsonValue => {
  if (output.type === 'text') return output.text;
  return output.type === 'json' ? output.value : (output.parts as unknown as JsonValue);
};

/** Returns an output as text: a text as it is, any other output as JSON. */
export const textOfOutput = (output: ToolResultOutput): string =>
  output.type === 'text' ? output.text : JSON.stringify(valueOf(output));

/** Returns the error of a call without the exception of its batch, because the caller of one call knows no batch. */
export const causeOfCall = (error: unknown): unknown => (error instanceof ToolBatchException ? error.cause : error);
