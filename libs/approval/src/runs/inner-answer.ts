import { textOf } from 'toolgate/model';
import type { ToolCallResult } from 'toolgate/tool';
import type { RunCheckpoint, StoredRun } from '../records/stored-run.js';
import { type KnownAnswerParts, knownAnswer } from './known-answer.js';
import { readableCheckpoint } from '../transitions/assert-readable.js';

/**
 * Converts the outcome of an ended run to the result of the call around it: the answer, or the reason why there is
 * none.
 */
export const innerAnswer = async (
  run: StoredRun,
  checkpoint: () => Promise<RunCheckpoint | undefined>,
  parts: KnownAnswerParts,
): Promise<ToolCallResult> => {
  if (run.status !== 'completed') return unanswered(run);
  const { answer } = readableCheckpoint(run.id, await checkpoint());
  const value = answer ? textOf(answer.message) : '';
  const known = await knownAnswer({ type: 'succeeded', value }, run.parent!.tool, parts);
  return known.answer!;
};

// The error of a failed run is not included, because it may quote data that the model must not read.
const unanswered = ({ status, error = 'it was canceled', hasEffects }: StoredRun): ToolCallResult => {
  const why = status === 'cancelled' ? `was canceled: ${error.replace(/\.$/, '')}.` : 'failed before it had an answer.';
  const effects = hasEffects ? ' Some of its tools may have had their effects.' : '';
  return {
    output: { type: 'text', text: `The turn of this agent ${why}${effects}` },
    outcome: { type: 'error', kind: 'execution' },
  };
};
