import type { Message } from 'toolgate/model';
import type { ToolContext } from 'toolgate/tool';

/** One prompt on its way, from the first read to the answer. It owns the signal that ends everything at once. */
export interface ChatTurn {
  readonly client: string;
  readonly mode: 'call' | 'stream';
  readonly context: ToolContext;
  /** Absent where nobody can end the turn: a call without a signal of the caller. */
  readonly signal?: AbortSignal;
  /** What was said and done, once tools have been called; it ends with whole results. The tool-calling advisor keeps it. */
  transcript?: readonly Message[];
}
