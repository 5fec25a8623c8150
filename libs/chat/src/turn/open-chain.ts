import { isPromiseLike } from '#core';
import type { AdvisedStream, Advisor, AdvisorChain } from '../contract/advisor.js';
import { admitTurn } from './admit-turn.js';
import type { ChatClientRequest } from '../contract/chat-client-request.js';
import type { ChatClientRuntime } from './chat-client-runtime.js';
import type { ComposeChain } from './compose-chain.js';
import { withLastQuestion } from './last-turn.js';
import { streamAfter } from '../stream/stream-after.js';

const NONE: readonly Advisor[] = [];

/** Opens the chain of a turn; nothing is sent before the stream is read. */
export const openChain = (
  runtime: ChatClientRuntime,
  composeChain: ComposeChain,
  addedAdvisors: readonly Advisor[] | undefined,
  request: ChatClientRequest,
): AdvisedStream => {
  const { abort } = request.turn;
  if (abort?.aborted) return failing(abort.reason);
  const opening = { runtime, composeChain, addedAdvisors, request };
  const begun = admitTurn(request.turn, runtime.persistence);
  if (request.turn.regenerates) return openAgain(begun, opening);
  const chain = begun ? chainAfter(begun, opening) : chainOf(opening);
  return isPromiseLike(chain) ? openLater(chain, request) : begin(chain, request);
};

const openAgain = (begun: Promise<void> | undefined, opening: Opening): AdvisedStream => {
  const { turn } = opening.request;
  const ready = chainAfter(Promise.resolve(begun), opening).then(async (chain) => ({
    chain,
    request: await withLastQuestion(opening.request, chain),
  }));
  ready.catch(() => (turn.isRefused = true));
  return streamAfter(ready, ({ chain, request }) => {
    turn.abort?.throwIfAborted();
    return chain.next(request);
  });
};

interface Opening {
  readonly runtime: ChatClientRuntime;
  readonly composeChain: ComposeChain;
  readonly addedAdvisors: readonly Advisor[] | undefined;
  readonly request: ChatClientRequest;
}

const chainAfter = async (begun: Promise<void>, opening: Opening): Promise<AdvisorChain> => {
  await begun;
  return chainOf(opening);
};

const chainOf = ({
  runtime,
  composeChain,
  addedAdvisors = NONE,
  request,
}: Opening): AdvisorChain | Promise<AdvisorChain> => {
  const { enabled = true } = runtime.toolCalling;
  const autoRegister = (request.context['toolCallingAdvisorAutoRegister'] ?? enabled) !== false;
  return composeChain(addedAdvisors, autoRegister, request.turn.context);
};

const openLater = (ready: Promise<AdvisorChain>, request: ChatClientRequest): AdvisedStream => {
  // A stream that is opened and never read must not end the process.
  ready.catch(() => (request.turn.isRefused = true));
  return streamAfter(ready, (chain) => {
    request.turn.abort?.throwIfAborted();
    return chain.next(request);
  });
};

// An advisor that throws synchronously fails the turn like one that throws later.
const begin = (chain: AdvisorChain, request: ChatClientRequest): AdvisedStream => {
  try {
    return chain.next(request);
  } catch (error) {
    return failing(error);
  }
};

async function* failing(error: unknown): AdvisedStream {
  throw error;
}
