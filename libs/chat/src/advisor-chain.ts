import type { TurnAbort } from 'toolgate/tool';
import type { Advisor, AdvisedStream, AdvisorChain } from './advisor.js';
import type { ChatClientRequest } from './chat-client-request.js';
import { ChatClientException } from './chat.errors.js';
import { pullFrom } from './delegating-stream.js';

type Step = Awaited<ReturnType<AdvisedStream['next']>>;

/** The end of a chain: asks the model. */
export type ModelLink = (request: ChatClientRequest) => AdvisedStream;

/** Makes the chain of some advisors, outermost first, in front of a model. */
export const advisorChain = (advisors: readonly Advisor[], model: ModelLink, from = 0): AdvisorChain => ({
  advisors,
  next: (request) => {
    const { abort } = request.turn;
    abort?.throwIfAborted();
    const advisor = advisors[from];
    if (!advisor) return model(request);
    const stream = advisor.advise(request, advisorChain(advisors, model, from + 1));
    // The reader of the turn looks at the outermost one itself.
    return abort && from > 0 ? unlessAborted(stream, abort) : stream;
  },
  copy: (after) => {
    // One that was given twice asks for what is behind its own place.
    const index = advisors[from - 1] === after ? from - 1 : advisors.indexOf(after);
    if (index >= 0) return advisorChain(advisors, model, index + 1);
    throw new ChatClientException(`${after.constructor.name} is not in this chain of advisors.`);
  },
});

// An advisor that catches errors must not turn an abort into an answer. No generator: a layer of one costs more.
const unlessAborted = (stream: AdvisedStream, abort: TurnAbort): AdvisedStream => {
  // Closed by us: what a reader gets an error from, it does not close.
  const close = (): void => void stream.return(undefined as never).catch(() => {});
  const check = (step: Step): Step => {
    if (!abort.aborted) return step;
    close();
    throw abort.reason;
  };
  const guarded = {
    next: () => stream.next().then(check),
    pull: (onStep: (step: Step) => void, onError: (error: unknown) => void) => {
      const onChecked = (step: Step): void => {
        if (!abort.aborted) return onStep(step);
        close();
        return onError(abort.reason);
      };
      pullFrom(stream, onChecked, onError);
    },
    return: (value: never) => stream.return(value),
    throw: (error: unknown) => stream.throw(error),
    [Symbol.asyncIterator]: () => guarded,
  };
  return guarded as unknown as AdvisedStream;
};
