import { defined } from '#core';
import type { Approver, Run } from 'toolgate/approval';
import type { ListedRunBody, RunAttemptBody, RunSlotBody } from '../client/run-body.js';

/**
 * Returns a run as the door shows it: without leases, arguments and results, and with the key of a call only if its outcome
 * is unknown. The content of a turn belongs to its requester.
 */
export const runBody = (run: Run): ListedRunBody => {
  const { id, kind = 'turn', status, tenant, client, conversation, requester, version, round, slots, hasEffects } = run;
  const { createdAt, updatedAt, settledAt, failures, retryAt, canceling, parked, endedAt, contentRemovedAt } = run;
  const { parent } = run;
  return {
    id,
    kind,
    status,
    tenant,
    requester: requester.id,
    version,
    round,
    slots: slots.map(slotBody),
    hasEffects,
    createdAt,
    updatedAt,
    failures,
    ...defined({ client, conversation }),
    ...(parent && { parent: { runId: parent.run, toolCallId: parent.callId, toolName: parent.tool } }),
    ...defined({ settledAt, retryAt, endedAt, contentRemovedAt, parked, canceling }),
  };
};

/** Returns the failed attempts of a run. Only an administrator receives their errors, which may quote the turn. */
export const attemptsBody = ({ attempts }: Run, { administrator }: Approver): readonly RunAttemptBody[] | undefined =>
  attempts?.map(({ at, error }) => (administrator === false ? { at } : { at, error }));

const slotBody = (slot: Run['slots'][number]): RunSlotBody => {
  const { index, toolCallId, toolName, state, attempt, approvalId, idempotencyKey, innerRun } = slot;
  return {
    index,
    toolCallId,
    toolName,
    state,
    attempt,
    ...(approvalId !== undefined && { approvalId }),
    ...(state === 'unknown' && { idempotencyKey }),
    ...(innerRun !== undefined && { innerRunId: innerRun }),
  };
};
