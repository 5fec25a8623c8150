import { hashOf } from '#approval';
import type { BodyLine } from '../ledger/ledger-line.fixture.js';
import { readTurnName, turnOfTicket } from '../shop/plan.fixture.js';
import { demandOf, mayVote } from '../shop/policy.fixture.js';
import type { Findings, Problem, RepliedDecision } from './findings.fixture.js';

/** Bodies of gated tools that began without the votes that exactly these arguments require. */
export const ungatedBodies = (findings: Findings): readonly Problem[] =>
  findings.starts.flatMap((start) => {
    const demand = demandOf(start.tool, start.amount);
    if (!demand) return [];
    const { tenant, user } = readTurnName(turnOfTicket(start.ticket));
    const voters = votesFor(findings, start).filter(({ by }) => by.tenant === tenant && mayVote(demand, by, user));
    const count = new Set(voters.map(({ by }) => by.id)).size;
    if (count >= demand.quorum) return [];
    const needed = `${demand.quorum} of ${demand.roles.join(', ') || 'no role'}`;
    return [
      {
        what: `ungated: ${start.tool} ${start.ticket} for ${start.amount} ran with ${count} votes of ${needed}`,
        run: start.run,
      },
    ];
  });

// A decision whose reply was lost may count; one that was refused does not.
const votesFor = (findings: Findings, { key, ticket, amount, at }: BodyLine): readonly RepliedDecision[] => {
  const revision = findings.approvalsOf.get(key)?.revision;
  const argsHash = hashOf({ ticket, amount });
  return (findings.decisionsOf.get(key) ?? []).filter((decision) => {
    const { command, problem } = decision;
    if (command.decision !== 'approve' || problem !== undefined || decision.at >= at) return false;
    const { editedArguments } = command;
    const hash = editedArguments ? hashOf(editedArguments) : command.argsHash;
    return hash === argsHash && command.revision + (editedArguments ? 1 : 0) === revision;
  });
};
