import { isPromiseLike } from '#core';
import { drain } from 'toolgate/model';
import { NestedSteps } from './nested-steps.js';
import { isStream, type Steps, type Yielded } from './steps.js';

/** Runs steps to their end and drops their parts. */
export const runSteps = async <T>(outermost: Steps<T>): Promise<T> => {
  const steps = new NestedSteps(outermost);
  let step = steps.next();
  while (!step.done) {
    let outcome: unknown;
    try {
      outcome = await resultOf(step.value);
    } catch (error) {
      step = steps.throw(error);
      continue;
    }
    step = steps.next(outcome);
  }
  return step.value;
};

const resultOf = (yielded: Yielded): unknown => {
  if (isPromiseLike(yielded)) return yielded;
  return isStream(yielded) ? drain(yielded) : undefined;
};
