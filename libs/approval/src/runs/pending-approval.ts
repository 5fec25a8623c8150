import type { SuspendedTurn } from 'toolgate/chat';
import type { SuspendedCall } from 'toolgate/model';
import type { PendingApproval, SuspendedRun, ToolCallResult } from 'toolgate/tool';
import type { StoredApproval } from '../records/stored-approval.js';
import { argumentDamage } from '../records/argument-damage.js';
import { isoTime } from '../records/iso-time.js';
import type { RunState, StoredSlot } from '../records/stored-run.js';
import { resultWithoutExecution } from '../transitions/results.js';

/** Returns an approval as the caller and the approver receive it. */
export const pendingApproval = (approval: StoredApproval): PendingApproval => {
  const { id, tool, callId, revision, argsHash, expiresAt, requirement, reason, answeredBy, question } = approval;
  const damaged = argumentDamage(approval);
  return {
    id,
    toolName: tool,
    toolCallId: callId,
    arguments: approval.arguments,
    revision,
    argsHash,
    expiresAt: isoTime(expiresAt),
    ...(requirement.message !== undefined && { message: requirement.message }),
    ...(reason !== undefined && { reason }),
    ...(answeredBy && { answeredBy }),
    ...(answeredBy && question && { question }),
    ...(damaged !== undefined && { damaged }),
  };
};

/** Returns a suspended run as the reader of its stream receives it: what it waits for, and every call of its batch. */
export const suspendedTurn = (state: RunState): SuspendedTurn => {
  const approvals = new Map(state.approvals.map((approval) => [approval.id, approval]));
  const batch = state.run.slots.map((slot): SuspendedCall => {
    const approval = slot.approval === undefined ? undefined : approvals.get(slot.approval);
    return { toolCallId: slot.callId, toolName: slot.tool, ...slotVerdict(slot, approval) };
  });
  return { ...suspendedRun(state), round: state.run.round, batch };
};

const slotVerdict = (
  { state, result }: StoredSlot,
  approval: StoredApproval | undefined,
): Pick<SuspendedCall, 'verdict' | 'reason'> => {
  if (state === 'unknown') return { verdict: 'wait', reason: 'its outcome is unknown' };
  if (approval?.status === 'PENDING') return { verdict: 'wait', ...(approval.reason && { reason: approval.reason }) };
  const answer = result ?? (approval && resultWithoutExecution(approval));
  if (!answer || answer.outcome.type === 'success') return { verdict: 'run' };
  return { verdict: 'reject', reason: rejectionReason(answer) };
};

const rejectionReason = ({ output, outcome }: ToolCallResult): string => {
  if (outcome.type === 'denied') return outcome.reason;
  if (outcome.type === 'responded') return 'a person answered in its place';
  return output.type === 'text' ? output.text : outcome.type;
};

/** Returns what a run waits for. */
export const suspendedRun = ({ run, approvals }: RunState): SuspendedRun => {
  const unknown = run.slots.filter(({ state }) => state === 'unknown');
  return {
    runId: run.id,
    approvals: approvals.filter(({ status }) => status === 'PENDING').map(pendingApproval),
    ...(unknown.length > 0 && {
      unknown: unknown.map(({ index, callId, tool }) => ({ index, toolCallId: callId, toolName: tool })),
    }),
  };
};
