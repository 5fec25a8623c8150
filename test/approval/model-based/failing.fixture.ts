import type { ChangeRun } from 'toolgate/approval';

/** The error of a store that fails on request. */
export class StoreFault extends Error {}

/** Fails after everything is decided and before anything is written. */
export const failing = <T>(change: ChangeRun<T>): ChangeRun<T> => {
  return (state, now) => {
    change(state, now);
    throw new StoreFault();
  };
};
