import { changeAt } from '#approval';
import {
  ApprovalConflictException,
  type ChangeRun,
  type RunState,
  type StoreChange,
  type StoredRun,
  type StoredToolSchema,
} from 'toolgate/approval';
import { directSqlite } from '../connection/direct-sqlite.js';
import { idOf, storableId } from '../dialect/storable-id.js';
import { ask, runSteps, runStepsNow, type Steps } from '../dialect/steps.js';
import { orUnavailable } from '../connection/or-unavailable.js';
import type { ApprovalStatements } from './approval-statements.js';
import type { ApprovalDatabase } from './approval-tables.js';
import { SavedHashes } from './saved-hashes.js';
import { checkpointIn, stateIn } from './stored-records.js';
import { changeWrites, OpenedElsewhere, type WriteTarget } from './change-writes.js';
import { SqlException } from '../errors/sql.errors.js';
import { runEach, runTogether } from './run-writes.js';
import { shownText } from '../dialect/stored-text.js';
import { runRow } from './approval-rows.js';

/** The database whose runs are changed. */
export interface RunChangesParts {
  readonly database: ApprovalDatabase;
  readonly statements: () => Promise<ApprovalStatements>;
  readonly isPostgres: boolean;
  /** Absent if the clock of the database is used. */
  readonly now?: () => number;
}

/** The result of a change, and the schemas that it stored. */
interface Written<T> {
  readonly result: T;
  readonly schemas?: readonly StoredToolSchema[];
}

/** Changes runs, each in one transaction that locks its run. */
export class RunChanges {
  private readonly savedSchemas = new SavedHashes();

  constructor(private readonly parts: RunChangesParts) {}

  /** Runs a change in one transaction, again if another process has opened the same run in the meantime. */
  async run<T>(run: string, change: ChangeRun<T>): Promise<T> {
    for (;;) {
      try {
        return (await this.attempt(run, change)).result;
      } catch (error) {
        if (!(error instanceof OpenedElsewhere)) throw error;
      }
    }
  }

  private async attempt<T>(run: string, change: ChangeRun<T>): Promise<Written<T>> {
    const statements = await this.parts.statements();
    let isCommitting = false;
    const steps = notingEnd(this.write(run, change, statements), () => (isCommitting = true));
    // After a failed commit the change may still be written.
    const written = await orUnavailable(this.transact(steps), () => isCommitting);
    this.savedSchemas.add(written.schemas);
    return written;
  }

  private transact<T>(steps: Steps<T>): Promise<T> {
    const { database } = this.parts;
    const direct = directSqlite(database);
    if (direct) return direct.transact((execute) => runStepsNow(steps, execute));
    // Each statement sees what others have committed before it, whatever the default of the database is.
    const transaction = database.transaction().setIsolationLevel('read committed');
    return transaction.execute((opened) => runSteps(steps, (query) => opened.executeQuery(query)));
  }

  private *write<T>(run: string, change: ChangeRun<T>, statements: ApprovalStatements): Steps<Written<T>> {
    const { state, clock } = yield* this.lock(run, statements);
    const written = changeAt(clock, state, change);
    const { savedSchemas } = this;
    const { isPostgres } = this.parts;
    yield* writeChange({ run, state, statements, isPostgres, savedSchemas }, written);
    const { schemas } = written;
    if (!('resultOf' in written)) return { result: written.result, schemas };
    // No other process can write the run, because every change of it waits for its lock.
    const { rows } = yield* ask(statements.checkpoint(storableId(run)));
    return { result: written.resultOf(checkpointIn(run, rows)), schemas };
  }

  /** Locks the run, then reads it and the clock, so that the time is never before the lock. */
  private *lock(
    run: string,
    { state, lockedState, stateAndClock }: ApprovalStatements,
  ): Steps<{ state: RunState | undefined; clock: number }> {
    const { isPostgres, now } = this.parts;
    const id = storableId(run);
    // On SQLite the transaction locks the whole database.
    if (!isPostgres) return { state: stateIn(run, (yield* ask(state(id))).rows), clock: now!() };
    const { rows } = yield* ask(lockedState(id));
    const [first] = rows;
    // Absent if there is no such run. Approvals without a run are those of a run that was deleted in the meantime.
    if (first?.kind !== 0) return { state: undefined, clock: now?.() ?? Number(rows.at(-1)!.now) };
    const current = first.current ? rows.slice(0, -1) : (yield* ask(stateAndClock(id))).rows;
    return { state: stateIn(run, current), clock: now?.() ?? Number(current[0]!.now) };
  }
}

function* notingEnd<T>(steps: Steps<T>, note: () => void): Steps<T> {
  const result = yield* steps;
  note();
  return result;
}

/** Writes a change. Throws `OpenedElsewhere` if another process has opened the same run in the meantime. */
function* writeChange(target: WriteTarget, change: StoreChange<unknown>): Steps<void> {
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
function* assertAlone({ statements, isPostgres }: WriteTarget, run: StoredRun): Steps<void> {
  if (run.conversation === undefined) return;
  const row = runRow(run);
  // On SQLite the transaction locks the whole database.
  if (isPostgres) yield statements.lockConversation(row);
  const { rows } = yield* ask(statements.others(row));
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => idOf(shownText(id)));
  throw new ApprovalConflictException(run.conversation, ids, []);
}
