import type { ChatModel, ChatModelCall, ChatResponse, Message, Prompt } from 'toolgate/model';
import type {
  CallCounts,
  ToolApprovalPendingException,
  ToolBody,
  ToolCallLimits,
  ToolContext,
  ToolSource,
  TurnAbort,
} from 'toolgate/tool';
import { AbortableCall } from './abortable-call.js';
import type { Advisor } from './advisor.js';
import type { ChatClientRequest } from './chat-client-request.js';
import type { ChatClientResponse } from './chat-client-response.js';
import type { ClaimedRun, RunCheckpoints } from './run-checkpoints.js';
import type { TurnWatch } from './turn-watch.js';

/** One prompt on its way, from the first read to the answer. What ends it at once is its own; a signal for others is `context.signal`. */
export interface ChatTurn {
  readonly client: string;
  /** The model that is asked. */
  readonly model: ChatModel;
  readonly mode: 'call' | 'stream';
  readonly context: ToolContext;
  /**
   * Keeps what is stored of the turn apart from other tenants; resolved once, before the chain begins, and `default` in an
   * application that names none. Absent only if the requester of a turn outside of any conversation is unknown.
   */
  tenant?: string;
  /** The limits of its client and its prompt, which are laid over the application's; absent if neither has any. */
  readonly limits?: ToolCallLimits;
  /** The tools that the prompt's own limits name, and those that it brings; absent if its limits name none. */
  limited?: LimitedTools;
  /** What the model is not asked for: its answer of the first round. Absent unless the prompt brings one. */
  readonly continueFrom?: ChatResponse;
  /** Absent where nobody can end the turn: a call without a signal and a timeout of the caller. */
  readonly abort?: TurnAbort;
  /** What was said and done, once tools have been called; it ends with whole results. The tool-calling advisor keeps it. */
  transcript?: readonly Message[];
  /** Set if the turn was refused before its chain began. */
  isRefused?: boolean;
  /** The tool loop that ran last: an advisor around it may run it again, and what was done counts. */
  loop?: TurnLoop;
  /** Each answer that called tools, and its results, of all loops of the turn. The tool-calling advisor keeps it. */
  exchanges?: Message[];
  /** What is to be done at the end: `atTurnEnd` adds to it. */
  endings?: readonly TurnEnding[];
  /** Looks at what happens in the turn from when it is set on. */
  watch?: TurnWatch;
  /** What the model was sent last beside the messages, and the options that this was made of. */
  sent?: { readonly options: object; readonly prompt: SentPrompt | Promise<SentPrompt> };
  /** Absent where nothing can keep the turn when it has to wait for a person. */
  readonly keeping?: TurnKeeping;
}

/** The names of tools that a prompt limits, and what the prompt names as its tools. */
export interface LimitedTools {
  readonly names: readonly string[];
  readonly tools: readonly ToolSource[];
}

/** A prompt without its messages: it rarely changes from round to round. */
export type SentPrompt = Omit<Prompt, 'messages'>;

/** What a turn needs to wait for a person, and to go on. */
export interface TurnKeeping {
  readonly keeper: Pick<RunCheckpoints, 'suspend'>;
  /** The advisors that came with the one prompt. */
  readonly brought?: readonly Advisor[];
  /** How long one attempt of the turn may take, in milliseconds; `Infinity` if the prompt lifts the client's limit. */
  readonly timeoutMs?: number;
  /** The body of a tool that the turn was started in: such a turn cannot wait. */
  readonly body?: ToolBody;
  /** The request as the client composed it: what is kept of it when the turn waits. */
  request?: ChatClientRequest;
  /** The trace that the turn is a part of, as W3C writes it: kept with the request. Whoever traces it says so. */
  traceParent?: string;
  /** Settles when the turn is kept, or cannot be: until then nothing is done of its end. */
  suspending?: Promise<void>;
  /** Set once the turn is suspended: whatever its chain makes of it, it has no answer. */
  suspended?: ToolApprovalPendingException;
  /** The run that the turn goes on with. */
  readonly resumed?: ClaimedRun;
  /** What that run does at its end, from the moment it is told of it: it is told once. */
  ended?: Promise<unknown>;
}

/** How a turn ended: its chain gave an answer, or it failed or was left. */
export type TurnEnd =
  | { readonly type: 'completed'; readonly response: ChatClientResponse }
  | { readonly type: 'failed'; readonly cause: unknown };

/** What is to be done at the end of a turn. Where it rejects behind an answer, the turn fails with that error. */
export type TurnEnding = (end: TurnEnd) => Promise<void>;

/** What a tool loop carries from round to round. */
export interface TurnLoop {
  /** The whole turn, whatever a round sends of it. */
  history: readonly Message[];
  /** Where the turn begins in the history. */
  readonly start: number;
  /** What earlier loops of the turn have done. */
  readonly spent?: CallCounts;
  round: number;
}

/** What a model is told of a turn beside the prompt. */
export const modelCallOf = ({ abort }: ChatTurn): ChatModelCall => (abort ? new AbortableCall(abort) : NO_ABORT);

const NO_ABORT: ChatModelCall = Object.freeze({});
