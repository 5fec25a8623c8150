import { randomUUID } from 'node:crypto';
import Database from 'libsql';

/** What one run left in the tables, as JSON. */
export interface RunBodies {
  readonly run: string;
  readonly checkpoint: string;
  /** What the answer added to the checkpoint. */
  readonly step: string;
  readonly approval: string;
  readonly events: readonly string[];
}

/** The tables of the store, as SQLite creates them. */
export const TABLES = `
  create table runs (place integer primary key autoincrement, id text not null unique, tenant text not null,
    conversation text, status text not null, version integer not null, due bigint, body text not null);
  create table checkpoints (run text primary key not null, body text not null);
  create table steps (run text not null, step integer not null, body text not null, primary key (run, step));
  create table approvals (place integer primary key autoincrement, id text not null unique, run text not null,
    tenant text not null, conversation text, status text not null, version integer not null, body text not null);
  create table events (place integer primary key autoincrement, run text not null, approval text, tenant text not null,
    type text not null, at bigint not null, body text not null);
  create index runs_due on runs (due, place) where due is not null;
  create index runs_status on runs (status, place);
  create index runs_tenant on runs (tenant, place);
  create index approvals_run on approvals (run, place);
  create index approvals_status on approvals (status, place);
  create index approvals_tenant on approvals (tenant, place);
  create index events_run on events (run, place);
`;

/** A SQLite file with the tables of the store, and the writes of a run by hand: prepared statements, no objects. */
export const plainSql = (file: string, { run, checkpoint, step, approval, events }: RunBodies) => {
  const database = new Database(file);
  database.exec('pragma locking_mode = exclusive');
  database.exec('pragma journal_mode = wal');
  database.exec(TABLES);
  const insertRun = database.prepare(
    'insert into runs (id, tenant, status, version, due, body) values (?, ?, ?, ?, ?, ?)',
  );
  const insertCheckpoint = database.prepare('insert into checkpoints (run, body) values (?, ?)');
  const insertApproval = database.prepare(
    'insert into approvals (id, run, tenant, status, version, body) values (?, ?, ?, ?, ?, ?)',
  );
  const insertEvent = database.prepare(
    'insert into events (run, approval, tenant, type, at, body) values (?, ?, ?, ?, ?, ?)',
  );
  const readRun = database.prepare('select body from runs where id = ?');
  const readApprovals = database.prepare('select body from approvals where run = ? order by place');
  const readCheckpoint = database.prepare('select body from checkpoints where run = ?');
  const updateRun = database.prepare('update runs set status = ?, version = ?, due = ?, body = ? where id = ?');
  const updateApproval = database.prepare('update approvals set status = ?, version = ?, body = ? where id = ?');
  const insertStep = database.prepare('insert into steps (run, step, body) values (?, 1, ?)');
  const within = (work: () => void): void => {
    database.exec('begin immediate');
    work();
    database.exec('commit');
  };
  const tell = (id: string, from: number, to: number): void => {
    for (const body of events.slice(from, to)) insertEvent.run(id, id, 'acme', 'EVENT', 1, body);
  };
  const change = (
    id: string,
    version: number,
    changes: { approval?: boolean; step?: boolean },
    tells: [number, number],
  ) =>
    within(() => {
      readRun.all(id);
      readApprovals.all(id);
      updateRun.run('resuming', version, version, run, id);
      if (changes.approval) updateApproval.run('APPROVED', version, approval, id);
      if (changes.step) insertStep.run(id, step);
      tell(id, ...tells);
    });
  return {
    suspend: (): string => {
      const id = randomUUID();
      within(() => {
        insertRun.run(id, 'acme', 'suspended', 1, 1, run);
        insertCheckpoint.run(id, checkpoint);
        insertApproval.run(id, id, 'acme', 'PENDING', 1, approval);
        tell(id, 0, 2);
      });
      return id;
    },
    /** Decided, claimed, started, finished, answered, completed. */
    resume: (id: string): void => {
      change(id, 2, { approval: true }, [2, 5]);
      change(id, 3, {}, [5, 6]);
      readCheckpoint.all(id);
      change(id, 4, { approval: true }, [6, 7]);
      change(id, 5, { approval: true }, [7, 8]);
      change(id, 6, { step: true }, [8, 9]);
      change(id, 7, {}, [9, 10]);
    },
    /** A call outside of a turn: decided, claimed, started, and finished with its run. */
    finishCall: (id: string): void => {
      change(id, 2, { approval: true }, [2, 5]);
      change(id, 3, {}, [5, 6]);
      readCheckpoint.all(id);
      change(id, 4, { approval: true }, [6, 7]);
      change(id, 5, { approval: true }, [7, 9]);
    },
    close: (): void => void database.close(),
  };
};
