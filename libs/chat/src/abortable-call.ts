import type { ChatModelCall } from 'toolgate/model';
import type { TurnAbort } from 'toolgate/tool';

const ABORT = Symbol('abort');

/**
 * What a model is told of a turn that can be aborted: a signal, made when the model asks for it. The signal is an own
 * property, so that a model that wraps another may pass on a copy.
 */
export class AbortableCall implements ChatModelCall {
  declare readonly signal: AbortSignal;
  declare readonly [ABORT]: TurnAbort;

  constructor(abort: TurnAbort) {
    Object.defineProperty(this, ABORT, { value: abort });
    Object.defineProperty(this, 'signal', SIGNAL);
  }
}

// One getter for all calls. A getter of each call's own would be a hidden class of its own, which V8 keeps in the old
// space, and the turn with it.
const SIGNAL: PropertyDescriptor & ThisType<AbortableCall> = {
  enumerable: true,
  configurable: true,
  get() {
    return this[ABORT].signal;
  },
};
