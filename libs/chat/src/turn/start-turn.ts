import { TurnAbort } from '#core';
import { innerRunPermit } from '#tool';
import {
  type InnerRunPermit,
  ToolBody,
  type ToolCallingChatOptions,
  type ToolCallLimits,
  type ToolContext,
} from 'toolgate/tool';
import { type Advisor, type LastTurn, MemoryAdvisor } from '../contract/advisor.js';
import type { ChatClientRequest } from '../contract/chat-client-request.js';
import type { ChatTurn, DurableTurn } from '../contract/chat-turn.js';
import type { PartLists } from '../contract/turn-log.js';
import type { ChatClientDefaults, CheckedRecord } from '../prompt/chat-client-record.js';
import { composeRequest, composeToolContext } from '../prompt/compose-request.js';
import { overrideLimits } from '../prompt/override-limits.js';
import { resolveTenant } from './admit-turn.js';
import type { ChatClientRuntime } from './chat-client-runtime.js';
import type { ComposeChain } from './compose-chain.js';
import { DirectTurn } from './direct-turn.js';
import type { FollowedFrom } from './follow-turn.js';
import { lastTurnFor } from './last-turn.js';
import { openChain } from './open-chain.js';
import type { CallableTurn, ReadableTurn } from './readable-turn.js';
import { RunningTurn } from './running-turn.js';
import { boundTurn, type TurnBounds } from './turn-bounds.js';
import { bothListeners, type TurnListener } from '../contract/turn-listener.js';

/** Starts the turns of a client. Without a `runId`, the turn creates its id when the id is first read. */
export interface TurnStarter {
  call(record: CheckedRecord, runId?: string): CallableTurn;
  /** Returns the last turn of the conversation of a prompt. */
  lastTurn(record: CheckedRecord): Promise<LastTurn | undefined>;
  /** Returns whether an advisor of a prompt provides the history of its conversation. */
  hasMemory(record: CheckedRecord): Promise<boolean>;
  /** Returns the tenant to which the turn of a prompt will belong. */
  tenant(record: CheckedRecord): Promise<string>;
  stream(record: CheckedRecord, opening: NewStream): ReadableTurn;
  /** Yields the parts of a live turn. */
  readonly follow: (run: FollowedFrom) => PartLists;
}

/** How a streamed turn begins. */
interface NewStream {
  readonly listener: TurnListener;
  readonly runId: string | undefined;
  /** Whether the parts are logged, for readers of every process. */
  readonly isLive: boolean;
}

/** Creates the starter of a client's turns. */
export const turnStarter = (
  runtime: ChatClientRuntime,
  composeChain: ComposeChain,
  follow: TurnStarter['follow'],
): TurnStarter => ({
  follow,
  call: (record, runId) => {
    const bounds = boundsOf(runtime, record);
    // Only the caller's signal and time limit can end a call.
    if (!bounds) {
      const request = requestOf(runtime, record, { mode: 'call', runId });
      return new DirectTurn(request, openChain(runtime, composeChain, record.advisors, request));
    }
    const abort = abortOf(record);
    const request = requestOf(runtime, record, { mode: 'call', runId, abort });
    const stream = openChain(runtime, composeChain, record.advisors, request);
    return new RunningTurn(request, stream, abort, boundTurn(abort, bounds, undefined));
  },
  lastTurn: (record) => {
    const request = requestOf(runtime, record, { mode: 'call', runId: undefined });
    return lastTurnFor(request, runtime, composeChain(record.advisors ?? [], true, request.turn.context));
  },
  hasMemory: async (record) => {
    const { context } = requestOf(runtime, record, { mode: 'call', runId: undefined }).turn;
    const { advisors } = await composeChain(record.advisors ?? [], true, context);
    return advisors.some((advisor) => advisor instanceof MemoryAdvisor);
  },
  tenant: (record) =>
    resolveTenant(requestOf(runtime, record, { mode: 'call', runId: undefined }).turn, runtime.persistence),
  stream: (record, { listener, runId, isLive }) => {
    const bounds = boundsOf(runtime, record);
    const abort = abortOf(record);
    const request = requestOf(runtime, record, { mode: 'stream', runId, abort });
    const stream = openChain(runtime, composeChain, record.advisors, request);
    const logged = isLive ? runtime.live.begin(request.turn, abort) : undefined;
    const all = logged ? bothListeners(logged, listener) : listener;
    const turn = new RunningTurn(request, stream, abort, bounds ? boundTurn(abort, bounds, all) : all);
    turn.logged = logged?.opened;
    return turn;
  },
});

// A turn whose signal has fired must not be admitted: that could cancel a run of its conversation.
const abortOf = ({ signal }: CheckedRecord): TurnAbort => {
  const abort = new TurnAbort();
  if (signal?.aborted) abort.abort(signal.reason);
  return abort;
};

const boundsOf = (
  { defaults }: ChatClientRuntime,
  { signal, timeoutMs = defaults.timeoutMs }: CheckedRecord,
): TurnBounds | undefined => (signal !== undefined || timeoutMs !== undefined ? { signal, timeoutMs } : undefined);

interface NewTurn {
  readonly mode: ChatTurn['mode'];
  readonly runId: string | undefined;
  readonly abort?: TurnAbort;
}

const requestOf = (runtime: ChatClientRuntime, record: CheckedRecord, newTurn: NewTurn): ChatClientRequest => {
  const { mode, abort } = newTurn;
  const modelOptions = runtime.model.defaultOptions as ToolCallingChatOptions | undefined;
  const defaults = { defaults: runtime.defaults, modelOptions };
  const turn: ChatTurn = {
    client: runtime.name,
    model: runtime.model,
    mode,
    context: composeToolContext(defaults, record, newTurn),
    tenant: undefined,
    limits: limitsOf(runtime, record),
    limited: undefined,
    continueFrom: record.continueFrom,
    regenerates: record.regenerate,
    replaces: undefined,
    abort,
    transcript: undefined,
    isRefused: undefined,
    loop: undefined,
    exchanges: undefined,
    endings: undefined,
    slots: undefined,
    sent: undefined,
    modelCall: undefined,
    durable: durableTurn(runtime, record),
  };
  const request = composeRequest(defaults, record, turn);
  if (turn.durable) turn.durable.request = request;
  const perTool = record.limits?.perTool;
  if (perTool) turn.limited = { names: Object.keys(perTool), tools: request.options.tools ?? [] };
  return request;
};

const limitsOf = ({ defaults }: ChatClientRuntime, { limits }: CheckedRecord): ToolCallLimits | undefined =>
  limits === undefined ? defaults.limits : overrideLimits(defaults.limits, limits, 'prompt({ limits })');

const durableTurn = (
  { persistence, defaults, durableAdvisors }: ChatClientRuntime,
  { advisors, timeoutMs = defaults.timeoutMs, outer }: CheckedRecord,
): DurableTurn | undefined => {
  if (!persistence?.isReady()) return undefined;
  const addedAdvisors = durableAdvisors ? [...addedTo(durableAdvisors, defaults), ...(advisors ?? [])] : advisors;
  const body = ToolBody.current();
  const inside = outer && permitOf(outer, persistence);
  return { persistence, home: persistence, addedAdvisors, timeoutMs, body, inside };
};

const addedTo = (durable: readonly Advisor[], { advisors = [] }: ChatClientDefaults): readonly Advisor[] =>
  advisors.filter((advisor) => !durable.includes(advisor));

// A turn that another application saves could not be written together with this one.
const permitOf = (outer: ToolContext, persistence: object): InnerRunPermit | undefined => {
  const permit = innerRunPermit(outer);
  return permit?.persistence === persistence ? permit : undefined;
};
