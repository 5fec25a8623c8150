import { SEAM, type StreamPart } from 'toolgate/model';
import type { ChatClientRequest } from './chat-client-request.js';
import type { ChatClientResponse } from './chat-client-response.js';

/** The outermost order. */
export const HIGHEST_PRECEDENCE = -(2 ** 31);
/** The order of the tool loop, unless its options state another one. */
export const DEFAULT_ORDER = HIGHEST_PRECEDENCE + 300;

/** The innermost order, next to the model. */
export const LOWEST_PRECEDENCE = 2 ** 31 - 1;

/** Yields the parts of an answer as they arrive, and returns the whole response with the context of the advisors. */
export type AdvisedStream = AsyncGenerator<StreamPart, ChatClientResponse, void>;

/** The part of the chain inside an advisor: the advisors after it, and the model at the end. */
export interface AdvisorChain {
  /** The whole chain, outermost first. */
  readonly advisors: readonly Advisor[];
  next(request: ChatClientRequest): AdvisedStream;
  /**
   * Returns the chain that starts after this advisor. Throws `ChatClientException` if the advisor is not in the chain.
   */
  copy(after: Advisor): AdvisorChain;
}

/**
 * Surrounds a turn or a round, called or streamed: `const response = yield* chain.next(request)`. Its order decides
 * whether it runs outside or inside the tool loop. Every provider that extends this class joins the chain.
 */
export abstract class Advisor {
  static readonly [SEAM]: string = 'Advisor';

  /**
   * A smaller order is further out; advisors of equal order stay in the order of their declaration. @default the order
   * of `@Advise`, else 0
   */
  readonly order?: number;
  /** `true` if the advisor only observes: a suspended run can resume without it. @default false */
  readonly passive?: boolean;
  abstract advise(request: ChatClientRequest, chain: AdvisorChain): AdvisedStream;
}

/** Marks an advisor that answers tool calls: it replaces the automatic one. */
export abstract class ToolAdvisor extends Advisor {}

/**
 * Marks an advisor that adds the conversation's history to the prompt: inside the tool loop it replaces the loop's own
 * history.
 */
export abstract class MemoryAdvisor extends Advisor {
  /** Runs before a suspended turn resumes: its earlier messages do not pass through the chain again. */
  onResume?(request: ChatClientRequest, chain: AdvisorChain): Promise<void>;
}
