import { isDeepStrictEqual } from 'node:util';
import type {
  CheckpointChange,
  OpenedRun,
  RunState,
  StoreChange,
  StoredApproval,
  StoredEvent,
  StoredNotice,
  StoredRun,
  StoredToolSchema,
} from 'toolgate/approval';
import { storableId } from '../dialect/storable-id.js';
import { SqlException } from '../errors/sql.errors.js';
import { approvalRow, columnsOfRun, deciderRows, eventRow, noticeRow, runRow, schemaRow } from './approval-rows.js';
import type { ApprovalStatements } from './approval-statements.js';
import type { Write } from './run-writes.js';
import type { SavedHashes } from './saved-hashes.js';

/** The target of a change, and the records before it. */
export interface WriteTarget {
  readonly run: string;
  readonly state: RunState | undefined;
  readonly statements: ApprovalStatements;
  readonly isPostgres: boolean;
  /** The hashes of schemas that are known to be stored. */
  readonly savedSchemas: Pick<SavedHashes, 'has'>;
}

/** Another process has opened the run since it was read. Nothing was written. */
export class OpenedElsewhere extends Error {}

/** Fewer rows than PostgreSQL and SQLite accept in one statement. */
const ROWS = 100;

/** Returns what to write for a change, in order. */
export const changeWrites = (target: WriteTarget, change: StoreChange<unknown>): readonly Write[] => {
  const { run, checkpoint, approvals = [], events = [], notices = [], schemas = [], opens = [] } = change;
  return [
    ...(run ? [runWrite(target, run)] : []),
    ...(checkpoint === undefined ? [] : checkpointWrites(target, checkpoint)),
    ...approvalWrites(target, approvals),
    ...eventWrites(target, events),
    ...noticeWrites(target, notices),
    ...opens.flatMap((opened) => openedWrites(target, opened)),
    // Last, because other transactions that request the same tool wait for these rows.
    ...schemaWrites(target, [...schemas, ...opens.flatMap((opened) => opened.schemas ?? [])]),
  ];
};

const openedWrites = (
  { statements, isPostgres, savedSchemas }: WriteTarget,
  { run, checkpoint, approvals = [], events = [] }: OpenedRun,
): readonly Write[] => {
  const target = { run: run.id, state: undefined, statements, isPostgres, savedSchemas };
  const ifNone = () => new SqlException(`The run ${run.id} exists already. Open each run once.`);
  const [first, ...others] = [
    { query: statements.insertRun(runRow(run)), ifNone },
    ...checkpointWrites(target, checkpoint),
    ...approvalWrites(target, approvals),
    ...eventWrites(target, events),
  ];
  // In another statement, because the one before may also have a part named `added`.
  return [{ ...first, isLater: true }, ...others];
};

const runWrite = ({ state, statements }: WriteTarget, run: StoredRun): Write => {
  const row = runRow(run);
  if (!state) return { query: statements.insertRun(row), ifNone: () => new OpenedElsewhere() };
  const before = columnsOfRun(state.run);
  const next = { row, version: before.version };
  const { due, turn, parked } = before;
  const isSameStatus = row.status === before.status;
  const update = isSameStatus ? statements.updateDueRun : statements.updateRun;
  const whole: Write = { query: update(next), ifNone: () => changedOutside(run.id) };
  const isDueAsBefore = isSameStatus && row.due === due && row.turn === turn && row.parked === parked && !row.ended;
  // It writes nothing if the run was set aside.
  return isDueAsBefore ? { query: statements.updateBodyOfRun(next), ifNone: whole } : whole;
};

const checkpointWrites = (
  { run, state, statements }: WriteTarget,
  checkpoint: CheckpointChange | null,
): readonly Write[] => {
  const id = storableId(run);
  const deleteSteps = { query: statements.deleteSteps(id) };
  if (checkpoint === null) return [{ query: statements.deleteCheckpoint(id) }, deleteSteps];
  const row = { run: id, body: JSON.stringify(checkpoint) };
  if (!('step' in checkpoint)) return [{ query: statements.putCheckpoint(row) }, ...(state ? [deleteSteps] : [])];
  const { step } = checkpoint;
  const ifNone = () =>
    new SqlException(
      `Step ${step} of the checkpoint of the run ${run} has no step or checkpoint before it. Write the whole checkpoint first.`,
    );
  return [{ query: statements.putStep({ ...row, step }), ifNone }];
};

const approvalWrites = (target: WriteTarget, approvals: readonly StoredApproval[]): readonly Write[] => {
  const before = new Map(target.state?.approvals.map((approval) => [approval.id, approval]));
  return [
    ...newApprovals(
      target,
      approvals.filter(({ id }) => !before.has(id)),
    ),
    ...approvals.flatMap((approval) => {
      const saved = before.get(approval.id);
      return saved ? changedApproval(target, saved, approval) : [];
    }),
  ];
};

const newApprovals = ({ statements, isPostgres }: WriteTarget, approvals: readonly StoredApproval[]) => {
  const chunked = chunks(approvals.map(approvalRow));
  const deciders = chunks(approvals.flatMap(deciderRows));
  // Deciders that are added in the same statement as their approvals read the places of these approvals from the part
  // `added`.
  const isOne = isPostgres && chunked.length === 1;
  const named = isOne ? { name: 'added', returns: 'id, place' } : {};
  const insertDeciders = isOne ? statements.insertDecidersOfAdded : statements.insertDeciders;
  return [
    ...chunked.map((rows): Write => ({ query: statements.insertApprovals(rows.length)(rows), ...named })),
    ...deciders.map((rows): Write => ({ query: insertDeciders(rows.length)(rows), isLater: !isOne })),
  ];
};

const changedApproval = (
  { statements }: WriteTarget,
  saved: StoredApproval,
  approval: StoredApproval,
): readonly Write[] => {
  const update: Write = {
    query: statements.updateApproval({ row: approvalRow(approval), version: saved.version }),
    ifNone: () => changedOutside(approval.id),
  };
  const before = deciderRows(saved);
  const now = deciderRows(approval);
  if (isDeepStrictEqual(before, now)) return [update];
  const added = chunks(now).map((rows): Write => ({
    query: statements.insertDeciders(rows.length)(rows),
    // Some of the added rows may have the keys of deleted ones.
    isLater: true,
  }));
  const removed = before.length > 0 ? [{ query: statements.deleteDeciders(storableId(approval.id)) }] : [];
  return [update, ...removed, ...added];
};

const eventWrites = ({ statements }: WriteTarget, events: readonly StoredEvent[]): readonly Write[] =>
  chunks(events.map(eventRow)).map((rows) => ({ query: statements.insertEvents(rows.length)(rows) }));

const noticeWrites = ({ statements }: WriteTarget, notices: readonly StoredNotice[]): readonly Write[] =>
  chunks(notices.map(noticeRow)).map((rows) => ({ query: statements.insertNotices(rows.length)(rows) }));

const schemaWrites = (
  { statements, savedSchemas }: WriteTarget,
  schemas: readonly StoredToolSchema[],
): readonly Write[] => {
  const added = schemas.filter(({ hash }) => !savedSchemas.has(hash)).map(schemaRow);
  // In one order, so that two transactions never wait for each other.
  const sorted = added.sort((a, b) => (a.hash < b.hash ? -1 : 1));
  return chunks(sorted).map((rows) => ({ query: statements.insertSchemas(rows.length)(rows) }));
};

const chunks = <T>(rows: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, index) => rows.slice(index * ROWS, (index + 1) * ROWS));

// The run is locked, so only a writer other than this store can have changed it.
const changedOutside = (id: string): SqlException =>
  new SqlException(
    `The record ${id} was changed while its run was locked. Nothing was written. Write to these tables only through the store.`,
  );
