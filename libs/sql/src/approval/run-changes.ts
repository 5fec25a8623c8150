import type { Kysely } from 'kysely';
import type { ChangeRun, RunState, StoredToolSchema } from 'toolgate/approval';
import { storableId } from '../dialect/storable-id.js';
import { orUnavailable } from './or-unavailable.js';
import type { ApprovalStatements } from './approval-statements.js';
import type { ApprovalTables } from './approval-tables.js';
import { SavedHashes } from './saved-hashes.js';
import { checkpointIn, stateIn } from './stored-records.js';
import { OpenedElsewhere } from './change-writes.js';
import type { Execute } from './run-writes.js';
import { writeChange } from './write-change.js';

/** The database whose runs are changed. */
export interface RunChangesParts {
  readonly database: Kysely<ApprovalTables>;
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
    let isCommitting = false;
    // Each statement sees what others have committed before it, whatever the default of the database is.
    const transaction = this.parts.database.transaction().setIsolationLevel('read committed');
    const answer = transaction.execute(async (database) => {
      const written = await this.write(run, change, (query) => database.executeQuery(query));
      isCommitting = true;
      return written;
    });
    // After a failed commit the change may still be written.
    const written = await orUnavailable(answer, () => isCommitting);
    this.savedSchemas.add(written.schemas);
    return written;
  }

  private async write<T>(run: string, change: ChangeRun<T>, execute: Execute): Promise<Written<T>> {
    const { state, clock } = await this.lock(run, execute);
    // The time of a run never decreases, even if the clock is set back.
    const written = change(state, Math.max(clock, state?.run.updatedAt ?? clock));
    const { savedSchemas } = this;
    const { isPostgres } = this.parts;
    const statements = await this.parts.statements();
    const target = { run, state, statements, execute, isPostgres, savedSchemas };
    await writeChange(target, written);
    const { schemas } = written;
    if (!('resultOf' in written)) return { result: written.result, schemas };
    // No other process can write the run, because every change of it waits for its lock.
    const { rows } = await execute(statements.checkpoint(storableId(run)));
    return { result: written.resultOf(checkpointIn(run, rows)), schemas };
  }

  /** Locks the run, then reads it and the clock, so that the time is never before the lock. */
  private async lock(run: string, execute: Execute): Promise<{ state: RunState | undefined; clock: number }> {
    const { isPostgres, now } = this.parts;
    const { state, lockedState, stateAndClock } = await this.parts.statements();
    const id = storableId(run);
    // On SQLite the transaction locks the whole database.
    if (!isPostgres) return { state: stateIn(run, (await execute(state(id))).rows), clock: now!() };
    const { rows } = await execute(lockedState(id));
    const [first] = rows;
    // Absent if there is no such run. Approvals without a run are those of a run that was deleted in the meantime.
    if (first?.kind !== 0) return { state: undefined, clock: now?.() ?? Number(rows.at(-1)!.now) };
    const current = first.isCurrent ? rows.slice(0, -1) : (await execute(stateAndClock(id))).rows;
    return { state: stateIn(run, current), clock: now?.() ?? Number(current[0]!.now) };
  }
}
