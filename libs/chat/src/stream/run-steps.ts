import { isPromiseLike } from '#core';
import { drain } from 'toolgate/model';
import type { Steps, Yielded } from './steps.js';

/** Runs steps to their end and drops their parts. */
export const runSteps = async <T>(steps: Steps<T>): Promise<T> => {
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
  return yielded.type === 'delegate' ? drain(yielded.stream) : undefined;
};
