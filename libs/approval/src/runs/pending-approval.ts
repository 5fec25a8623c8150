import type { PendingApproval, SuspendedRun } from 'toolgate/tool';
import type { StoredApproval } from '../records/stored-approval.js';
import { argumentDamage } from '../records/argument-damage.js';
import { isoTime } from '../records/iso-time.js';
import type { RunState } from '../records/stored-run.js';

/** An approval as whoever shows or decides it is given it. */
export const pendingApproval = (approval: StoredApproval): PendingApproval => {
  const { id, tool, callId, revision, argsHash, expiresAt, requirement, reason } = approval;
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
    ...(damaged !== undefined && { damaged }),
  };
};

/** What a run waits for. */
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
