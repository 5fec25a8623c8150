import type { ChangeRun } from 'toolgate/approval';

/** What a store fails with when a test says so. */
export class StoreFault extends Error {}

/** Fails where everything is decided and nothing is written. */
export const failing = <T>(change: ChangeRun<T>): ChangeRun<T> => {
  return (state, now) => {
    change(state, now);
    throw new StoreFault();
  };
};
