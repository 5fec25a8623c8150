import { TurnAbort } from '#core';
import { ToolBody, type ToolCallLimits } from 'toolgate/tool';
import type { ChatTurn, DurableTurn } from '../contract/chat-turn.js';
import type { CheckedRecord } from '../prompt/chat-client-record.js';
import { composeRequest, composeToolContext } from '../prompt/compose-request.js';
import { overrideLimits } from '../prompt/override-limits.js';
import type { ChatClientRuntime } from './chat-client-runtime.js';
import type { ComposeChain } from './compose-chain.js';
import { openChain } from './open-chain.js';
import { RunningTurn } from './running-turn.js';
import { boundTurn } from './turn-bounds.js';
import type { TurnListener } from './turn-listener.js';

/** Starts a turn: a streamed one if a listener is passed. */
export const startTurn = (
  runtime: ChatClientRuntime,
  composeChain: ComposeChain,
  record: CheckedRecord,
  listener?: TurnListener,
): RunningTurn => {
  const mode = listener ? 'stream' : 'call';
  const { signal, timeoutMs = runtime.defaults.timeoutMs } = record;
  const isBound = signal !== undefined || timeoutMs !== undefined;
  // Only the caller's signal and time limit can end a call.
  const abort = listener || isBound ? new TurnAbort() : undefined;
  const context = composeToolContext(runtime, record, abort);
  const turn: ChatTurn = {
    client: runtime.name,
    model: runtime.model,
    mode,
    context,
    tenant: undefined,
    limits: limitsOf(runtime, record),
    limited: undefined,
    continueFrom: record.continueFrom,
    abort,
    transcript: undefined,
    isRefused: undefined,
    loop: undefined,
    exchanges: undefined,
    endings: undefined,
    watch: undefined,
    sent: undefined,
    durable: durableTurn(runtime, record, timeoutMs),
  };
  const request = composeRequest(runtime, record, turn);
  if (turn.durable) turn.durable.request = request;
  const perTool = record.limits?.perTool;
  if (perTool) turn.limited = { names: Object.keys(perTool), tools: request.options.tools ?? [] };
  const stream = openChain(runtime, composeChain, record.advisors, request);
  if (!abort || !isBound) return new RunningTurn(request, stream, listener);
  return new RunningTurn(request, stream, boundTurn(abort, { signal, timeoutMs }, listener));
};

const limitsOf = ({ defaults }: ChatClientRuntime, { limits }: CheckedRecord): ToolCallLimits | undefined =>
  limits === undefined ? defaults.limits : overrideLimits(defaults.limits, limits, 'prompt({ limits })');

const durableTurn = (
  { persistence }: ChatClientRuntime,
  { advisors }: CheckedRecord,
  timeoutMs: number | undefined,
): DurableTurn | undefined =>
  persistence?.isReady() ? { persistence, addedAdvisors: advisors, timeoutMs, body: ToolBody.current() } : undefined;
