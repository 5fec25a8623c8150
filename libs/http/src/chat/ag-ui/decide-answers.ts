import { isObject } from '#core';
import { type Approval, ApprovalDecisionException, type ApprovalService, type Approver } from 'toolgate/approval';
import type { JsonObject, JsonValue } from 'toolgate/model';
import { refuseDecision } from '../../problem/request.exception.js';
import { type ChatOwner, ownApproval, ownRun } from '../shared/chat-owner.js';
import type { AgUiAnswer } from './answers.js';

interface Answered {
  readonly answer: Exclude<AgUiAnswer, { readonly type: 'look' }>;
  readonly approval: Approval;
}

/**
 * Carries out the answers of a client, in order, and returns the run that they belong to. Nothing is decided unless every
 * answer is of the chat's own run. Throws `RequestException` for a malformed answer, and `ApprovalDecisionException` for
 * one that the service refuses; the answers before it stay.
 */
export const decideAnswers = async (
  answers: readonly AgUiAnswer[],
  approvals: ApprovalService,
  owner: ChatOwner,
): Promise<string> => {
  const runs = new Set<string>();
  const found: Answered[] = [];
  for (const answer of answers) {
    if (answer.type === 'look') {
      runs.add((await ownRun(answer.runId, approvals, owner)).id);
      continue;
    }
    const approval = await ownApproval(answer.shown.approvalId, approvals, owner);
    runs.add(approval.runId);
    found.push({ answer, approval });
  }
  const [runId] = runs;
  if (runId === undefined || runs.size > 1)
    return refuseDecision('The answers belong to several runs. Answer one run at a time.');
  const decisions = found.map(decisionOf);
  for (const decide of decisions) await decide(approvals, owner.by);
  return runId;
};

type Decide = (approvals: ApprovalService, by: Approver) => Promise<unknown>;

const decisionOf = ({ answer, approval }: Answered): Decide => {
  const { approvalId, ...shown } = answer.shown;
  if (answer.type === 'cancelled') return (approvals, by) => withdraw(approvalId, approvals, by);
  const decision = approval.answeredBy ? answerIn(approval, answer.payload) : decisionIn(answer.payload);
  if (!decision) return async () => {};
  // The same answer sent again changes nothing, and another answer to the same question is refused.
  const command = { ...decision, ...shown, decisionId: `ag-ui:${answer.interruptId}` };
  return (approvals, by) => approvals.decide(approvalId, command, by);
};

const answerIn = ({ question }: Approval, payload: JsonValue = null) =>
  question ? { decision: 'approve' as const, answer: payload } : { decision: 'respond' as const, response: payload };

const NAMES: ReadonlySet<string> = new Set(['approved', 'reason', 'editedArgs']);

const PAYLOAD = 'Send { "approved": true or false }, with "reason" or "editedArgs" if needed, or {} to decide nothing.';

// An empty object decides nothing: the client waits for another person.
const decisionIn = (payload: JsonValue | undefined) => {
  if (!isObject(payload)) return refuseDecision(`The payload of an answer is not an object. ${PAYLOAD}`);
  if (Object.keys(payload).length === 0) return undefined;
  const { approved, reason, editedArgs } = payload;
  if (typeof approved !== 'boolean' || Object.keys(payload).some((name) => !NAMES.has(name))) {
    return refuseDecision(`The payload of an answer has another shape. ${PAYLOAD}`);
  }
  return {
    decision: approved ? ('approve' as const) : ('reject' as const),
    // The service checks both, and refuses a rejection with edits.
    ...(reason !== undefined && { reason: reason as string }),
    ...(editedArgs !== undefined && { editedArguments: editedArgs as JsonObject }),
  };
};

// A call that has started or ended cannot be canceled, and that is no error for its client.
const withdraw = async (id: string, approvals: ApprovalService, by: Approver): Promise<void> => {
  try {
    await approvals.cancel(id, by, { reason: 'the requester canceled it' });
  } catch (error) {
    if (!(error instanceof ApprovalDecisionException) || error.problem !== 'conflict') throw error;
  }
};
