import type { ApprovalEvent } from 'toolgate/approval';
import type { ApprovalEventBody } from '../client/event-body.js';

type Data = NonNullable<ApprovalEventBody['data']>;

const CALL = ['index', 'attempt', 'outcome'] as const;

/** The data of each type of event that the door shows. Other types show none. */
const SHOWN = new Map<string, readonly (keyof Data)[]>([
  ['APPROVED', ['reason']],
  ['REJECTED', ['reason']],
  ['RESPONDED', ['reason']],
  ['CANCELLED', ['reason']],
  ['OUTCOME_UNKNOWN', ['index']],
  ['VOTED', ['reason']],
  ['VOTE_LOST', ['voter']],
  ['EDITED', ['argsHash']],
  ['ASKED_AGAIN', ['revision', 'changed']],
  ['QUESTION_ANSWERED', ['answerHash']],
  ['SUSPENDED', ['round']],
  ['BATCH', ['round', 'calls']],
  ['STARTED', CALL],
  ['FINISHED', CALL],
  ['RECONCILED', ['index']],
  ['INNER_ENDED', ['index']],
  ['INNER_CANCELED', ['index']],
  ['CANCELING', ['reason']],
  ['RUN_CANCELLED', ['reason']],
]);

/**
 * Returns an event as the door shows it: without the errors of tools and models, and without the workers. A reason is
 * shown if a person has given it.
 */
export const eventBody = ({ runId, approvalId, tenant, at, by, type, data = {} }: ApprovalEvent): ApprovalEventBody => {
  const names = (SHOWN.get(type) ?? []).filter((name) => name in data && (name !== 'reason' || by !== undefined));
  return {
    runId,
    ...(approvalId !== undefined && { approvalId }),
    tenant,
    at,
    ...(by !== undefined && { by }),
    type,
    ...(names.length > 0 && { data: Object.fromEntries(names.map((name) => [name, data[name]])) }),
  };
};
