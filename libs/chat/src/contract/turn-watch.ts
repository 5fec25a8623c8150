import type { Advisor, AdvisedStream } from './advisor.js';
import type { ChatClientRequest } from './chat-client-request.js';
import type { ChatTurn } from './chat-turn.js';
import { TurnSlot } from './turn-slot.js';

/** Attributes of a timed part of a turn: names and numbers, never message texts. */
export type PartAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** A timed part of a turn, such as loading a memory or searching an index. */
export interface TurnPart<T = unknown> {
  /** The name of the operation in snake case: `load_memory`. */
  readonly name: string;
  /** The metric of the operation: `toolgate.memory.duration`, `toolgate.tool_search.duration`. */
  readonly family: 'memory' | 'tool_search';
  readonly attributes?: PartAttributes;
  /** Returns the attributes of the result. */
  resultAttributes?(result: T): PartAttributes;
}

/** Observes a turn, and changes nothing of it. */
export interface TurnWatch {
  /** Opens an advisor's stream. */
  advisor(advisor: Advisor, request: ChatClientRequest, open: () => AdvisedStream): AdvisedStream;
  /** Runs the work of a part. */
  part<T, P extends TurnPart<Awaited<T>>>(part: P, work: () => T): T;
}

/** The slot of a turn for its `TurnWatch`. */
export const TURN_WATCH = new TurnSlot<TurnWatch>();

/** Runs a part of a turn, observed by the watch of the turn if there is one. */
export const watched = <T, P extends TurnPart<Awaited<T>>>(turn: ChatTurn, part: P, work: () => T): T => {
  const watch = TURN_WATCH.of(turn);
  return watch ? watch.part(part, work) : work();
};
