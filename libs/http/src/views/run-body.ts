import type { Run } from 'toolgate/approval';
import type { ListedRunBody, RunSlotBody } from '../client/run-body.js';

/**
 * Returns a run as the door shows it: without leases, keys, arguments and results. The content of a turn belongs to its
 * requester.
 */
export const runBody = (run: Run): ListedRunBody => {
  const { id, status, tenant, client, conversation, requester, version, round, slots, hasEffects } = run;
  const { createdAt, updatedAt, settledAt, failures, retryAt, canceling } = run;
  return {
    id,
    status,
    tenant,
    client,
    requester: requester.id,
    version,
    round,
    slots: slots.map(slotBody),
    hasEffects,
    createdAt,
    updatedAt,
    failures,
    ...(conversation !== undefined && { conversation }),
    ...(settledAt !== undefined && { settledAt }),
    ...(retryAt !== undefined && { retryAt }),
    ...(canceling && { canceling }),
  };
};

const slotBody = ({ index, toolCallId, toolName, state, attempt, approvalId }: Run['slots'][number]): RunSlotBody => ({
  index,
  toolCallId,
  toolName,
  state,
  attempt,
  ...(approvalId !== undefined && { approvalId }),
});
