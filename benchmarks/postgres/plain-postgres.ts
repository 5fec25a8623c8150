import { randomUUID } from 'node:crypto';
import { Pool, type PoolClient } from 'pg';
import { migrateToLatest, openSqlDatabase } from 'toolgate/sql';
import {
  assertOne,
  CHANGES,
  type PlainChange,
  plainEvents,
  type RunBodies,
  SUSPENDED,
  TIMES,
} from '../plain-changes.js';

const INSERT_RUN = `insert into toolgate_approval_runs (id, tenant, status, version, due, client, body)
  values ($1, 'default', 'suspended', 1, $2, 'default', $3)`;
const INSERT_APPROVAL = `insert into toolgate_approvals
  (id, run, tenant, status, version, created, expires, tool, requester, body)
  values ($1, $1, 'default', 'PENDING', 1, $2, $3, 'findOrder0', 'ada', $4) returning place`;
const INSERT_DECIDER = `insert into toolgate_approval_deciders (place, decider, tenant, created, expires)
  values ($1, '*', 'default', $2, $3)`;
const DELETE_DECIDER =
  'delete from toolgate_approval_deciders where place = (select place from toolgate_approvals where id = $1)';
const INSERT_EVENT = `insert into toolgate_approval_events (run, approval, tenant, type, at, body)
  values ($1, $1, 'default', $2, $3, $4)`;
const UPDATE_RUN = `update toolgate_approval_runs set status = $5, due = $6, turn = $7, version = $1, body = $2
  where id = $3 and version = $4`;
const UPDATE_BODY = 'update toolgate_approval_runs set version = $1, body = $2 where id = $3 and version = $4';
const UPDATE_APPROVAL = `update toolgate_approvals set status = $1, decider = 'grace', version = $2, body = $3
  where id = $4 and version = $5`;

/** A schema of its own with the tables of the store, and the writes of a run by hand: one statement for each row. */
export const plainPostgres = async (connectionString: string, bodies: RunBodies) => {
  const { run, checkpoint, step, approval } = bodies;
  const url = new URL(connectionString);
  url.searchParams.set('options', '-c search_path=plain');
  const pool = new Pool({ connectionString: url.href });
  await pool.query('create schema plain');
  const opened = await openSqlDatabase({ postgres: { connectionString: url.href } });
  await migrateToLatest(opened);
  await opened.destroy();
  const events = plainEvents(bodies.events);
  const within = async (work: (client: PoolClient) => Promise<void>): Promise<void> => {
    const client = await pool.connect();
    await client.query('begin');
    await work(client);
    await client.query('commit');
    client.release();
  };
  const tell = async (client: PoolClient, id: string, [from, to]: readonly [number, number]): Promise<void> => {
    for (const { type, at, body } of events.slice(from, to)) await client.query(INSERT_EVENT, [id, type, at, body]);
  };
  const decide = async (client: PoolClient, id: string, { status, version }: NonNullable<PlainChange['approval']>) => {
    const { rowCount } = await client.query(UPDATE_APPROVAL, [status, version + 1, approval, id, version]);
    assertOne(rowCount);
    if (status === 'APPROVED') await client.query(DELETE_DECIDER, [id]);
  };
  const change = (id: string, version: number, changed: PlainChange) =>
    within(async (client) => {
      await client.query('select body from toolgate_approval_runs where id = $1 for update', [id]);
      await client.query('select body from toolgate_approvals where run = $1 order by place', [id]);
      const next = [version + 1, run, id, version];
      const { run: due } = changed;
      const { rowCount } = due
        ? await client.query(UPDATE_RUN, [...next, due.status, due.due, due.turn])
        : await client.query(UPDATE_BODY, next);
      assertOne(rowCount);
      if (changed.approval) await decide(client, id, changed.approval);
      if (changed.step) {
        await client.query('insert into toolgate_approval_steps (run, step, body) values ($1, 1, $2)', [id, step]);
      }
      await tell(client, id, changed.events);
    });
  return {
    suspend: async (): Promise<string> => {
      const id = randomUUID();
      await within(async (client) => {
        await client.query(INSERT_RUN, [id, TIMES[1], run]);
        await client.query('insert into toolgate_approval_checkpoints (run, body) values ($1, $2)', [id, checkpoint]);
        const { rows } = await client.query<{ place: string }>(INSERT_APPROVAL, [id, ...TIMES, approval]);
        await client.query(INSERT_DECIDER, [rows[0]!.place, ...TIMES]);
        await tell(client, id, SUSPENDED);
      });
      return id;
    },
    resume: async (id: string): Promise<void> => {
      await pool.query('select run, body from toolgate_approvals where id = $1', [id]);
      for (const [index, one] of CHANGES.entries()) {
        await change(id, index + 1, one);
        if (one.run?.status !== 'resuming') continue;
        await pool.query('select body from toolgate_approval_checkpoints where run = $1', [id]);
      }
    },
    /** The size of all tables of the store in a schema, divided by the number of runs. */
    bytesOf: async (schema: string): Promise<number> => {
      await pool.query('vacuum');
      const { rows } = await pool.query<{ bytes: string }>(
        `select sum(pg_total_relation_size(oid)) / (select count(*) from ${schema}.toolgate_approval_runs) as bytes
         from pg_class where relkind = 'r' and relname like 'toolgate%' and relnamespace = $1::regnamespace`,
        [schema],
      );
      return Number(rows[0]!.bytes);
    },
    close: () => pool.end(),
  };
};
