import type { JsonValue, ToolResultOutput } from 'toolgate/model';
import { approvalRecord } from '../records/approval.js';
import { markDamage } from '../records/argument-damage.js';
import type { RunState } from '../records/stored-run.js';
import type { ExternalCall } from './external-call.js';

/** Converts the run of an external call to the record that its requester receives. */
export const externalCallRecord = ({ run, approvals }: RunState): ExternalCall => {
  const about = { runId: run.id, approval: approvalRecord(markDamage(approvals[0]!)) };
  const [slot] = run.slots;
  if (slot?.state !== 'done') return { ...about, status: 'suspended' };
  if (!slot.result) return { ...about, status: 'failed', message: 'Its result is no longer stored.' };
  const { output, outcome } = slot.result;
  switch (outcome.type) {
    case 'success':
    case 'responded':
      return { ...about, status: 'completed', result: valueOf(output) };
    case 'denied':
      return { ...about, status: 'rejected', reason: outcome.reason };
    case 'not-started':
      return { ...about, status: 'rejected', reason: 'It was canceled before it started.' };
    default:
      return { ...about, status: 'failed', message: textOf(output) };
  }
};

const valueOf = (output: ToolResultOutput): JsonValue => (output.type === 'json' ? output.value : textOf(output));

const textOf = (output: ToolResultOutput): string => {
  if (output.type === 'text') return output.text;
  return JSON.stringify(output.type === 'json' ? output.value : output.parts);
};
