import { ignore, isPromiseLike, kindOf, type TurnAbort } from '#core';
import type { Advisor, AdvisedStream, AdvisorChain } from '../contract/advisor.js';
import type { ChatClientRequest } from '../contract/chat-client-request.js';
import type { ChatClientResponse } from '../contract/chat-client-response.js';
import { ChatClientException } from '../errors/chat.errors.js';
import { noRequest, noResponse, noStream } from '../errors/nothing-returned.js';
import { closeStream, type OnError, type OnStep, PulledStream, type Step } from '../stream/pulled-stream.js';
import { isStream, type Steps } from '../stream/steps.js';
import { StreamLayer } from '../stream/stream-layer.js';
import { TURN_WATCH, type TurnWatch } from '../contract/turn-watch.js';

/** The end of a chain: calls the model. */
export type ModelLink = (request: ChatClientRequest) => AdvisedStream;

/** Creates the chain of these advisors, outermost first, in front of a model. */
export const advisorChain = (advisors: readonly Advisor[], model: ModelLink): AdvisorChain =>
  new Chain(advisors, model, 0, []);

// The chain holds nothing of a turn, so one instance serves all turns of a client.
class Chain implements AdvisorChain {
  constructor(
    readonly advisors: readonly Advisor[],
    private readonly model: ModelLink,
    private readonly from: number,
    private readonly chains: Chain[],
  ) {}

  next(request: ChatClientRequest): AdvisedStream {
    const { from, model } = this;
    if (!request?.turn) throw noRequest(this.advisors[from - 1], request);
    const { abort } = request.turn;
    abort?.throwIfAborted();
    const advisor = this.advisors[from];
    if (!advisor) return model(request);
    const inner = this.startingAt(from + 1);
    const watch = TURN_WATCH.of(request.turn);
    const stream =
      watch && !advisor.passive
        ? openWatchedAdvisor(watch, advisor, request, inner)
        : openAdvisor(advisor, request, inner);
    // The reader of the turn checks the abort of the outermost stream itself.
    return new CheckedStream(stream, advisor, from > 0 ? abort : undefined);
  }

  copy(after: Advisor): AdvisorChain {
    const { advisors, from } = this;
    // An advisor that is in the chain twice gets the chain after its own position.
    const index = advisors[from - 1] === after ? from - 1 : advisors.indexOf(after);
    if (index >= 0) return this.startingAt(index + 1);
    throw new ChatClientException(
      `${after?.constructor.name ?? kindOf(after)} is not in this chain of advisors. Pass an advisor of chain.advisors.`,
    );
  }

  private startingAt(from: number): Chain {
    return (this.chains[from] ??= new Chain(this.advisors, this.model, from, this.chains));
  }
}

const openAdvisor = (advisor: Advisor, request: ChatClientRequest, inner: AdvisorChain): AdvisedStream => {
  const stream: unknown = advisor.advise(request, inner);
  if (isStream(stream)) return stream;
  // The result of an async function is not read here, and its failure must not end the process.
  if (isPromiseLike(stream)) stream.then(undefined, ignore);
  throw noStream(advisor, stream);
};

// A function of its own, so that a turn without a watch creates no closure.
const openWatchedAdvisor = (
  watch: TurnWatch,
  advisor: Advisor,
  request: ChatClientRequest,
  inner: AdvisorChain,
): AdvisedStream => watch.advisor(advisor, request, () => openAdvisor(advisor, request, inner));

// An advisor that catches errors must not turn an abort into an answer, and every advisor must return a response. This
// is no generator because a generator per layer costs more.
class CheckedStream extends StreamLayer {
  constructor(
    inner: AdvisedStream,
    private readonly advisor: Advisor,
    abort: TurnAbort | undefined,
  ) {
    super(inner, abort);
  }

  override steps(): Steps | undefined {
    const { inner } = this;
    const steps = inner instanceof PulledStream ? inner.steps?.() : undefined;
    // The driver runs the steps from now on, so the stream of the advisor need not stay in memory.
    if (steps) this.inner = undefined;
    return steps;
  }

  override checked(response: ChatClientResponse | undefined): ChatClientResponse {
    if (this.abort?.aborted) throw this.abort.reason;
    if (!response) throw noResponse(this.advisor);
    return response;
  }

  override next(): Promise<Step> {
    const { inner } = this;
    // A generator returns a promise in any case.
    return inner && !(inner instanceof StreamLayer) ? inner.next().then((step) => this.check(step)) : super.next();
  }

  protected override take(step: Step, onStep: OnStep, onError: OnError): void {
    if (this.abort?.aborted) {
      this.close();
      return onError(this.abort.reason);
    }
    if (!step.done || step.value || !this.inner) return super.take(step, onStep, onError);
    this.end();
    return onError(noResponse(this.advisor));
  }

  private check(step: Step): Step {
    if (this.abort?.aborted) {
      this.close();
      throw this.abort.reason;
    }
    if (!step.done) return step;
    this.end();
    if (!step.value) throw noResponse(this.advisor);
    return step;
  }

  private end(): void {
    this.inner = undefined;
    this.ended = true;
  }

  // A reader does not close a stream that threw an error.
  private close(): void {
    if (this.inner) closeStream(this.inner).catch(ignore);
  }
}
