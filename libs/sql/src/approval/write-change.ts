import type { CompiledQuery, QueryResult } from 'kysely';
import type {
  CheckpointChange,
  StoredApproval,
  StoredEvent,
  StoredRun,
  RunState,
  StoreChange,
} from 'toolgate/approval';
import { storableId } from '../storable-id.js';
import { SqlException } from '../sql.errors.js';
import { approvalRow, columnsOfRun, eventRow, runRow } from './approval-rows.js';
import { assertAlone } from './assert-alone.js';
import type { ApprovalStatements } from './approval-statements.js';

/** Runs a statement within a transaction. */
export type Execute = <Row>(query: CompiledQuery<Row>) => Promise<QueryResult<Row>>;

/** Where a change is written to, and what stood there when it began. */
export interface ChangeTarget {
  readonly run: string;
  readonly state: RunState | undefined;
  readonly statements: ApprovalStatements;
  readonly execute: Execute;
  readonly isPostgres: boolean;
}

/** What PostgreSQL and SQLite take in one statement, with room to spare. */
const ROWS = 100;

/** Writes a change; gives false, and has written nothing, where somebody else has opened the same run meanwhile. */
export const writeChange = async (target: ChangeTarget, change: StoreChange<unknown>): Promise<boolean> => {
  const { run, checkpoint, approvals = [], events = [] } = change;
  if (!target.state && !run && (checkpoint || approvals.length > 0 || events.length > 0)) {
    throw new SqlException(`The run ${target.run} is not there, and the change that was to be written brings none.`);
  }
  if (run && change.alone) await assertAlone(target, run);
  if (!(await writeRun(target, change))) return false;
  if (checkpoint) await writeCheckpoint(target, checkpoint);
  await writeApprovals(target, approvals);
  await writeEvents(target, events);
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
  const isDueAsBefore = isSameStatus && row.due === before.due && row.turn === before.turn;
  if (isDueAsBefore && isWritten(await execute(statements.updateBodyOfRun(next)))) return;
  const update = isSameStatus ? statements.updateDueRun : statements.updateRun;
  assertWritten(await execute(update(next)), run.id);
};

const writeCheckpoint = async (target: ChangeTarget, checkpoint: CheckpointChange): Promise<void> => {
  const { state, statements, execute } = target;
  const row = { run: storableId(target.run), body: JSON.stringify(checkpoint) };
  if (!('step' in checkpoint)) {
    await execute(statements.putCheckpoint(row));
    if (state) await execute(statements.deleteSteps(row.run));
    return;
  }
  const { step } = checkpoint;
  if (isWritten(await execute(statements.putStep({ ...row, step })))) return;
  throw new SqlException(`Step ${step} of the checkpoint of the run ${target.run} has nothing to be added to.`);
};

const writeApprovals = async (target: ChangeTarget, approvals: readonly StoredApproval[]): Promise<void> => {
  if (approvals.length === 0) return;
  const { state, statements, execute } = target;
  const versions = new Map(state?.approvals.map(({ id, version }) => [id, version]));
  for (const approval of approvals) {
    const version = versions.get(approval.id);
    if (version === undefined) continue;
    assertWritten(await execute(statements.updateApproval({ row: approvalRow(approval), version })), approval.id);
  }
  const added = approvals.filter(({ id }) => !versions.has(id)).map(approvalRow);
  for (let index = 0; index < added.length; index += ROWS) {
    const rows = added.slice(index, index + ROWS);
    await execute(statements.insertApprovals(rows.length)(rows));
  }
};

const writeEvents = async ({ statements, execute }: ChangeTarget, events: readonly StoredEvent[]): Promise<void> => {
  for (let index = 0; index < events.length; index += ROWS) {
    const rows = events.slice(index, index + ROWS).map(eventRow);
    await execute(statements.insertEvents(rows.length)(rows));
  }
};

const isWritten = ({ numAffectedRows }: QueryResult<unknown>): boolean => numAffectedRows !== 0n;

// It cannot be, for the run is locked; so something other than this store has written.
const assertWritten = (result: QueryResult<unknown>, id: string): void => {
  if (isWritten(result)) return;
  throw new SqlException(`The record ${id} was changed while its run was locked; nothing was written.`);
};
