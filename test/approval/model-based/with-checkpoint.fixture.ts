import assert from 'node:assert/strict';
import type { ChangeRun, RunCheckpoint, RunState, StoreChange } from 'toolgate/approval';

type PlainChange<T> = StoreChange<T> & { readonly result: T };

/** Makes the same change, and asserts that the checkpoint read with it belongs to the batch of the run. */
export const withCheckpoint = <T>(
  change: (state: RunState | undefined, now: number) => PlainChange<T>,
): ChangeRun<T> => {
  return (state, now) => {
    const { result, ...records } = change(state, now);
    const round = (records.run ?? state?.run)?.round;
    const resultOf = (checkpoint: RunCheckpoint | undefined): T => {
      assert.equal(checkpoint?.loop.round, round, 'a change is given the checkpoint of another batch');
      return result;
    };
    return { ...records, resultOf };
  };
};
