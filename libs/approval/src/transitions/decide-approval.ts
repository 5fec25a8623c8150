import type { JsonObject, JsonValue } from 'toolgate/model';
import { approverGroupsOf } from '../composition/approver-groups-of.js';
import type { ApproverRequirement } from '../tool-approval-decision.js';
import type { Approval, ApprovalVote } from '../records/approval.js';
import { ApprovalDecisionException } from '../approval.errors.js';
import { hashOf } from '../records/canonical-json.js';
import type { Approver } from '../records/requester.js';
import { type Draft, moveApproval, setApproval, setSlot, tell } from './draft.js';

/** What somebody decides of an approval, and of which revision of it. */
export interface DecideApproval {
  /** Chosen by the caller: given again, nothing happens again. */
  readonly decisionId: string;
  /** `respond` answers in the tool's place. */
  readonly decision: 'approve' | 'reject' | 'respond';
  readonly revision: number;
  readonly argsHash: string;
  readonly reason?: string;
  /** With `approve`: what the tool gets instead. Only where the requirement allows it. */
  readonly editedArguments?: JsonObject;
  /** With `respond`: what the model is told the tool gave. */
  readonly response?: JsonValue;
}

/** Arguments that somebody changed, after they were checked. */
export interface CheckedEdit {
  readonly input: JsonObject;
  readonly argsHash: string;
}

/** Carries a decision out. Throws `ApprovalDecisionException`, which tells why it does not count. */
export const decideApproval = (
  draft: Draft,
  id: string,
  { command, by, edit }: { readonly command: DecideApproval; readonly by: Approver; readonly edit?: CheckedEdit },
): Approval => {
  const approval = draft.approvals.get(id);
  if (!approval || !isVisible(approval, by)) throw new ApprovalDecisionException('not-found', id);
  const hash = hashOf({ ...command, by: by.id });
  const known = approval.commands.find((done) => done.id === command.decisionId);
  if (known?.hash === hash) return approval;
  if (known) throw new ApprovalDecisionException('decision-reused', id, approval);
  assertEligible(approval, by);
  const commands = [...approval.commands, { id: command.decisionId, hash }];
  const marked = { ...approval, commands };
  if (approval.status !== 'PENDING') {
    assertOnlyNoted(approval, command);
    return note(draft, marked, command, by);
  }
  if (approval.revision !== command.revision) throw new ApprovalDecisionException('conflict', id, approval);
  if (approval.argsHash !== command.argsHash) throw new ApprovalDecisionException('hash-mismatch', id, approval);
  switch (command.decision) {
    case 'reject':
      return moveApproval(draft, marked, 'REJECTED', {
        decidedBy: by.id,
        decisionReason: command.reason ?? 'a person rejected it',
        by: by.id,
      });
    case 'respond':
      return moveApproval(draft, marked, 'RESPONDED', {
        decidedBy: by.id,
        response: command.response ?? null,
        by: by.id,
      });
    default:
      return approve(draft, edit ? edited(draft, marked, edit, by) : marked, command, by);
  }
};

/** Whether somebody may know of an approval at all. */
export const isVisible = ({ tenant }: Approval, by: Approver): boolean =>
  by.tenant === undefined || by.tenant === tenant;

const assertEligible = ({ id, requester, requirement }: Approval, by: Approver): void => {
  if (requirement.fourEyes && requester.id === by.id) throw new ApprovalDecisionException('not-eligible', id);
  const groups = approverGroupsOf(requirement);
  if (groups.length > 0 && !groups.some((group) => isOf(group, by))) {
    throw new ApprovalDecisionException('not-eligible', id);
  }
};

const isOf = ({ users, roles }: ApproverRequirement, { id, roles: has }: Pick<Approver, 'id' | 'roles'>): boolean => {
  if (!users && !roles) return true;
  // A stored vote may hold anything, and a text contains parts of words.
  const isOneOf = (role: string): boolean => Array.isArray(has) && has.includes(role);
  return users?.includes(id) === true || roles?.some(isOneOf) === true;
};

// What is decided stays decided: a yes that comes late does not count, and a no is kept for whoever reads it.
const assertOnlyNoted = (approval: Approval, { decision }: DecideApproval): void => {
  const { id, status } = approval;
  if (decision === 'reject') return;
  const isGone = status === 'EXPIRED' || status === 'LAPSED';
  throw new ApprovalDecisionException(isGone ? 'gone' : 'conflict', id, approval);
};

const note = (draft: Draft, approval: Approval, { reason }: DecideApproval, by: Approver): Approval => {
  tell(draft, 'NOTED', { approval: approval.id, by: by.id });
  const text = reason ?? 'rejected';
  return setApproval(draft, approval, { notes: [...approval.notes, { by: by.id, at: draft.now, text }] });
};

const edited = (draft: Draft, approval: Approval, { input, argsHash }: CheckedEdit, by: Approver): Approval => {
  tell(draft, 'EDITED', { approval: approval.id, by: by.id, data: { argsHash } });
  setSlot(draft, approval.index, { input, argsHash });
  return {
    ...approval,
    arguments: input,
    argsHash,
    revision: approval.revision + 1,
    votes: [],
    edits: [...approval.edits, { editor: by.id, at: draft.now, before: approval.arguments }],
  };
};

const approve = (draft: Draft, approval: Approval, { reason }: DecideApproval, by: Approver): Approval => {
  const vote: ApprovalVote = { voter: by.id, at: draft.now, ...(by.roles && { roles: by.roles }) };
  const votes = [...approval.votes.filter(({ voter }) => voter !== by.id), vote];
  tell(draft, 'VOTED', { approval: approval.id, by: by.id });
  if (!isMet(approval, votes)) return setApproval(draft, approval, { votes });
  return moveApproval(draft, approval, 'APPROVED', {
    votes,
    decidedBy: by.id,
    by: by.id,
    ...(reason !== undefined && { decisionReason: reason }),
  });
};

const isMet = ({ requirement }: Approval, votes: readonly ApprovalVote[]): boolean => {
  const groups = approverGroupsOf(requirement);
  return groups.every(({ quorum = 1, ...group }) => {
    const counted = votes.filter(({ voter, roles }) => isOf(group, { id: voter, roles }));
    return counted.length >= quorum;
  });
};
