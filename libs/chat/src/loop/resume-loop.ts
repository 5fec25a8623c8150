import { TurnCounts } from '#tool';
import type { Message } from 'toolgate/model';
import type { CallCounts } from 'toolgate/tool';
import { type AdvisorChain, MemoryAdvisor } from '../contract/advisor.js';
import type { ChatClientRequest } from '../contract/chat-client-request.js';
import type { ChatClientResponse } from '../contract/chat-client-response.js';
import type { ChatTurn } from '../contract/chat-turn.js';
import type { ClaimedRun, LoopState, SpentCounts } from '../contract/turn-persistence.js';
import { RunEndedException } from '../errors/chat.errors.js';
import { countsOf, type Loop } from './loop-state.js';

/** Resumes the loop of a run from its suspension. */
export const resumeLoop = (request: ChatClientRequest, { loop: saved, answer }: ClaimedRun): Loop => {
  const { turn } = request;
  const { start, round, usage, spent, exchanges, context, next } = saved;
  // The batch before a saved answer is in the exchanges only. A further loop counts its calls.
  const history = answer ? [...saved.history, ...exchanges.slice(-2)] : saved.history;
  const loop: Loop = {
    request: {
      ...request,
      round,
      ...(context && { context: { ...request.context, ...context } }),
      // An advisor around the loop may have changed others of the options on resuming.
      ...(next && { options: { ...request.options, ...next.options, ...(next.tools && { tools: next.tools }) } }),
    },
    began: request,
    history,
    start,
    spent: spent && earlierLoops(spent, exchanges, new TurnCounts(history, start).rounds),
    round,
    // A saved answer has the usage of its whole turn.
    usage: answer ? answer.usage : usage,
  };
  turn.loop = loop;
  if (exchanges.length > 0) restoreExchanges(turn, history, exchanges);
  return loop;
};

// The exchanges also have the arguments of the calls, which may repeat. They lack the rounds that the prompt began with.
const earlierLoops = (spent: SpentCounts, exchanges: readonly Message[], rounds: number): CallCounts =>
  exchanges.length === 2 * (spent.rounds + rounds)
    ? new TurnCounts(exchanges.slice(0, 2 * spent.rounds), 0)
    : countsOf(spent);

const restoreExchanges = (turn: ChatTurn, history: readonly Message[], exchanges: readonly Message[]): void => {
  turn.transcript = history;
  turn.exchanges = [...exchanges];
};

/** Returns the answer that a run was suspended at. */
export const suspendedAnswer = ({ request }: Loop, { response, options, tools }: LoopState): ChatClientResponse => ({
  chatResponse: response,
  context: request.context,
  sent: tools.length > 0 ? { ...options, tools } : options,
});

/** Throws `RunEndedException` in a run that is being ended: it records its results, and runs nothing more. */
export const assertNotClosing = ({ id, closing }: ClaimedRun, { transcript }: ChatTurn): void => {
  if (closing !== undefined) throw new RunEndedException(id, 'cancelled', closing, transcript);
};

/**
 * Loads the memories inside the loop. The saved answer does not pass through the advisors again, and there may be no
 * further answer.
 */
export const resumeMemories = async (request: ChatClientRequest, chain: AdvisorChain): Promise<void> => {
  for (const advisor of chain.advisors) if (advisor instanceof MemoryAdvisor) await advisor.onResume?.(request, chain);
};
