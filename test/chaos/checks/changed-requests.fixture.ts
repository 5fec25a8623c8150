import type { RequestLine } from '../ledger/ledger-line.fixture.js';
import { type Findings, linesOf, type Problem } from './findings.fixture.js';
import { groupBy } from './group-by.fixture.js';

/** Turns in which the model received one round twice, with different messages. */
export const changedRequests = ({ evidence, turns }: Findings): readonly Problem[] => {
  const runs = new Map([...turns].map(([run, turn]) => [turn, run]));
  return [...groupBy(linesOf(evidence.lines, 'request'), roundOf)].flatMap(([round, requests]) => {
    if (new Set(requests.map((request) => JSON.stringify(ownMessages(request)))).size === 1) return [];
    return [{ what: `unpaired: the round ${round} was sent with different results`, run: runs.get(requests[0]!.turn) }];
  });
};

const roundOf = (request: RequestLine): string => `${request.turn}, ${ownMessages(request).length} messages`;

// Messages before the question belong to other turns, and memory may drop the oldest.
const ownMessages = ({ messages }: RequestLine): RequestLine['messages'] =>
  messages.slice(messages.findLastIndex(({ role }) => role === 'user'));
