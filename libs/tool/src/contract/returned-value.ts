import type { ToolContext } from './tool-context.js';

/** The outcome of a guarded method, for the direct call that waits for it: the returned value itself, not its JSON. */
export interface ReturnedValue {
  outcome?:
    | { readonly type: 'returned'; readonly value: unknown }
    | { readonly type: 'threw'; readonly error: unknown };
}

const expected = new WeakMap<object, ReturnedValue>();

/**
 * Notes that a caller waits for the value of a guarded call. The object with the transient data identifies the call. A
 * call that is resumed later has another such object, so its value never arrives here.
 */
export const expectReturn = (transient: object): ReturnedValue => {
  const returned: ReturnedValue = {};
  expected.set(transient, returned);
  return returned;
};

/** Notes the outcome of a guarded method, if a direct call expects it. */
export const noteReturn = ({ transient }: ToolContext, outcome: ReturnedValue['outcome']): void => {
  const returned = expected.get(transient);
  if (returned) returned.outcome = outcome;
};
