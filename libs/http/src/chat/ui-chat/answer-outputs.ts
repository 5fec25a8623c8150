import type { ApprovalService, ListedApproval } from 'toolgate/approval';
import type { ChatOwner } from '../shared/chat-owner.js';
import { hashSent, refuseDecision } from './refuse-decision.js';
import type { ShownOutput } from './shown-output.js';

/** The run of a chat, and who answers its calls. */
export interface AnsweredRun {
  readonly runId: string;
  readonly approvals: ApprovalService;
  readonly owner: ChatOwner;
}

/** Returns the answers of a page to the calls of its client tools, to carry out; all other outputs are ignored. */
export const answersOf = async (outputs: readonly ShownOutput[], run: AnsweredRun): Promise<readonly Answer[]> => {
  if (outputs.length === 0) return [];
  const { runId, approvals, owner } = run;
  // A provider may repeat the id of a call in a later round.
  const { items } = await approvals.list({ runId, order: 'newest', limit: MOST_CALLS }, owner.by);
  const answered = new Set<string>();
  return outputs.flatMap((output) => {
    const call = items.find(({ toolCallId }) => toolCallId === output.toolCallId);
    if (!call || !isOfPage(call)) return [];
    if (answered.has(call.id)) refuseDecision(`Two outputs of the call ${output.toolCallId} were sent. Send one.`);
    answered.add(call.id);
    return [answerOf(call, output, run)];
  });
};

/** Carries out one answer. */
type Answer = () => Promise<unknown>;

const MOST_CALLS = 500;

const isOfPage = ({ answeredBy, question }: ListedApproval): boolean => answeredBy === 'requester' && !question;

const answerOf = (
  { id, status, revision }: ListedApproval,
  { input, output, error }: ShownOutput,
  { approvals, owner: { by } }: AnsweredRun,
): Answer => {
  // The first answer counts, and a client sends it again with the decision on another call.
  if (status === 'RESPONDED') return async () => {};
  if (error !== undefined) {
    const reason = typeof error === 'string' ? error : refuseDecision('The error of a client tool is not a string.');
    return () => approvals.cancel(id, by, { reason });
  }
  const decisionId = `chat:${hashSent([id, output])}`;
  const argsHash = hashSent(input);
  return () => approvals.decide(id, { decisionId, decision: 'respond', revision, argsHash, response: output }, by);
};
