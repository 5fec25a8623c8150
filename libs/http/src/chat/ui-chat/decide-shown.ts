import { hashOf } from '#approval';
import type { ApprovalService, DecideApproval } from 'toolgate/approval';
import { RequestException } from '../../problem/request.exception.js';
import { type ChatOwner, ownApproval } from '../shared/chat-owner.js';
import type { ShownDecision } from './shown-decision.js';

/**
 * Carries out the decisions of a client, in order, and returns the run that they belong to. Nothing is decided unless
 * every one is of the chat's own run. Throws the first refusal of the service if none of the decisions is accepted.
 */
export const decideShown = async (
  decisions: readonly ShownDecision[],
  approvals: ApprovalService,
  owner: ChatOwner,
): Promise<string> => {
  const found = await Promise.all(decisions.map(({ approvalId }) => ownApproval(approvalId, approvals, owner)));
  const [runId, ...others] = new Set(found.map((approval) => approval.runId));
  if (runId === undefined || others.length > 0) {
    throw new RequestException('bad-decision', 'The decisions belong to several turns. Decide one turn at a time.');
  }
  const commands = decisions.map((decision) => [decision.approvalId, commandOf(decision, owner)] as const);
  const refusals: unknown[] = [];
  for (const [id, command] of commands) {
    await approvals.decide(id, command, owner.by).catch((error: unknown) => {
      refusals.push(error);
    });
  }
  // The record decides, and the stream shows the outcome of each.
  if (refusals.length === decisions.length) throw refusals[0];
  return runId;
};

const commandOf = (decision: ShownDecision, { by }: ChatOwner): DecideApproval => {
  const { ref, approved, revision, argsHash, reason, editedArguments, answer } = decision;
  const given = {
    ...(reason !== undefined && { reason }),
    ...(editedArguments && { editedArguments }),
    ...(answer !== undefined && { answer }),
  };
  const decisionId = decisionIdOf({ by: by.id, ref, approved, ...given });
  return { decisionId, decision: approved ? 'approve' : 'reject', revision, argsHash, ...given };
};

// The same decision that is sent again changes nothing.
const decisionIdOf = (decision: object): string => {
  try {
    return `chat:${hashOf(decision)}`;
  } catch {
    throw new RequestException('bad-decision', 'A number of a decision is too large for JSON. Send another number.');
  }
};
