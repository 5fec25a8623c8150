import { ApprovalConflictException, type StoreChange, type StoredRun } from 'toolgate/approval';
import { type Steps, ask } from '../dialect/steps.js';
import { SqlException } from '../errors/sql.errors.js';
import { type WriteTarget, changeWrites } from './change-writes.js';
import { runEach, runTogether } from './run-writes.js';
import { idOf } from '../dialect/storable-id.js';
import { shownText } from '../dialect/stored-text.js';
import { runRow } from './approval-rows.js';

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

/**
 * Throws `ApprovalConflictException` if another run of the conversation waits or is resumed. No other one can be opened
 * until the transaction ends.
 */
export function* assertAlone({ statements, isPostgres }: WriteTarget, run: StoredRun): Steps<void> {
  if (run.conversation === undefined) return;
  const row = runRow(run);
  // On SQLite the transaction locks the whole database.
  if (isPostgres) yield statements.lockConversation(row);
  const { rows } = yield* ask(statements.others(row));
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => idOf(shownText(id)));
  throw new ApprovalConflictException(run.conversation, ids, []);
}
