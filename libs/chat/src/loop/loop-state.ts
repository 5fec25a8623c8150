import { addUsage } from '#model';
import type { Usage } from 'toolgate/model';
import { TurnCounts, turnStart } from '#tool';
import type { CallCounts } from 'toolgate/tool';
import { afterFirstRound } from './after-first-round.js';
import type { ChatClientRequest } from '../contract/chat-client-request.js';
import type { TurnLoop } from '../contract/chat-turn.js';
import type { SpentCounts } from '../contract/turn-persistence.js';

/** The state of a running tool loop. */
export interface Loop extends TurnLoop {
  request: ChatClientRequest;
  /** The request at the start of the loop. */
  readonly began: ChatClientRequest;
}

/** Begins a loop; earlier loops of its turn count towards its limits and rounds. */
export const startLoop = (request: ChatClientRequest): Loop => {
  const { turn, messages } = request;
  const before = turn.loop;
  const spent = before && new TurnCounts(before.history, before.start, before.spent);
  const round = before ? before.round + 1 : request.round;
  const loop: Loop = {
    request: before ? { ...request, options: afterFirstRound(request.options), round } : request,
    began: request,
    history: messages,
    start: turnStart(messages),
    spent,
    usedBefore: before && usageOfTurn(before),
    round,
  };
  turn.loop = loop;
  return loop;
};

/** Returns the usage of all loops of a turn so far; undefined if no answer has a usage. */
export const usageOfTurn = ({ usedBefore, usage }: TurnLoop): Usage | undefined =>
  usedBefore && usage ? addUsage(usedBefore, usage) : (usage ?? usedBefore);

/** Adds the usage of one more answer. */
export const countUsage = (loop: Loop, usage: Usage): void => {
  loop.usage = loop.usage ? addUsage(loop.usage, usage) : usage;
};

/** Converts counts to plain numbers. */
export const spentOf = ({ perTool, total, rounds }: CallCounts): SpentCounts => ({
  perTool: Object.fromEntries(perTool),
  total,
  rounds,
});

/** Converts plain numbers back to counts. */
export const countsOf = ({ perTool, total, rounds }: SpentCounts): CallCounts => ({
  perTool: new Map(Object.entries(perTool)),
  total,
  rounds,
});
