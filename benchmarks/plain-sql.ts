import { randomUUID } from 'node:crypto';
import Database from 'libsql';
import { migrateToLatest, openSqlDatabase } from 'toolgate/sql';
import {
  assertOne,
  CALL_CHANGES,
  CHANGES,
  type PlainChange,
  plainEvents,
  type RunBodies,
  SUSPENDED,
  TIMES,
} from './plain-changes.js';

/** The statements of a run by hand, prepared. */
const statementsOf = (database: Database.Database) => ({
  insertRun: database.prepare(
    `insert into toolgate_approval_runs (id, tenant, status, version, due, client, body)
     values (?, 'default', 'suspended', 1, ?, 'default', ?)`,
  ),
  insertCheckpoint: database.prepare('insert into toolgate_approval_checkpoints (run, body) values (?, ?)'),
  insertApproval: database.prepare(
    `insert into toolgate_approvals (id, run, tenant, status, version, created, expires, tool, requester, body)
     values (?, ?, 'default', 'PENDING', 1, ?, ?, 'findOrder0', 'ada', ?)`,
  ),
  insertDecider: database.prepare(
    `insert into toolgate_approval_deciders (place, decider, tenant, created, expires) values (?, '*', 'default', ?, ?)`,
  ),
  deleteDecider: database.prepare(
    'delete from toolgate_approval_deciders where place = (select place from toolgate_approvals where id = ?)',
  ),
  insertEvent: database.prepare(
    `insert into toolgate_approval_events (run, approval, tenant, type, at, body) values (?, ?, 'default', ?, ?, ?)`,
  ),
  readRun: database.prepare('select body from toolgate_approval_runs where id = ?'),
  readApprovals: database.prepare('select body from toolgate_approvals where run = ? order by place'),
  readApproval: database.prepare('select run, body from toolgate_approvals where id = ?'),
  readCheckpoint: database.prepare('select body from toolgate_approval_checkpoints where run = ?'),
  updateRun: database.prepare(
    'update toolgate_approval_runs set status = ?, due = ?, turn = ?, version = ?, body = ? where id = ? and version = ?',
  ),
  updateBody: database.prepare('update toolgate_approval_runs set version = ?, body = ? where id = ? and version = ?'),
  updateApproval: database.prepare(
    'update toolgate_approvals set status = ?, decider = ?, version = ?, body = ? where id = ? and version = ?',
  ),
  insertStep: database.prepare('insert into toolgate_approval_steps (run, step, body) values (?, 1, ?)'),
});

/** A SQLite file with the tables of the store, and the writes of a run by hand: prepared statements, no objects. */
export const plainSql = async (file: string, { run, checkpoint, step, approval, events }: RunBodies) => {
  const opened = await openSqlDatabase({ sqlite: { file } });
  await migrateToLatest(opened);
  await opened.destroy();
  const database = new Database(file);
  database.exec('pragma locking_mode = exclusive');
  database.exec('pragma journal_mode = wal');
  const statements = statementsOf(database);
  const typed = plainEvents(events);
  const within = (work: () => void): void => {
    database.exec('begin immediate');
    work();
    database.exec('commit');
  };
  const tell = (id: string, [from, to]: readonly [number, number]): void => {
    for (const { type, at, body } of typed.slice(from, to)) statements.insertEvent.run(id, id, type, at, body);
  };
  const decide = (id: string, { status, version }: NonNullable<PlainChange['approval']>): void => {
    assertOne(statements.updateApproval.run(status, 'grace', version + 1, approval, id, version).changes);
    if (status === 'APPROVED') statements.deleteDecider.run(id);
  };
  const change = (id: string, version: number, changed: PlainChange) =>
    within(() => {
      statements.readRun.all(id);
      statements.readApprovals.all(id);
      const next = [version + 1, run, id, version];
      const { run: due } = changed;
      const updated = due
        ? statements.updateRun.run(due.status, due.due, due.turn, ...next)
        : statements.updateBody.run(...next);
      assertOne(updated.changes);
      if (changed.approval) decide(id, changed.approval);
      if (changed.step) statements.insertStep.run(id, step);
      tell(id, changed.events);
    });
  const changeEach = (id: string, changes: readonly PlainChange[]): void => {
    statements.readApproval.all(id);
    for (const [index, one] of changes.entries()) {
      change(id, index + 1, one);
      if (one.run?.status === 'resuming') statements.readCheckpoint.all(id);
    }
  };
  return {
    suspend: (): string => {
      const id = randomUUID();
      within(() => {
        statements.insertRun.run(id, TIMES[1], run);
        statements.insertCheckpoint.run(id, checkpoint);
        const { lastInsertRowid } = statements.insertApproval.run(id, id, ...TIMES, approval);
        statements.insertDecider.run(lastInsertRowid, ...TIMES);
        tell(id, SUSPENDED);
      });
      return id;
    },
    resume: (id: string): void => changeEach(id, CHANGES),
    finishCall: (id: string): void => changeEach(id, CALL_CHANGES),
    close: (): void => void database.close(),
  };
};
