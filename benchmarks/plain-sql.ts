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
    `insert into toolgate_approval_runs (id, tenant, status, version, due, kind, schema, client, body)
     values (?, 'default', 'suspended', 1, ?, ?, 1, 'default', ?)`,
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
    'update toolgate_approval_runs set status = ?, due = ?, turn = ?, ended = ?, version = ?, body = ? where id = ? and version = ?',
  ),
  updateBody: database.prepare('update toolgate_approval_runs set version = ?, body = ? where id = ? and version = ?'),
  updateApproval: database.prepare(
    'update toolgate_approvals set status = ?, decider = ?, version = ?, body = ? where id = ? and version = ?',
  ),
  insertStep: database.prepare('insert into toolgate_approval_steps (run, step, body) values (?, 1, ?)'),
});

interface Row {
  readonly body: string;
}

/** Parses the records of one run, and returns functions that write them as JSON with the id of another run. */
const recordsOf = ({ run, checkpoint, step, approval, events }: RunBodies) => {
  const [own, asked] = [JSON.parse(run) as { readonly kind?: string }, JSON.parse(approval) as object];
  const [whole, added] = [JSON.parse(checkpoint) as object, step === '' ? {} : (JSON.parse(step) as object)];
  return {
    kind: own.kind ?? 'turn',
    run: (id: string, version: number, status: string) => JSON.stringify({ ...own, id, version, status }),
    approval: (id: string, version: number, status: string) =>
      JSON.stringify({ ...asked, id, run: id, version, status }),
    checkpoint: () => JSON.stringify(whole),
    step: () => JSON.stringify(added),
    events: plainEvents(events).map(({ body, ...event }) => {
      const record = JSON.parse(body) as object;
      return { ...event, body: (id: string) => JSON.stringify({ ...record, run: id, approval: id }) };
    }),
  };
};

/** A SQLite file with the tables of the store, and the writes of a run by hand, with prepared statements. */
export const plainSql = async (file: string, bodies: RunBodies) => {
  const opened = await openSqlDatabase({ sqlite: { file } });
  await migrateToLatest(opened);
  await opened.destroy();
  const database = new Database(file);
  database.exec('pragma locking_mode = exclusive');
  database.exec('pragma journal_mode = wal');
  const statements = statementsOf(database);
  const records = recordsOf(bodies);
  const read = (statement: Database.Statement, id: string) =>
    (statement.all(id) as readonly Row[]).map(({ body }) => JSON.parse(body) as unknown);
  const within = (work: () => void): void => {
    database.exec('begin immediate');
    work();
    database.exec('commit');
  };
  const tell = (id: string, [from, to]: readonly [number, number]): void => {
    for (const { type, at, body } of records.events.slice(from, to))
      statements.insertEvent.run(id, id, type, at, body(id));
  };
  const decide = (id: string, { status, version }: NonNullable<PlainChange['approval']>): void => {
    assertOne(
      statements.updateApproval.run(
        status,
        'grace',
        version + 1,
        records.approval(id, version + 1, status),
        id,
        version,
      ).changes,
    );
    if (status === 'APPROVED') statements.deleteDecider.run(id);
  };
  const change = (id: string, version: number, changed: PlainChange) =>
    within(() => {
      const [before] = read(statements.readRun, id) as readonly { readonly status: string }[];
      read(statements.readApprovals, id);
      const { run: due } = changed;
      const body = records.run(id, version + 1, due?.status ?? before!.status);
      const next = [version + 1, body, id, version];
      const updated = due
        ? statements.updateRun.run(due.status, due.due, due.turn, due.ended ?? null, ...next)
        : statements.updateBody.run(...next);
      assertOne(updated.changes);
      if (changed.approval) decide(id, changed.approval);
      if (changed.step) statements.insertStep.run(id, records.step());
      tell(id, changed.events);
    });
  const changeEach = (id: string, changes: readonly PlainChange[]): void => {
    read(statements.readApproval, id);
    for (const [index, one] of changes.entries()) {
      change(id, index + 1, one);
      if (one.run?.status === 'resuming') read(statements.readCheckpoint, id);
    }
  };
  return {
    suspend: (): string => {
      const id = randomUUID();
      within(() => {
        statements.insertRun.run(id, TIMES[1], records.kind, records.run(id, 1, 'suspended'));
        statements.insertCheckpoint.run(id, records.checkpoint());
        const asked = records.approval(id, 1, 'PENDING');
        const { lastInsertRowid } = statements.insertApproval.run(id, id, ...TIMES, asked);
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
