import type { TurnAbort } from '#core';
import type { ChatModelCall } from 'toolgate/model';
import type { ChatTurn } from '../contract/chat-turn.js';

const ABORT = Symbol('abort');

/**
 * The second argument of a model in a turn that can be aborted. The signal is created when the model first reads it. The
 * signal is an own property, so that a model that wraps another one may pass a copy of this object.
 */
class AbortableCall implements ChatModelCall {
  declare readonly signal: AbortSignal;
  declare readonly [ABORT]: TurnAbort;

  constructor(abort: TurnAbort) {
    Object.defineProperty(this, ABORT, { value: abort });
    Object.defineProperty(this, 'signal', SIGNAL);
  }
}

// One getter for all calls: a getter per call would be a hidden class per call, which V8 keeps in the old space
// together with the turn.
const SIGNAL: PropertyDescriptor & ThisType<AbortableCall> = {
  enumerable: true,
  configurable: true,
  get() {
    return this[ABORT].signal;
  },
};

/** Returns the second argument of a model, one for all rounds of a turn: the signal of the turn. */
export const modelCallOf = (turn: ChatTurn): ChatModelCall =>
  turn.abort ? (turn.modelCall ??= new AbortableCall(turn.abort)) : NO_ABORT;

const NO_ABORT: ChatModelCall = Object.freeze({});
