import type { ApprovalService } from 'toolgate/approval';
import { type ChatOwner, ownApproval, ownRun } from '../shared/chat-owner.js';
import { answersOf } from './answer-outputs.js';
import { hashSent, refuseDecision } from './refuse-decision.js';
import { refusePost } from './refuse-post.js';
import type { ShownDecision } from './shown-decision.js';
import type { DecisionsPost } from './ui-post.js';

/**
 * Carries out the decisions of a client and the answers of its page, in order, and returns the run that they belong to.
 * Nothing is decided unless every one is of the chat's own run. Throws the first refusal of the service if none of them
 * is accepted.
 */
export const decideShown = async (
  { decisions, outputs, messageId }: DecisionsPost,
  approvals: ApprovalService,
  owner: ChatOwner,
): Promise<string> => {
  const found = await Promise.all(decisions.map(({ approvalId }) => ownApproval(approvalId, approvals, owner)));
  const [decided, ...others] = new Set(found.map((approval) => approval.runId));
  if (others.length > 0) refuseDecision('The decisions belong to several turns. Decide one turn at a time.');
  const shown = outputs.length > 0 ? messageId : undefined;
  const runId = decided ?? (shown === undefined ? refuseEmpty() : (await ownRun(shown, approvals, owner)).id);
  const acts = [
    ...decisions.map((decision) => actOf(decision, approvals, owner)),
    ...(await answersOf(outputs, { runId, approvals, owner })),
  ];
  if (acts.length === 0) refuseEmpty();
  const refusals: unknown[] = [];
  for (const act of acts) await act().catch((error: unknown) => void refusals.push(error));
  // The record decides, and the stream shows the outcome of each.
  if (refusals.length === acts.length) throw refusals[0];
  return runId;
};

const actOf = (decision: ShownDecision, approvals: ApprovalService, { by }: ChatOwner): (() => Promise<unknown>) => {
  const { approvalId, ref, approved, revision, argsHash, reason, editedArguments, answer } = decision;
  const given = {
    ...(reason !== undefined && { reason }),
    ...(editedArguments && { editedArguments }),
    ...(answer !== undefined && { answer }),
  };
  // The same decision that is sent again changes nothing.
  const decisionId = `chat:${hashSent({ by: by.id, ref, approved, ...given })}`;
  const command = { decisionId, decision: approved ? 'approve' : 'reject', revision, argsHash, ...given } as const;
  return () => approvals.decide(approvalId, command, by);
};

const refuseEmpty = (): never =>
  refusePost('The last message is of the assistant and contains no decision. Send a message of the user.');
