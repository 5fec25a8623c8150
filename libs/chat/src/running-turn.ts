import type { Message, StreamPart } from 'toolgate/model';
import { isPromiseLike } from 'toolgate/tool';
import type { AdvisedStream } from './advisor.js';
import { advisorChain } from './advisor-chain.js';
import type { ChatClientRecord } from './chat-client-record.js';
import type { ChatClientRequest } from './chat-client-request.js';
import type { ChatClientResponse } from './chat-client-response.js';
import type { ChatClientRuntime } from './chat-client-runtime.js';
import type { ChatTurn } from './chat-turn.js';
import { ChatTurnException } from './chat.errors.js';
import { composeRequest, composeToolContext } from './compose-request.js';
import type { advisorsOf } from './compose-advisors.js';
import { modelLink } from './model-link.js';

/** A turn that somebody reads step by step. */
export interface RunningTurn {
  /** Rejects at once when the turn is aborted. */
  next(): Promise<IteratorResult<StreamPart, ChatClientResponse>>;
  /** Ends the turn and tells how: aborts first, because leaving a generator waits for what it is doing. */
  leave(): ChatTurnException;
}

/** Starts a turn; nothing is sent before the first `next()`. */
export const startTurn = (
  runtime: ChatClientRuntime,
  advisors: ReturnType<typeof advisorsOf>,
  record: ChatClientRecord,
  mode: ChatTurn['mode'],
): RunningTurn => {
  // A call can be ended by its caller's signal only; making a signal for nobody costs more than all else here.
  const controller = mode === 'stream' || record.signal ? new AbortController() : undefined;
  const unlink = controller && record.signal ? linkSignal(record.signal, controller) : () => {};
  const signal = controller?.signal;
  const context = composeToolContext(runtime, record, signal);
  const turn: ChatTurn = { client: runtime.name, mode, context, signal };
  const request = composeRequest(runtime, record, turn);
  const stream = openStream(runtime, advisors, record, request);
  const step = signal ? stepsOf(stream, signal) : () => stream.next();
  const next = async () => {
    try {
      const result = await step();
      if (result.done) unlink();
      return result;
    } catch (error) {
      unlink();
      throw failureOf(turn, request.messages, error);
    }
  };
  const leave = () => {
    unlink();
    const left = new DOMException('The reader left the turn.', 'AbortError');
    controller?.abort(left);
    stream.return(undefined as never).catch(() => {});
    return new ChatTurnException(turn.transcript ?? request.messages, left);
  };
  return { next, leave };
};

const openStream = (
  runtime: ChatClientRuntime,
  advisors: ReturnType<typeof advisorsOf>,
  record: ChatClientRecord,
  request: ChatClientRequest,
): AdvisedStream => {
  const { enabled = true } = runtime.toolCalling;
  const autoRegister = (request.context['toolCallingAdvisorAutoRegister'] ?? enabled) !== false;
  const link = modelLink(runtime.model, runtime.manager);
  const ready = advisors(record.advisors ?? [], autoRegister, request.turn.context);
  return isPromiseLike(ready)
    ? later(ready.then((sorted) => advisorChain(sorted, link).next(request)))
    : advisorChain(ready, link).next(request);
};

async function* later(stream: Promise<AdvisedStream>): AdvisedStream {
  return yield* await stream;
}

const linkSignal = (outside: AbortSignal, controller: AbortController): (() => void) => {
  const abort = (): void => controller.abort(outside.reason);
  if (outside.aborted) abort();
  outside.addEventListener('abort', abort, { once: true });
  return () => outside.removeEventListener('abort', abort);
};

// An abort rejects even where an advisor does not look at the signal, but what unwinds by itself may do so first: it
// brings the results of the tools that had settled.
const stepsOf = (stream: AdvisedStream, signal: AbortSignal): AdvisedStream['next'] => {
  let abandon: (reason: unknown) => void = () => {};
  const abandonSoon = (): void => void setImmediate(() => abandon(signal.reason));
  signal.addEventListener('abort', abandonSoon, { once: true });
  return () =>
    new Promise((resolve, reject) => {
      abandon = reject;
      if (signal.aborted) abandonSoon();
      stream.next().then(resolve, reject);
    });
};

// Where tools were called, what was done must reach the caller with the error; before that the error says all.
const failureOf = ({ transcript, signal }: ChatTurn, messages: readonly Message[], error: unknown): unknown =>
  transcript || signal?.aborted ? new ChatTurnException(transcript ?? messages, error) : error;
