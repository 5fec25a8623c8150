import { isDeepStrictEqual } from 'node:util';
import type { CompiledQuery, QueryResult } from 'kysely';
import type {
  CheckpointChange,
  StoredApproval,
  StoredEvent,
  StoredRun,
  StoredToolSchema,
  RunState,
  StoreChange,
} from 'toolgate/approval';
import { storableId } from '../dialect/storable-id.js';
import { SqlException } from '../errors/sql.errors.js';
import { approvalRow, columnsOfRun, deciderRows, eventRow, runRow, schemaRow } from './approval-rows.js';
import { assertAlone } from './assert-alone.js';
import type { ApprovalStatements } from './approval-statements.js';
import type { SavedHashes } from './saved-hashes.js';

/** Runs a statement in a transaction. */
export type Execute = <Row>(query: CompiledQuery<Row>) => Promise<QueryResult<Row>>;

/** The target of a change, and the records before it. */
export interface ChangeTarget {
  readonly run: string;
  readonly state: RunState | undefined;
  readonly statements: ApprovalStatements;
  readonly execute: Execute;
  readonly isPostgres: boolean;
  /** The hashes of schemas that are known to be stored. */
  readonly savedSchemas: Pick<SavedHashes, 'has'>;
}

/** Fewer rows than PostgreSQL and SQLite accept in one statement. */
const ROWS = 100;

/**
 * Writes a change. Returns false, without writing anything, if another process has opened the same run in the meantime.
 */
export const writeChange = async (target: ChangeTarget, change: StoreChange<unknown>): Promise<boolean> => {
  const { run, checkpoint, approvals = [], events = [], schemas = [] } = change;
  if (!target.state && !run && (checkpoint || approvals.length > 0 || events.length > 0)) {
    throw new SqlException(
      `The run ${target.run} is not there, and the change does not contain it. Add the run to the change.`,
    );
  }
  if (run && change.alone) await assertAlone(target, run);
  if (!(await writeRun(target, change))) return false;
  if (checkpoint !== undefined) await writeCheckpoint(target, checkpoint);
  await writeApprovals(target, approvals);
  await writeEvents(target, events);
  // Last, because other transactions that request the same tool wait for these rows.
  await writeSchemas(target, schemas);
  return true;
};

const writeRun = async (target: ChangeTarget, { run }: StoreChange<unknown>) => {
  if (!run) return true;
  const { state, statements, execute } = target;
  if (!state) return isWritten(await execute(statements.insertRun(runRow(run))));
  await updateRun(target, state.run, run);
  return true;
};

const updateRun = async ({ statements, execute }: ChangeTarget, kept: StoredRun, run: StoredRun): Promise<void> => {
  const before = columnsOfRun(kept);
  const row = runRow(run);
  const next = { row, version: before.version };
  const isSameStatus = row.status === before.status;
  const { due, turn, parked } = before;
  const isDueAsBefore = isSameStatus && row.due === due && row.turn === turn && row.parked === parked && !row.ended;
  if (isDueAsBefore && isWritten(await execute(statements.updateBodyOfRun(next)))) return;
  const update = isSameStatus ? statements.updateDueRun : statements.updateRun;
  assertWritten(await execute(update(next)), run.id);
};

const writeCheckpoint = async (target: ChangeTarget, checkpoint: CheckpointChange | null): Promise<void> => {
  const { state, statements, execute } = target;
  if (checkpoint === null) {
    await execute(statements.deleteCheckpoint(storableId(target.run)));
    await execute(statements.deleteSteps(storableId(target.run)));
    return;
  }
  const row = { run: storableId(target.run), body: JSON.stringify(checkpoint) };
  if (!('step' in checkpoint)) {
    await execute(statements.putCheckpoint(row));
    if (state) await execute(statements.deleteSteps(row.run));
    return;
  }
  const { step } = checkpoint;
  if (isWritten(await execute(statements.putStep({ ...row, step })))) return;
  throw new SqlException(
    `Step ${step} of the checkpoint of the run ${target.run} has no step or checkpoint before it. Write the whole checkpoint first.`,
  );
};

const writeApprovals = async (target: ChangeTarget, approvals: readonly StoredApproval[]): Promise<void> => {
  if (approvals.length === 0) return;
  const { state, statements, execute } = target;
  const before = new Map(state?.approvals.map((approval) => [approval.id, approval]));
  const deciders: DeciderRow[] = [];
  for (const approval of approvals) {
    const saved = before.get(approval.id);
    if (!saved) continue;
    const { version } = saved;
    assertWritten(await execute(statements.updateApproval({ row: approvalRow(approval), version })), approval.id);
    deciders.push(...(await changedDeciders(target, saved, approval)));
  }
  const added = approvals.filter(({ id }) => !before.has(id));
  for (const rows of chunks(added.map(approvalRow))) await execute(statements.insertApprovals(rows.length)(rows));
  deciders.push(...added.flatMap(deciderRows));
  for (const rows of chunks(deciders)) await execute(statements.insertDeciders(rows.length)(rows));
};

type DeciderRow = ReturnType<typeof deciderRows>[number];

/** Deletes the people who might decide an approval if they changed, and returns those who may decide it now. */
const changedDeciders = async (
  { statements, execute }: ChangeTarget,
  before: StoredApproval,
  approval: StoredApproval,
): Promise<readonly DeciderRow[]> => {
  if (before.status !== 'PENDING') return [];
  const now = deciderRows(approval);
  if (isDeepStrictEqual(deciderRows(before), now)) return [];
  await execute(statements.deleteDeciders(storableId(approval.id)));
  return now;
};

const writeEvents = async ({ statements, execute }: ChangeTarget, events: readonly StoredEvent[]): Promise<void> => {
  for (const rows of chunks(events.map(eventRow))) await execute(statements.insertEvents(rows.length)(rows));
};

const writeSchemas = async (
  { statements, execute, savedSchemas }: ChangeTarget,
  schemas: readonly StoredToolSchema[],
): Promise<void> => {
  const added = schemas.filter(({ hash }) => !savedSchemas.has(hash)).map(schemaRow);
  // In one order, so that two transactions never wait for each other.
  const sorted = added.sort((a, b) => (a.hash < b.hash ? -1 : 1));
  for (const rows of chunks(sorted)) await execute(statements.insertSchemas(rows.length)(rows));
};

const chunks = <T>(rows: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, index) => rows.slice(index * ROWS, (index + 1) * ROWS));

const isWritten = ({ numAffectedRows }: QueryResult<unknown>): boolean => numAffectedRows !== 0n;

// The run is locked, so only a writer other than this store can have changed it.
const assertWritten = (result: QueryResult<unknown>, id: string): void => {
  if (isWritten(result)) return;
  throw new SqlException(
    `The record ${id} was changed while its run was locked. Nothing was written. Write to these tables only through the store.`,
  );
};
