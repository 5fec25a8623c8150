import { defined } from '#core';
import { hashOf } from '#approval';
import type { Approval, ApprovalService } from 'toolgate/approval';
import { RequestException, refuseDecision, refuseRequest } from '../../problem/request.exception.js';
import { type ChatOwner, ownApproval } from '../shared/chat-owner.js';
import { isClientCall } from '../shared/is-client-call.js';
import type { PostedOutput } from './read-outputs.js';
import type { ShownDecision } from './read-decisions.js';
import type { DecisionsPost } from './ui-post.js';

/**
 * Carries out the decisions of a client and the answers of its client tools, in order, and returns the run and the round
 * that they belong to. Nothing is decided unless every one is of the chat's own run. Throws the first refusal of the
 * service if none of them is accepted.
 */
export const decideShown = async (
  { decisions, outputs }: DecisionsPost,
  approvals: ApprovalService,
  owner: ChatOwner,
): Promise<{ readonly runId: string; readonly round: number }> => {
  const shown = [...decisions, ...outputs];
  if (shown.length > MOST_CALLS) refuseDecision(`The message decides more than ${MOST_CALLS} calls. Decide fewer.`);
  const found = await Promise.all(shown.map(({ approvalId }) => ownApproval(approvalId, approvals, owner)));
  const [runId, ...others] = new Set(found.map((approval) => approval.runId));
  if (runId === undefined)
    return refuseRequest(
      'The last message is of the assistant and contains no decision and no output of a client tool. Send a message of the user.',
    );
  if (others.length > 0) refuseDecision('The decisions belong to several turns. Decide one turn at a time.');
  const acts = [
    ...decisions.map((decision) => actOf(decision, owner)),
    ...outputs.flatMap((output, index) => answersOf(output, found[decisions.length + index]!, owner)),
  ];
  // A client that would send its answer again and again must stop.
  if (acts.length === 0)
    throw new RequestException('conflict', 'The page has answered this call before. Read the turn again.');
  const refusals: unknown[] = [];
  for (const act of acts) await act(approvals).catch((error: unknown) => void refusals.push(error));
  // The record decides, and the stream shows the outcome of each.
  if (refusals.length === acts.length) throw refusals[0];
  return { runId, round: Math.max(...found.map(({ round }) => round)) };
};

// No batch has more calls.
const MOST_CALLS = 200;

/** Carries out one decision or answer. */
type Act = (approvals: ApprovalService) => Promise<unknown>;

const actOf = (decision: ShownDecision, { by }: ChatOwner): Act => {
  const { approvalId, ref, approved, revision, argsHash, reason, editedArguments, answer } = decision;
  const given = defined({ reason, editedArguments, answer });
  // The same decision that is sent again changes nothing.
  const decisionId = `chat:${hashSent({ by: by.id, ref, approved, ...given })}`;
  const command = { decisionId, decision: approved ? 'approve' : 'reject', revision, argsHash, ...given } as const;
  return (approvals) => approvals.decide(approvalId, command, by);
};

// The first answer counts. A client sends it again with the decision on another call.
const answersOf = (
  { approvalId, toolCallId, revision, argsHash, output, error }: PostedOutput,
  approval: Approval,
  { by }: ChatOwner,
): readonly Act[] => {
  if (!isClientCall(approval)) return refuseDecision(`The call ${toolCallId} is not one of a client tool. Decide it.`);
  if (approval.status === 'RESPONDED') return [];
  if (error !== undefined) {
    const reason =
      typeof error === 'string'
        ? error
        : refuseDecision(`The error of the call ${toolCallId} is not a string. Send a string as errorText.`);
    return [(approvals) => approvals.cancel(approvalId, by, { reason })];
  }
  const decisionId = `chat:${hashSent([approvalId, output])}`;
  const command = { decisionId, decision: 'respond', revision, argsHash, response: output } as const;
  return [(approvals) => approvals.decide(approvalId, command, by)];
};

// A number that JSON does not have cannot be hashed.
const hashSent = (value: unknown): string => {
  try {
    return hashOf(value);
  } catch {
    return refuseDecision('A number in a decision or an output is too large for JSON. Send another number.');
  }
};
