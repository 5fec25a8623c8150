import { type Message, SEAM, type StreamPart } from 'toolgate/model';
import type { ChatClientRequest } from './chat-client-request.js';
import type { ChatClientResponse } from './chat-client-response.js';
import type { ConversationKey } from './conversation-key.js';

/** The order of the outermost advisor. */
export const HIGHEST_PRECEDENCE = -(2 ** 31);
/** The order of the tool loop, unless its options state another one. */
export const DEFAULT_ORDER = HIGHEST_PRECEDENCE + 300;

/** The order of the innermost advisor, next to the model. */
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

/** The last turn of a conversation. */
export interface LastTurn {
  /** The id of the turn, which is the id of its run. */
  readonly id: string;
  readonly messages: readonly Message[];
  /** `false` if the turn failed after its tools had started. The memory keeps such a turn. @default true */
  readonly isAnswered?: boolean;
}

/**
 * Marks an advisor that adds the conversation's history to the prompt: inside the tool loop it replaces the loop's own
 * history.
 */
export abstract class MemoryAdvisor extends Advisor {
  /** Runs before a suspended turn resumes: its earlier messages do not pass through the chain again. */
  onResume?(request: ChatClientRequest, chain: AdvisorChain): Promise<void>;
  /**
   * Returns the last turn of a conversation, so that it can be regenerated; undefined if there is none, or if another
   * advisor of the chain is the memory. The advisor leaves `turn.replaces` out of the history, and replaces that turn
   * when the new one has an answer.
   */
  lastTurn?(conversation: ConversationKey, chain: AdvisorChain): Promise<LastTurn | undefined>;
}
