import type { StoreChange, StoredRun } from 'toolgate/approval';
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
  // In one order, so that two transactions never wait for each other.
  for (const one of alone(change)) yield* assertAlone(target, one);
  const write = target.isPostgres ? runTogether : runEach;
  yield* write(changeWrites(target, change));
}

const alone = ({ run, alone: isAlone, opens = [] }: StoreChange<unknown>): readonly StoredRun[] =>
  [...(run && isAlone ? [run] : []), ...opens.map((opened) => opened.run)].sort((a, b) =>
    (a.conversation ?? '') < (b.conversation ?? '') ? -1 : 1,
  );
