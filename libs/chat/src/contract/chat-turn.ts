import type { TurnAbort } from '#core';
import type { ChatModel, ChatModelCall, ChatResponse, Message, Prompt, Usage } from 'toolgate/model';
import type {
  CallCounts,
  InnerRunPendingException,
  InnerRunPermit,
  ToolApprovalPendingException,
  ToolBody,
  ToolCallLimits,
  ToolContext,
  ToolSource,
} from 'toolgate/tool';
import type { ComposedRequest } from './composed-request.js';
import type { TurnEnding } from './turn-ending.js';
import type { ClaimedRun, TurnPersistence } from './turn-persistence.js';
import type { TurnSlots } from './turn-slot.js';

/**
 * The state of one turn, from the first read to the answer. `abort` ends it at once; the signal for tools and advisors
 * is `context.signal`.
 */
export interface ChatTurn extends TurnSlots {
  readonly client: string;
  /** The model that the turn calls. */
  readonly model: ChatModel;
  readonly mode: 'call' | 'stream';
  readonly context: ToolContext;
  /**
   * Separates the turn's stored data from the data of other tenants. It is resolved once, before the chain begins;
   * `default` in an application that names none. Absent only if the requester of a turn outside of any conversation is
   * unknown.
   */
  tenant?: string;
  /** The limits of the client and the prompt, which override the application's; absent if neither has any. */
  readonly limits?: ToolCallLimits;
  /** The tools that the prompt's own limits name, and the tools of the prompt; absent if its limits name none. */
  limited?: LimitedTools;
  /** The answer of the first round, which is not requested from the model. Absent unless the prompt brings one. */
  readonly continueFrom?: ChatResponse;
  /** Absent if nothing can end the turn: a call without a signal and without a time limit. */
  readonly abort?: TurnAbort;
  /** The turn to regenerate; absent if the prompt has a question of its own. */
  readonly regenerates?: RegenerateInput;
  /** The id of the turn that this one replaces in the memory; it is not part of the history. Set before the chain begins. */
  replaces?: string;
  /**
   * The messages of the turn, once tools have been called; it ends with complete results. The tool-calling advisor
   * updates it.
   */
  transcript?: readonly Message[];
  /** `true` if the turn was refused before its chain began. */
  isRefused?: boolean;
  /** The tool loop that ran last: an advisor around it may run it again, and its calls count. */
  loop?: TurnLoop;
  /** Each answer that called tools, and its results, of all loops of the turn. The tool-calling advisor updates it. */
  exchanges?: Message[];
  /** The callbacks for the end of the turn: `atTurnEnd` adds to them. */
  endings?: readonly TurnEnding[];
  /** The last prompt of the model without its messages, and the options that it was created from. */
  sent?: { readonly options: object; readonly prompt: SentPrompt | Promise<SentPrompt> };
  /** The second argument of the model in each round. Absent before the first round, and without `abort`. */
  modelCall?: ChatModelCall;
  /** Absent if the turn cannot be saved when it has to wait for approval. */
  readonly durable?: DurableTurn;
}

/** Which turn of a conversation to regenerate. */
export interface RegenerateInput {
  /** The id of the turn, which must be the last one. @default the last one */
  readonly turn?: string;
}

/** The names of the tools that a prompt limits, and the tools of the prompt. */
interface LimitedTools {
  readonly names: readonly string[];
  readonly tools: readonly ToolSource[];
}

/** A prompt without its messages: it rarely changes from round to round. */
export type SentPrompt = Omit<Prompt, 'messages'>;

/** The data to suspend and resume a turn: the part that saves the turn, its request, and whether it was saved. */
export interface DurableTurn {
  readonly persistence: Pick<TurnPersistence, 'suspend'>;
  /** The application's part that saves turns. It is also `persistence`, except in a resumed run. */
  readonly home: TurnPersistence;
  /** The instances of advisors that were added to this prompt, or to its client by `mutate()`, only. */
  readonly addedAdvisors?: readonly object[];
  /** How long one attempt of the turn may take, in milliseconds; `Infinity` if the prompt lifts the client's limit. */
  readonly timeoutMs?: number;
  /** The tool body in which the turn was started: such a turn cannot wait, unless `inside` permits it. */
  readonly body?: ToolBody;
  /** Present if the turn is the body of a call that may wait for it. */
  readonly inside?: InnerRunPermit;
  /** The request as the client composed it; it is saved when the turn is suspended. */
  request?: ComposedRequest;
  /** Settles when the turn is saved, or when saving failed; the end of the turn waits for it. */
  suspending?: Promise<unknown>;
  /** Set once the turn is suspended: it has no answer then, whatever an advisor returns. */
  suspended?: ToolApprovalPendingException | InnerRunPendingException;
  /** The run that the turn resumes. */
  readonly resumed?: ClaimedRun;
  /** The end of that run, which is started once. */
  ended?: Promise<unknown>;
}

/** The state of a tool loop from round to round. */
export interface TurnLoop {
  /** The messages of the whole turn, even if a round sends only some of them. */
  history: readonly Message[];
  /** The index in the history at which the turn begins. */
  readonly start: number;
  /** The calls and rounds of earlier loops of the turn. */
  readonly spent?: CallCounts;
  /** The usage of earlier loops of the turn. */
  readonly usedBefore?: Usage;
  /** The usage of the loop so far. */
  usage?: Usage;
  round: number;
}
