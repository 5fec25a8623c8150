import type { ToolContext } from './tool-context.js';

/** What a guarded method did when it ran in the call that waits for it: the value itself, not its JSON. */
export interface ReturnedValue {
  outcome?:
    { readonly type: 'returned'; readonly value: unknown } | { readonly type: 'threw'; readonly error: unknown };
}

const expected = new WeakMap<object, ReturnedValue>();

/**
 * Notes that a caller waits for the value of a guarded call, which its context identifies by its transient data. A
 * call that is resumed later has another one, so its value never arrives here.
 */
export const expectReturn = (transient: object): ReturnedValue => {
  const returned: ReturnedValue = {};
  expected.set(transient, returned);
  return returned;
};

/** Notes what a guarded method returned, if a direct call expects it. */
export const noteReturn = ({ transient }: ToolContext, outcome: ReturnedValue['outcome']): void => {
  const returned = expected.get(transient);
  if (returned) returned.outcome = outcome;
};
