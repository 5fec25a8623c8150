import { hashOf } from '#approval';
import type { StoredApproval, ApprovalStatus } from 'toolgate/approval';
import type { BodyLine } from '../ledger/ledger-line.fixture.js';
import { groupBy } from './group-by.fixture.js';
import type { Findings, Problem } from './findings.fixture.js';

const IDEMPOTENT = 'mail';
const NEVER_RAN: ReadonlySet<ApprovalStatus> = new Set([
  'PENDING',
  'REJECTED',
  'RESPONDED',
  'EXPIRED',
  'CANCELLED',
  'LAPSED',
  'REVOKED',
]);

/** Bodies that must not have begun: a second time, after their outcome was reported, or against a decision. */
export const repeatedBodies = (findings: Findings): readonly Problem[] => [
  ...[...findings.startsOf].flatMap(([key, starts]) => [
    ...ofOneCall(key, starts),
    ...afterItsOutcome(findings, key, starts),
    ...againstItsApproval(findings.approvalsOf.get(key), starts),
  ]),
  ...[...findings.startsOfTicket].flatMap(([ticket, starts]) => underTwoKeys(ticket, starts)),
  ...findings.evidence.approvals.flatMap((approval) => withoutEffect(findings, approval)),
];

const ofOneCall = (key: string, starts: readonly BodyLine[]): readonly Problem[] => {
  const [{ tool, run }] = starts as [BodyLine];
  const problems: Problem[] = [];
  if (starts.length > 1 && tool !== IDEMPOTENT)
    problems.push({ what: `twice: ${tool} ${key} began ${starts.length} times`, run });
  if (new Set(starts.map(({ attempt }) => attempt)).size < starts.length)
    problems.push({ what: `twice: one attempt of ${tool} ${key} began twice`, run });
  if (groupBy(starts, ({ ticket, amount }) => hashOf({ ticket, amount })).size > 1)
    problems.push({ what: `arguments: ${tool} ${key} began again with others`, run });
  return problems;
};

const afterItsOutcome = (findings: Findings, key: string, starts: readonly BodyLine[]): readonly Problem[] => {
  const settled = findings.settlesOf.get(key)?.[0];
  return starts
    .filter(({ at }) => settled && at > settled.at)
    .map(({ tool, run }) => ({ what: `late: ${tool} ${key} began after it was reported as ${settled!.outcome}`, run }));
};

const againstItsApproval = (approval: StoredApproval | undefined, starts: readonly BodyLine[]): readonly Problem[] =>
  approval && NEVER_RAN.has(approval.status)
    ? starts.map(({ tool, key, run }) => ({ what: `ungated: ${tool} ${key} ran and is ${approval.status}`, run }))
    : [];

const underTwoKeys = (ticket: string, starts: readonly BodyLine[]): readonly Problem[] =>
  new Set(starts.map(({ key }) => key)).size > 1
    ? [{ what: `twice: ${ticket} ran under several keys`, run: starts[0]!.run }]
    : [];

const withoutEffect = ({ effectsOfTicket }: Findings, approval: StoredApproval): readonly Problem[] => {
  const { status, arguments: args, run, id } = approval;
  const hasEffect = effectsOfTicket.has(String(args['ticket']));
  return status === 'SUCCEEDED' && !hasEffect ? [{ what: `lost: ${id} is SUCCEEDED without an effect`, run }] : [];
};
