import type { StoredApproval, StoredVote } from '../records/stored-approval.js';
import { ApprovalDecisionException } from '../errors/approval.errors.js';
import { hashOf } from '../records/canonical-json.js';
import { markDamage } from '../records/argument-damage.js';
import { isVisible } from '../requester/visibility.js';
import type { Approver } from '../requester/requester.js';
import { answerProblem, answerQuestion } from './answer-question.js';
import type { CheckedDecision, DecideApproval, Decision } from './decision.js';
import { type Draft, moveApproval, setApproval, setRun, addEvent } from './draft.js';
import { type CheckedEdit, editApproval, editProblem } from './edit-approval.js';
import { assertRoom } from './assert-room.js';
import { ineligibility, isEligible, isMet } from './eligibility.js';
import { votesThatCount } from './votes-that-count.js';

type Vote = Pick<CheckedDecision, 'command' | 'by' | 'voters'>;

/**
 * How a decision relates to its approval. `repeated`: it was carried out before. `late`: it is only noted. `open`: it
 * counts.
 */
interface MetDecision {
  readonly type: 'repeated' | 'late' | 'open';
  readonly approval: StoredApproval;
  /** Identifies the decision by its content. */
  readonly hash: string;
}

/**
 * Checks a decision against the current approval. Throws `ApprovalDecisionException` if the decision is not accepted.
 */
export const meetDecision = (draft: Draft, id: string, { command, by }: Decision): MetDecision => {
  const approval = draft.approvals.get(id);
  if (!approval || !isVisible(approval, by)) throw new ApprovalDecisionException('not-found', id);
  const hash = hashOf({ ...command, by: by.id });
  const known = approval.commands.find((done) => done.id === command.decisionId);
  if (known?.hash === hash) return { type: 'repeated', approval, hash };
  if (known) throw new ApprovalDecisionException('decision-reused', id, approval);
  if (!isEligible(approval, by)) {
    throw new ApprovalDecisionException(
      'not-eligible',
      id,
      undefined,
      `may not be decided by ${ineligibility(approval, by)}`,
    );
  }
  assertSound(draft, approval);
  if (approval.status !== 'PENDING') {
    assertOnlyNoted(approval, command);
    return { type: 'late', approval, hash };
  }
  if (approval.revision !== command.revision) {
    const detail = `The decision names revision ${command.revision}, and the approval has revision ${approval.revision}. Read it again.`;
    throw new ApprovalDecisionException('conflict', id, approval, detail);
  }
  if (approval.argsHash !== command.argsHash) throw new ApprovalDecisionException('hash-mismatch', id, approval);
  const wrong = answerProblem(approval, command);
  if (wrong) throw new ApprovalDecisionException('bad-decision', id, approval, wrong);
  const badEdit = command.editedArguments && editProblem(approval);
  if (badEdit) throw new ApprovalDecisionException('bad-edit', id, approval, badEdit);
  return { type: 'open', approval, hash };
};

/** Carries out a decision. Throws `ApprovalDecisionException` if it is not accepted. */
export const decideApproval = (
  draft: Draft,
  id: string,
  { command, by, ...checked }: CheckedDecision,
): StoredApproval => {
  const { type, approval, hash } = meetDecision(draft, id, { command, by });
  if (type === 'repeated') return approval;
  const marked = { ...approval, commands: [...approval.commands, { id: command.decisionId, hash }] };
  const decided =
    type === 'late' ? note(draft, marked, command, by) : carryOut(draft, marked, { command, by, ...checked });
  assertRoom(approval, decided);
  return decided;
};

const carryOut = (
  draft: Draft,
  marked: StoredApproval,
  { command, by, edit, voters, answer, response = command.response }: CheckedDecision,
): StoredApproval => {
  switch (command.decision) {
    case 'reject':
      return moveApproval(draft, marked, 'REJECTED', {
        decidedBy: by.id,
        decisionReason: command.reason ?? (marked.answeredBy ? 'the user declined to answer' : 'a person rejected it'),
        by: by.id,
      });
    case 'respond':
      // A client tool has run in the client.
      if (marked.answeredBy) setRun(draft, { hasEffects: true });
      return moveApproval(draft, marked, 'RESPONDED', {
        decidedBy: by.id,
        response: response ?? null,
        by: by.id,
      });
    default:
      if (marked.answeredBy) return answerQuestion(draft, marked, { command, by, answer });
      return command.editedArguments
        ? approveEdited(draft, marked, edit, { command, by, voters })
        : approve(draft, marked, { command, by, voters });
  }
};

// The stored arguments and answer must match their hashes, and a pending approval must belong to the call that will
// run.
const assertSound = ({ run }: Draft, approval: StoredApproval): void => {
  const { id, index, status, argsHash, answerHash } = approval;
  const slot = run.slots[index];
  const isSame = slot?.approval === id && slot.argsHash === argsHash && slot.answerHash === answerHash;
  const isOfRun = status !== 'PENDING' || isSame;
  const shown = markDamage(approval);
  if (!isOfRun || shown.damaged !== undefined) throw new ApprovalDecisionException('damaged', id, shown);
};

// A decision is final: a late approval is not accepted, and a late rejection is only noted.
const assertOnlyNoted = (approval: StoredApproval, { decision }: DecideApproval): void => {
  const { id, status } = approval;
  if (decision === 'reject') return;
  const isGone = status === 'EXPIRED' || status === 'LAPSED';
  throw new ApprovalDecisionException(isGone ? 'gone' : 'conflict', id, approval);
};

const note = (draft: Draft, approval: StoredApproval, { reason }: DecideApproval, by: Approver): StoredApproval => {
  addEvent(draft, 'NOTED', { approval: approval.id, by: by.id });
  const text = reason ?? 'rejected';
  return setApproval(draft, approval, { notes: [...approval.notes, { by: by.id, at: draft.now, text }] });
};

// Only the checked arguments are approved.
const approveEdited = (
  draft: Draft,
  approval: StoredApproval,
  edit: CheckedEdit | undefined,
  vote: Vote,
): StoredApproval => {
  const { by } = vote;
  if (edit?.revision !== approval.revision) throw new ApprovalDecisionException('conflict', approval.id, approval);
  const edited = editApproval(draft, approval, edit, by);
  // The edit may have replaced the requirement. The editor's vote counts only if the new one allows the editor to
  // decide.
  return isEligible(edited, by) ? approve(draft, edited, vote) : setApproval(draft, edited, {});
};

const approve = (draft: Draft, approval: StoredApproval, { command: { reason }, by, voters }: Vote): StoredApproval => {
  const stated = reason !== undefined && { reason };
  const vote: StoredVote = { voter: by.id, at: draft.now, ...(by.roles && { roles: by.roles }), ...stated };
  const votes = [...votesThatCount(approval, vote, voters), vote];
  for (const { voter } of approval.votes.filter((before) => !votes.some((now) => now.voter === before.voter))) {
    addEvent(draft, 'VOTE_LOST', { approval: approval.id, data: { voter } });
  }
  addEvent(draft, 'VOTED', { approval: approval.id, by: by.id, ...(stated && { data: stated }) });
  if (!isMet(approval, votes)) return setApproval(draft, approval, { votes });
  return moveApproval(draft, approval, 'APPROVED', {
    votes,
    decidedBy: by.id,
    by: by.id,
    ...(reason !== undefined && { decisionReason: reason }),
  });
};
