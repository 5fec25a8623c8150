import type { ChatModelCall, Message } from 'toolgate/model';
import type { ToolContext, TurnAbort, TurnCounts } from 'toolgate/tool';

/** One prompt on its way, from the first read to the answer. What ends it at once is its own; a signal for others is `context.signal`. */
export interface ChatTurn {
  readonly client: string;
  readonly mode: 'call' | 'stream';
  readonly context: ToolContext;
  /** Absent where nobody can end the turn: a call without a signal of the caller. */
  readonly abort?: TurnAbort;
  /** What was said and done, once tools have been called; it ends with whole results. The tool-calling advisor keeps it. */
  transcript?: readonly Message[];
  /** The tool loop that ran last: an advisor around it may run it again, and what was done counts. */
  loop?: TurnLoop;
}

/** What a tool loop carries from round to round. */
export interface TurnLoop {
  /** The whole turn, whatever a round sends of it. */
  history: readonly Message[];
  /** Where the turn begins in the history. */
  readonly start: number;
  /** What earlier loops of the turn have done. */
  readonly spent?: TurnCounts;
  round: number;
}

/** What a model is told of a turn beside the prompt: a signal, made when the model asks for it. */
export const modelCallOf = ({ abort }: ChatTurn): ChatModelCall => {
  if (!abort) return {};
  // An own property, so that a model that wraps another may hand on a copy.
  return {
    get signal() {
      return abort.signal;
    },
  };
};
