import type { ApprovalStatus } from 'toolgate/approval';
import { demandOf, mayVote } from '../shop/policy.fixture.js';
import { groupBy } from './group-by.fixture.js';
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

/** Decisions that counted although they were not allowed, and acknowledged ones that are missing. */
export const wrongDecisions = (findings: Findings): readonly Problem[] => {
  const acknowledged = findings.decisions.filter(({ status }) => status !== undefined);
  const wrong = [
    ...acknowledged.flatMap((decision) => [...unauthorized(decision), ...lost(findings, decision)]),
    ...refusedAndStored(findings),
  ];
  return wrong.map(({ what, approval }) => ({ what, run: findings.approvals.get(approval)?.run }));
};

/** Returns what is wrong with the decisions on an approval. */
interface Wrong {
  readonly what: string;
  readonly approval: string;
}

// A rejection that comes too late is noted, whatever revision it was made on.
const unauthorized = ({
  command,
  by,
  tenant,
  tool,
  amount,
  requester,
  approval,
}: RepliedDecision): readonly Wrong[] => {
  if (command.decision === 'reject') return [];
  const demand = demandOf(tool, amount)!;
  const isTheirs = by.tenant === tenant && mayVote(demand, by, requester);
  const what = `authority: ${by.id} of ${by.tenant} decided ${approval}, ${tool} for ${amount}`;
  return isTheirs ? [] : [{ what, approval }];
};

const lost = ({ approvals }: Findings, { approval, status, command }: RepliedDecision): readonly Wrong[] => {
  const record = approvals.get(approval);
  if (!record) return [{ what: `lost: the approval ${approval} is gone`, approval }];
  const isCommandKnown = record.commands.some(({ id }) => id === command.decisionId);
  const isChanged = FINAL.has(status!) && record.status !== status;
  return [
    ...(isCommandKnown ? [] : [`lost: the decision ${command.decisionId} was acknowledged and is gone`]),
    ...(isChanged ? [`lost: ${approval} was ${status} and is ${record.status}`] : []),
  ].map((what) => ({ what, approval }));
};

// After a reply that nothing was changed, a person may decide otherwise.
const refusedAndStored = ({ decisions, approvals }: Findings): readonly Wrong[] =>
  [...groupBy(decisions, ({ approval, command }) => `${approval} ${command.decisionId}`).values()].flatMap(
    (attempts) => {
      const [{ approval, command }] = attempts as [RepliedDecision];
      const isRefused = attempts.every(({ problem }) => problem !== undefined);
      const isStored = approvals.get(approval)?.commands.some(({ id }) => id === command.decisionId) === true;
      return isRefused && isStored
        ? [{ what: `refused: ${command.decisionId} was refused and is stored`, approval }]
        : [];
    },
  );
