import {
  type AdvisedStream,
  Advisor as RealAdvisor,
  type AdvisorChain as RealAdvisorChain,
  AroundAdvisor,
  type ChatClientRequest,
  type ChatClientResponse,
  type ChatResponse,
  type Message,
  ToolCallingAdvisor,
} from 'toolgate';
import {
  ToolExecutionEligibilityChecker as RealChecker,
  type ToolCallingAdvisorOptions as RealLoopOptions,
} from 'toolgate/chat';
import type { ToolExecutionResult } from 'toolgate/tool';
import type { Agrees, Same } from '../same.js';

// #region advisor
abstract class Advisor {
  /** Smaller is further out. Default: what `@Advise` states, else 0. */
  readonly order?: number;
  /** The advisor changes nothing: a turn that waited resumes without it. Default: false. */
  readonly passive?: boolean;

  /** Yields the parts of the answer and returns the response: `return yield* chain.next(request)`. */
  abstract advise(request: ChatClientRequest, chain: AdvisorChain): AdvisedStream;
}

interface AdvisorChain {
  /** The whole chain, outermost first. */
  readonly advisors: readonly Advisor[];
  next(request: ChatClientRequest): AdvisedStream;
  /** The chain of the advisors after this one. */
  copy(after: Advisor): AdvisorChain;
}
// #endregion

// #region around
class Around extends AroundAdvisor {
  /** May change the request. */
  protected override before(request: ChatClientRequest): ChatClientRequest | Promise<ChatClientRequest> {
    return request;
  }

  /** May change the response; the parts of a stream are out by then. */
  protected override after(response: ChatClientResponse): ChatClientResponse | Promise<ChatClientResponse> {
    return response;
  }
}
// #endregion

// #region loop
type Executed = Extract<ToolExecutionResult, { type: 'executed' }>;

class Loop extends ToolCallingAdvisor {
  /** Once, before the first round. */
  protected override initializeLoop(request: ChatClientRequest): ChatClientRequest | Promise<ChatClientRequest> {
    return request;
  }

  /** Before each round. Changed messages are sent in this round only; changed options stay. */
  protected override beforeCall(request: ChatClientRequest): ChatClientRequest | Promise<ChatClientRequest> {
    return request;
  }

  /** After each round, before its tool calls are looked at. */
  protected override afterCall(response: ChatClientResponse): ChatClientResponse | Promise<ChatClientResponse> {
    return response;
  }

  /** After each batch: the messages of the next round. */
  protected override nextInstructions(
    _request: ChatClientRequest,
    _response: ChatClientResponse,
    result: Executed,
  ): readonly Message[] | Promise<readonly Message[]> {
    return result.conversationHistory;
  }

  /** Once, after the last round, also after a limit and after a return-direct result. */
  protected override finalizeLoop(response: ChatClientResponse): ChatClientResponse | Promise<ChatClientResponse> {
    return response;
  }
}
// #endregion

// #region options
interface ToolCallingAdvisorOptions {
  /** Default: what `@Advise` states, else `HIGHEST_PRECEDENCE + 300`. */
  readonly order?: number;
  /** `false` sends the system messages and the last message only. Default: true. */
  readonly conversationHistoryEnabled?: boolean;
  /** Default: `HasToolCallsEligibilityChecker`. */
  readonly toolExecutionEligibilityChecker?: ToolExecutionEligibilityChecker;
}

abstract class ToolExecutionEligibilityChecker {
  /** Returns false if the caller of the turn receives the tool calls unexecuted. */
  abstract isToolExecutionRequired(response: ChatResponse): boolean;
}
// #endregion

export const examples = [Around, Loop];

export type Checked = [
  Agrees<Same<Advisor, RealAdvisor>>,
  Agrees<Same<AdvisorChain, RealAdvisorChain>>,
  Agrees<Same<ToolCallingAdvisorOptions, RealLoopOptions>>,
  Agrees<Same<ToolExecutionEligibilityChecker, RealChecker>>,
];
