import type { ApprovalStatus } from 'toolgate/approval';
import { demandOf, mayVote } from '../shop/policy.fixture.js';
import type { Findings, Problem, RepliedDecision } from './findings.fixture.js';

const FINAL: ReadonlySet<string> = new Set<ApprovalStatus>([
  'REJECTED',
  'RESPONDED',
  'EXPIRED',
  'CANCELLED',
  'LAPSED',
  'REVOKED',
  'SUCCEEDED',
  'FAILED',
  'ABANDONED',
]);

/** Decisions that counted and must not have, and those that were acknowledged and are not there. */
export const wrongDecisions = (findings: Findings): readonly Problem[] =>
  findings.decisions
    .filter(({ status }) => status !== undefined)
    .flatMap((decision) => {
      const wrong = [...unauthorized(decision), ...lost(findings, decision)];
      return wrong.map((what) => ({ what, run: findings.approvals.get(decision.approval)?.run }));
    });

// A rejection that comes too late is noted, whatever the approval showed when it was made.
const unauthorized = ({
  command,
  by,
  tenant,
  tool,
  amount,
  requester,
  approval,
}: RepliedDecision): readonly string[] => {
  if (command.decision === 'reject') return [];
  const demand = demandOf(tool, amount)!;
  const isTheirs = by.tenant === tenant && mayVote(demand, by, requester);
  return isTheirs ? [] : [`authority: ${by.id} of ${by.tenant} decided ${approval}, ${tool} for ${amount}`];
};

const lost = ({ approvals }: Findings, { approval, status, command }: RepliedDecision): readonly string[] => {
  const record = approvals.get(approval);
  if (!record) return [`lost: the approval ${approval} is gone`];
  const isCommandKnown = record.commands.some(({ id }) => id === command.decisionId);
  return [
    ...(isCommandKnown ? [] : [`lost: the decision ${command.decisionId} was acknowledged and is gone`]),
    ...(FINAL.has(status!) && record.status !== status
      ? [`lost: ${approval} was ${status} and is ${record.status}`]
      : []),
  ];
};
