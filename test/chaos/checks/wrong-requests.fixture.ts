import type { RequestLine, ShownMessage, ShownResult } from '../ledger/ledger-line.fixture.js';
import { isInsideCall, plannedCall, readTurnName, receiptOf, turnOfTicket } from '../shop/plan.fixture.js';
import { type Findings, linesOf, type Problem } from './findings.fixture.js';
import { wrongAnswer } from './wrong-agents.fixture.js';

type Call = NonNullable<ShownMessage['calls']>[number];

/** Requests in which a call has no result or a wrong one, or which contain another conversation. */
export const wrongRequests = (findings: Findings): readonly Problem[] => {
  const requests = linesOf(findings.evidence.lines, 'request');
  const runs = new Map([...findings.turns].map(([run, turn]) => [turn, run]));
  return requests.flatMap((request) =>
    [...unpaired(request), ...wrongResults(findings, request), ...foreign(request)].map((what) => ({
      what,
      run: runs.get(request.turn),
    })),
  );
};

const idsOf = (list: readonly { readonly id: string }[] = []): string => list.map(({ id }) => id).join();

const unpaired = ({ turn, messages }: RequestLine): readonly string[] =>
  messages.flatMap((message, index) => {
    const isOrphan = message.role === 'tool' && !messages[index - 1]?.calls?.length;
    if (isOrphan) return [`unpaired: a request of ${turn} has results without calls`];
    const calls = idsOf(message.calls);
    const results = idsOf(messages[index + 1]?.results);
    if (calls === '' || calls === results) return [];
    return [`unpaired: in a request of ${turn} the calls ${calls} have ${results || 'no results'}`];
  });

const wrongResults = (findings: Findings, request: RequestLine): readonly string[] =>
  request.messages.flatMap((message, index) => {
    const results = request.messages[index + 1]?.results ?? [];
    return (message.calls ?? []).flatMap((call, place) => {
      const result = results[place];
      const wrong = result && wrongResult(findings, { call, result, at: request.at });
      return wrong === undefined ? [] : [`result: ${call.ticket} is ${result!.outcome} (${result!.text}), ${wrong}`];
    });
  });

const wrongResult = (
  findings: Findings,
  { call: { ticket }, result, at }: { readonly call: Call; readonly result: ShownResult; readonly at: number },
): string | undefined => {
  if (isInsideCall(ticket)) return wrongAnswer(findings, ticket, { result, at });
  const { startsOfTicket, effectsOfTicket, settlesOf } = findings;
  const starts = (startsOfTicket.get(ticket) ?? []).filter((start) => start.at < at);
  const effects = (effectsOfTicket.get(ticket) ?? []).filter((effect) => effect.at < at);
  const isReceipt = effects.some(({ tool, amount }) => result.text.includes(receiptOf(tool, ticket, amount)));
  switch (result.outcome) {
    case 'success':
      return isReceipt ? undefined : 'without that effect';
    case 'denied':
    case 'responded':
    case 'not-started':
      return starts.length > 0 ? 'and its body began' : undefined;
    case 'unknown':
    case 'error': {
      const key = starts[0]?.key ?? '';
      const reportedAt = settlesOf.get(key)?.[0]?.at;
      if (starts.length > 0 && reportedAt === undefined) return 'and this was not reported';
      const isKnown = result.outcome === 'error' && effects.some((effect) => effect.at < reportedAt!);
      return isKnown ? 'and it had its effect' : undefined;
    }
    default:
      return 'which nothing explains';
  }
};

// A memory belongs to one conversation of one tenant, and contains each of its turns once.
const foreign = ({ turn, messages }: RequestLine): readonly string[] => {
  const turns = messages.flatMap((message) => message.turn ?? []);
  const conversation = conversationOf(turn);
  const isForeign = (other: string): boolean => conversationOf(other) !== conversation;
  const calls = messages.flatMap(({ calls: list }) => list ?? []);
  const isUnplanned = ({ ticket }: Call): boolean => !plannedCall(ticket) || !turns.includes(turnOfTicket(ticket));
  return [
    ...turns.filter(isForeign).map((other) => `memory: the conversation ${conversation} holds ${other}`),
    ...(new Set(turns).size < turns.length ? [`memory: a request of ${turn} holds a turn twice`] : []),
    ...calls.filter(isUnplanned).map(({ ticket }) => `memory: a request of ${turn} holds the call ${ticket}`),
  ];
};

// The turn inside a call of an agent has a conversation of its own.
const conversationOf = (turn: string): string => {
  if (isInsideCall(turn)) return turn;
  const { tenant, conversation } = readTurnName(turn);
  return `${tenant}/${conversation}`;
};
