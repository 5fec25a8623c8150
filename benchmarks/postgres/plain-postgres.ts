import { randomUUID } from 'node:crypto';
import { Pool, type PoolClient } from 'pg';
import { type RunBodies, TABLES } from '../plain-sql.js';

/** The columns that SQLite fills by itself, as PostgreSQL spells them. */
const inPostgres = (tables: string): string =>
  tables.replaceAll('integer primary key autoincrement', 'bigserial primary key');

/** A schema of its own with the tables of the store, and the writes of a run by hand: one statement for each row. */
export const plainPostgres = async (connectionString: string, bodies: RunBodies) => {
  const { run, checkpoint, step, approval, events } = bodies;
  const pool = new Pool({ connectionString, options: '-c search_path=plain' });
  await pool.query('create schema plain');
  await pool.query(inPostgres(TABLES));
  const within = async (work: (client: PoolClient) => Promise<void>): Promise<void> => {
    const client = await pool.connect();
    await client.query('begin');
    await work(client);
    await client.query('commit');
    client.release();
  };
  const tell = async (client: PoolClient, id: string, [from, to]: readonly [number, number]): Promise<void> => {
    for (const body of events.slice(from, to)) {
      const sql = 'insert into events (run, approval, tenant, type, at, body) values ($1, $2, $3, $4, $5, $6)';
      await client.query(sql, [id, id, 'acme', 'EVENT', 1, body]);
    }
  };
  const change = (
    id: string,
    version: number,
    { tells, ...changes }: { approval?: boolean; step?: boolean; tells: readonly [number, number] },
  ) =>
    within(async (client) => {
      await client.query('select body from runs where id = $1 for update', [id]);
      await client.query('select body from approvals where run = $1 order by place', [id]);
      const update = 'update runs set status = $1, version = $2, due = $3, body = $4 where id = $5';
      await client.query(update, ['resuming', version, version, run, id]);
      if (changes.approval) {
        const decide = 'update approvals set status = $1, version = $2, body = $3 where id = $4';
        await client.query(decide, ['APPROVED', version, approval, id]);
      }
      if (changes.step) await client.query('insert into steps (run, step, body) values ($1, 1, $2)', [id, step]);
      await tell(client, id, tells);
    });
  return {
    suspend: async (): Promise<string> => {
      const id = randomUUID();
      await within(async (client) => {
        const insert = 'insert into runs (id, tenant, status, version, due, body) values ($1, $2, $3, $4, $5, $6)';
        await client.query(insert, [id, 'acme', 'suspended', 1, 1, run]);
        await client.query('insert into checkpoints (run, body) values ($1, $2)', [id, checkpoint]);
        const ask = 'insert into approvals (id, run, tenant, status, version, body) values ($1, $2, $3, $4, $5, $6)';
        await client.query(ask, [id, id, 'acme', 'PENDING', 1, approval]);
        await tell(client, id, [0, 2]);
      });
      return id;
    },
    /** Decided, claimed, started, finished, answered, completed. */
    resume: async (id: string): Promise<void> => {
      await change(id, 2, { approval: true, tells: [2, 5] });
      await change(id, 3, { tells: [5, 6] });
      await pool.query('select body from checkpoints where run = $1', [id]);
      await change(id, 4, { approval: true, tells: [6, 7] });
      await change(id, 5, { approval: true, tells: [7, 8] });
      await change(id, 6, { step: true, tells: [8, 9] });
      await change(id, 7, { tells: [9, 10] });
    },
    /** The size of all tables whose names begin like this, divided by the number of runs. */
    bytesOf: async (prefix: string): Promise<number> => {
      await pool.query('vacuum');
      const { rows } = await pool.query<{ bytes: string }>(
        `select sum(pg_total_relation_size(oid)) / (select count(*) from public.toolgate_approval_runs) as bytes
         from pg_class where relkind = 'r' and relname like $1`,
        [`${prefix}%`],
      );
      return Number(rows[0]!.bytes);
    },
    close: () => pool.end(),
  };
};
