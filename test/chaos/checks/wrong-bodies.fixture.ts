import { hashOf } from '#approval';
import type { BodyLine } from '../ledger/ledger-line.fixture.js';
import { plannedCall, readTurnName, turnOfTicket } from '../shop/plan.fixture.js';
import type { Findings, Problem } from './findings.fixture.js';

/** Bodies that ran with arguments that no person approved, or as another person than the requester. */
export const wrongBodies = (findings: Findings): readonly Problem[] =>
  findings.starts.flatMap((start) => {
    const wrong = [...wrongArguments(findings, start), ...wrongPerson(findings, start)];
    return wrong.map((what) => ({ what: `${what}: ${start.tool} ${start.key}, ${start.ticket}`, run: start.run }));
  });

const wrongArguments = (findings: Findings, start: BodyLine): readonly string[] => {
  const { tool, ticket, amount, key } = start;
  const planned = plannedCall(ticket);
  if (!planned || planned.tool !== tool) return ['arguments: the model did not ask for this call'];
  if (!key.endsWith(`:${ticket.split('/').slice(-2).join(':')}`)) return ['arguments: the call is another one'];
  const approval = findings.approvalsOf.get(key);
  if (approval && approval.argsHash !== hashOf({ ticket, amount }))
    return [`arguments: it ran for ${amount}, and its approval shows ${String(approval.arguments['amount'])}`];
  return amount === planned.amount || editedTo(findings, start)
    ? []
    : [`arguments: no call or edit contains ${amount}`];
};

const editedTo = (findings: Findings, { key, amount, at }: BodyLine): boolean =>
  (findings.decisionsOf.get(key) ?? []).some(
    ({ command, problem, at: decidedAt }) =>
      problem === undefined && decidedAt < at && command.editedArguments?.['amount'] === amount,
  );

const wrongPerson = ({ runs }: Findings, { ticket, user, actsAs, run }: BodyLine): readonly string[] => {
  const asked = readTurnName(turnOfTicket(ticket));
  const { requester } = runs.get(run) ?? { requester: { id: asked.user, tenant: asked.tenant } };
  const isRight =
    user === asked.user && actsAs === asked.user && requester.id === asked.user && requester.tenant === asked.tenant;
  return isRight ? [] : [`requester: it ran as ${user}, ${actsAs} for ${requester.id} of ${requester.tenant}`];
};
