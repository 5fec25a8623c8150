import type { PendingApproval, SuspendedRun } from 'toolgate/tool';
import type { Approval } from '../records/approval.js';
import { argumentDamage } from '../records/argument-damage.js';
import type { RunState } from '../records/run.js';

/** An approval as whoever shows or decides it is given it. */
export const pendingApproval = (approval: Approval): PendingApproval => {
  const { id, tool, callId, revision, argsHash, expiresAt, requirement, reason } = approval;
  const damaged = argumentDamage(approval);
  return {
    id,
    tool,
    callId,
    arguments: approval.arguments,
    revision,
    argsHash,
    expiresAt: new Date(expiresAt).toISOString(),
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
    ...(unknown.length > 0 && { unknown: unknown.map(({ index, tool }) => ({ index, tool })) }),
  };
};
