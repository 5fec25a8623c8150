import type { SuspendedTurn } from 'toolgate/chat';
import type { SuspendedCall } from 'toolgate/model';
import type { PendingApproval, SuspendedRun, WaitingInside } from 'toolgate/tool';
import type { StoredApproval } from '../records/stored-approval.js';
import { argumentDamage } from '../records/argument-damage.js';
import { isoTime } from '../records/iso-time.js';
import type { RunState, StoredSlot } from '../records/stored-run.js';
import { resultWithoutExecution } from '../transitions/results.js';
import { defined } from '#core';
import { revocationReason } from '../transitions/batch.js';

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
    ...defined({ message: requirement.message, reason, answeredBy, question: answeredBy && question, damaged }),
  };
};

/**
 * Returns a suspended run as the reader of its stream receives it: what it waits for, and every call of its batch.
 * @param inner the states of the runs inside its calls
 */
export const suspendedTurn = (state: RunState, inner: readonly RunState[] = []): SuspendedTurn => {
  const approvals = new Map(state.approvals.map((approval) => [approval.id, approval]));
  // A batch in which a call waits for a run inside it has run as far as it could.
  const hasRun = state.run.slots.some((slot) => slot.state === 'waiting');
  const batch = state.run.slots.map((slot): SuspendedCall => {
    const approval = slot.approval === undefined ? undefined : approvals.get(slot.approval);
    return { toolCallId: slot.callId, toolName: slot.tool, ...slotVerdict(slot, approval, hasRun) };
  });
  const results = hasRun ? state.run.slots.flatMap(({ result }) => result ?? []) : [];
  return {
    ...suspendedRun(state, inner),
    round: state.run.round,
    batch,
    ...(results.length > 0 && { results }),
  };
};

const slotVerdict = (
  { state, result, innerRun }: StoredSlot,
  approval: StoredApproval | undefined,
  hasRun: boolean,
): Pick<SuspendedCall, 'verdict' | 'reason' | 'innerRunId'> => {
  if (state === 'waiting') return { verdict: 'wait', innerRunId: innerRun };
  if (hasRun && result) return { verdict: 'done' };
  if (state === 'unknown') return { verdict: 'wait', reason: 'its outcome is unknown' };
  if (approval?.status === 'PENDING') return { verdict: 'wait', ...(approval.reason && { reason: approval.reason }) };
  const answer = result ?? (approval && resultWithoutExecution(approval));
  if (!answer || answer.outcome.type === 'success') return { verdict: 'run' };
  if (answer.outcome.type === 'responded') return { verdict: 'run', reason: 'a person answered in its place' };
  return { verdict: 'reject', reason: revocationReason(answer) };
};

/** Returns the approvals, the inner runs and the unknown calls that a run waits for. */
export const suspendedRun = ({ run, approvals }: RunState, inner: readonly RunState[] = []): SuspendedRun => {
  const inside = run.slots.flatMap((slot) => waitingInside(slot, inner));
  const unknown = run.slots.filter(({ state }) => state === 'unknown');
  return {
    runId: run.id,
    approvals: pendingOf(approvals),
    ...(inside.length > 0 && { inside }),
    ...(unknown.length > 0 && {
      unknown: unknown.map(({ index, callId, tool }) => ({ index, toolCallId: callId, toolName: tool })),
    }),
  };
};

const pendingOf = (approvals: readonly StoredApproval[]): readonly PendingApproval[] =>
  approvals.filter(({ status }) => status === 'PENDING').map(pendingApproval);

const waitingInside = (
  { state, innerRun, callId, tool }: StoredSlot,
  inner: readonly RunState[],
): readonly WaitingInside[] => {
  if (state !== 'waiting' || innerRun === undefined) return [];
  const { approvals = [] } = inner.find(({ run }) => run.id === innerRun) ?? {};
  return [{ toolCallId: callId, toolName: tool, runId: innerRun, approvals: pendingOf(approvals) }];
};
