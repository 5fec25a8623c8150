import type { Advisor, AdvisedStream } from './advisor.js';
import type { ChatClientRequest } from './chat-client-request.js';
import type { ChatTurn } from './chat-turn.js';

/** What is told of a part of a turn: names and numbers, nothing that was said. */
export type PartAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** A part of a turn that may take its time: a store that is read, an index that is searched. */
export interface TurnPart<T = unknown> {
  /** What is done, in snake case: `load_memory`. */
  readonly name: string;
  /** What it is measured with: `toolgate.memory.duration`, `toolgate.tool_search.duration`. */
  readonly family: 'memory' | 'tool_search';
  readonly attributes?: PartAttributes;
  /** What is told of what came of it. */
  tell?(result: T): PartAttributes;
}

/** Looks at what happens in a turn, and changes nothing of it. */
export interface TurnWatch {
  /** Opens an advisor's stream. */
  advisor(advisor: Advisor, request: ChatClientRequest, open: () => AdvisedStream): AdvisedStream;
  /** Does the work of a part. */
  part<T>(part: NoInfer<TurnPart<Awaited<T>>>, work: () => T): T;
}

/** Does a part of a turn, before the eyes of whoever looks at the turn. */
export const watched = <T>(turn: ChatTurn, part: NoInfer<TurnPart<Awaited<T>>>, work: () => T): T =>
  turn.watch ? turn.watch.part(part, work) : work();
