import { SEAM, type StreamPart } from 'toolgate/model';
import type { ChatClientRequest } from './chat-client-request.js';
import type { ChatClientResponse } from './chat-client-response.js';

/** Outside everything. */
export const HIGHEST_PRECEDENCE = -(2 ** 31);
/** The order of the tool loop, unless its options state another one. */
export const DEFAULT_ORDER = HIGHEST_PRECEDENCE + 300;

/** Inside everything, next to the model. */
export const LOWEST_PRECEDENCE = 2 ** 31 - 1;

/** Yields the parts of an answer as they come and returns the whole, with the context of the advisors. */
export type AdvisedStream = AsyncGenerator<StreamPart, ChatClientResponse, void>;

/** What an advisor surrounds: the advisors behind it, and the model at the end. */
export interface AdvisorChain {
  /** The whole chain, outermost first. */
  readonly advisors: readonly Advisor[];
  next(request: ChatClientRequest): AdvisedStream;
  /** The chain of the advisors behind this one. Throws `ChatClientException` for an advisor that is not in it. */
  copy(after: Advisor): AdvisorChain;
}

/**
 * Surrounds a turn or a round, called or streamed: `const response = yield* chain.next(request)`. Whether it stands
 * outside or inside the tool loop is a matter of its order. Every provider that extends it joins the chain.
 */
export abstract class Advisor {
  static readonly [SEAM]: string = 'Advisor';

  /** Smaller is further out; equal orders keep their order of declaration. @default what `@Advise` says, else 0 */
  readonly order?: number;
  /** It looks and changes nothing: a turn that waited for a person goes on without it. @default false */
  readonly passive?: boolean;
  abstract advise(request: ChatClientRequest, chain: AdvisorChain): AdvisedStream;
}

/** Marks an advisor that answers tool calls: it takes the place of the automatic one. */
export abstract class ToolAdvisor extends Advisor {}

/** Marks an advisor that brings the conversation's history: inside the tool loop it replaces the loop's own. */
export abstract class MemoryAdvisor extends Advisor {
  /** Before a turn that waited for a person goes on: what was said by then does not pass by again. */
  onResume?(request: ChatClientRequest, chain: AdvisorChain): Promise<void>;
}
