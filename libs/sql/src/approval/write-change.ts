import type { StoreChange } from 'toolgate/approval';
import type { Steps } from '../dialect/steps.js';
import { SqlException } from '../errors/sql.errors.js';
import { assertAlone } from './assert-alone.js';
import { changeWrites, type WriteTarget } from './change-writes.js';
import { runEach, runTogether } from './run-writes.js';

/** Writes a change. Throws `OpenedElsewhere` if another process has opened the same run in the meantime. */
export function* writeChange(target: WriteTarget, change: StoreChange<unknown>): Steps<void> {
  const { run, checkpoint, approvals = [], events = [] } = change;
  if (!target.state && !run && (checkpoint || approvals.length > 0 || events.length > 0)) {
    throw new SqlException(
      `The run ${target.run} is not there, and the change does not contain it. Add the run to the change.`,
    );
  }
  if (run && change.alone) yield* assertAlone(target, run);
  const write = target.isPostgres ? runTogether : runEach;
  yield* write(changeWrites(target, change));
}
