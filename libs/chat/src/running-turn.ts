import type { Message, StreamPart } from 'toolgate/model';
import { abortListeners, isPromiseLike } from 'toolgate/tool';
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
  /** Rejects when the turn is aborted, even where an advisor does not look at the signal. */
  next(): Promise<IteratorResult<StreamPart, ChatClientResponse>>;
  /** Ends the turn, unless it has ended by itself. */
  leave(): void;
}

/** Is told once how a turn ended. */
export interface TurnListener {
  resolve(response: ChatClientResponse): void;
  reject(error: unknown): void;
}

/** Starts a turn; nothing is sent before the first `next()`. */
export const startTurn = (
  runtime: ChatClientRuntime,
  advisors: ReturnType<typeof advisorsOf>,
  record: ChatClientRecord,
  listener?: TurnListener,
): RunningTurn => {
  const mode = listener ? 'stream' : 'call';
  // A call can be ended by its caller's signal only; making a signal for nobody costs more than all else here.
  const controller = listener || record.signal ? new AbortController() : undefined;
  const signal = controller?.signal;
  const context = composeToolContext(runtime, record, signal);
  const turn: ChatTurn = { client: runtime.name, mode, context, signal };
  const request = composeRequest(runtime, record, turn);
  const unlink = controller && record.signal ? linkSignal(record.signal, controller) : () => {};
  const stream = openStream(runtime, advisors, record, request);
  return readTurn(stream, turn, request.messages, {
    resolve: (response) => {
      unlink();
      listener?.resolve(response);
    },
    reject: (error) => {
      unlink();
      listener?.reject(error);
    },
    abort: () => controller?.abort(new DOMException('The reader left the turn.', 'AbortError')),
  });
};

const readTurn = (
  stream: AdvisedStream,
  turn: ChatTurn,
  messages: readonly Message[],
  listener: TurnListener & { abort(): void },
): RunningTurn => {
  const { signal } = turn;
  let ended = false;
  let rejectPending: (reason: unknown) => void = () => {};
  const fail = (cause: unknown): void => {
    const error = failureOf(turn, messages, cause);
    if (!ended) listener.reject(error);
    ended = true;
    rejectPending(error);
  };
  // What unwinds by itself may do so first: it brings the results of the tools that had settled.
  const abandon = (): void => void setImmediate(() => ended || fail(signal?.reason));
  if (signal?.aborted) abandon();
  else if (signal) abortListeners(signal).add(abandon);
  return {
    next: () =>
      new Promise((resolve, reject) => {
        rejectPending = reject;
        stream.next().then((step) => {
          if (step.done && signal?.aborted) return fail(signal.reason);
          if (step.done && !ended) {
            ended = true;
            listener.resolve(step.value);
          }
          return resolve(step);
        }, fail);
      }),
    // Aborts first, because leaving a generator waits for what it is doing.
    leave: () => {
      if (ended) return;
      listener.abort();
      stream.return(undefined as never).catch(() => {});
    },
  };
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

// Where tools were called, what was done must reach the caller with the error; before that the error says all.
const failureOf = ({ transcript, signal }: ChatTurn, messages: readonly Message[], error: unknown): unknown =>
  transcript || signal?.aborted ? new ChatTurnException(transcript ?? messages, error) : error;
