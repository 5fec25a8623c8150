import type { ExternalCall, ExternalCallAnswer } from 'toolgate/approval';
import {
  EXTERNAL_PROTOCOL,
  type ExternalCallBody,
  type ExternalClaimedBody,
  type ExternalStatusesBody,
} from '../client/external-body.js';

const protocol = EXTERNAL_PROTOCOL;

/** Returns a call as its application receives it: without votes, traces and names of approvers' roles. */
export const externalCallBody = (call: ExternalCall): ExternalCallBody => {
  const { approval, runId, status } = call;
  const { id, argsHash, expiresAt, decidedBy } = approval;
  const about = { id, runId, status, approval: approval.status, argsHash, expiresAt };
  return { protocol, ...about, ...(decidedBy !== undefined && { decidedBy }), ...endOf(call) };
};

const endOf = (call: ExternalCall): Pick<ExternalCallBody, 'result' | 'reason' | 'message'> => {
  switch (call.status) {
    case 'completed':
      return { result: call.result };
    case 'rejected':
      return { reason: call.approval.decisionReason ?? call.reason };
    case 'failed':
      return { message: call.message };
    default:
      return {};
  }
};

/** Returns the statuses of several calls. */
export const externalStatusesBody = (calls: readonly ExternalCall[]): ExternalStatusesBody => ({
  protocol,
  items: calls.map(({ approval: { id, status } }) => ({ id, approval: status })),
});

/** Returns the answer to a claim. */
export const externalClaimedBody = (answer: ExternalCallAnswer): ExternalClaimedBody => {
  if (answer.answer === 'no') return { protocol, answer: 'no', approval: answer.status };
  return { protocol, ...answer };
};
