import type { StoredRun } from 'toolgate/approval';
import type { RequestLine, ShownResult } from '../ledger/ledger-line.fixture.js';
import { isInsideCall, planOf } from '../shop/plan.fixture.js';
import { answerOf } from '../shop/shop.model.fixture.js';
import type { Findings, Problem } from './findings.fixture.js';

/** Calls of agents with several runs inside them, and runs inside a call whose result is not their outcome. */
export const wrongAgents = (findings: Findings): readonly Problem[] =>
  [...findings.runsInside].flatMap(([ticket, runs]) => [
    ...(runs.length > 1 ? [{ what: `twice: ${ticket} has ${runs.length} runs inside it`, run: runs[0]!.id }] : []),
    ...runs.flatMap((run) => wrongInside(findings, ticket, run).map((what) => ({ what, run: run.id }))),
  ]);

const wrongInside = ({ runs }: Findings, ticket: string, { id, parent, status }: StoredRun): readonly string[] => {
  if (!isInsideCall(ticket) || !ticket.endsWith(`/${parent!.index}`))
    return [`agent: the run ${id} is inside no agent`];
  if (!parent!.isAnswered) return [`stuck: the outcome of the run ${id} did not reach ${ticket}`];
  // The record of the run around it shows its last batch only.
  const { result } = runs.get(parent!.run)?.slots.find(({ innerRun }) => innerRun === id) ?? {};
  const isSame = result === undefined || (result.outcome.type === 'success') === (status === 'completed');
  return isSame ? [] : [`agent: the run ${id} is ${status}, and ${ticket} is ${result.outcome.type}`];
};

/** Returns what is wrong with the result of a call of an agent, which is the answer of the turn inside it. */
export const wrongAnswer = (
  { runsInside, requestsOf, starts }: Findings,
  ticket: string,
  { result: { outcome, text }, at }: { readonly result: ShownResult; readonly at: number },
): string | undefined => {
  const requests = (requestsOf.get(ticket) ?? []).filter((request) => request.at < at);
  const isCompleted = runsInside.get(ticket)?.some(({ status }) => status === 'completed') === true;
  switch (outcome) {
    case 'success':
      return text === answerOf(ticket) && requests.some(isLast) ? undefined : 'without that answer';
    case 'not-started':
      // A turn that was interrupted before its first call had no effect, whatever the model was asked.
      return starts.some((start) => start.ticket.startsWith(`${ticket}/`) && start.at < at)
        ? 'and its turn called a tool'
        : undefined;
    case 'unknown':
    case 'error':
      return isCompleted ? 'and its turn was answered' : undefined;
    default:
      return 'which nothing explains';
  }
};

const isLast = ({ turn, messages }: RequestLine): boolean =>
  messages.filter(({ role }) => role === 'assistant').length === planOf(turn).length;
