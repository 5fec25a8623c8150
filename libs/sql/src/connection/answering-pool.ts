import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { within } from '#core';
import { NoAnswerException } from '../errors/sql.errors.js';

/** The methods of `pg` beyond the types of Kysely: a connection can be closed instead of returning to its pool. */
interface Client {
  query(...args: readonly unknown[]): Promise<never>;
  release(isBroken?: boolean): void;
}

/**
 * A pool whose connections never wait for a server that is gone or frozen. A statement without an answer in time fails,
 * and its connection is closed. A rollback on a broken connection succeeds, because closing it rolls back. So the
 * caller receives the original error. After a statement that sets `statement_timeout`, this pool has no time limit for
 * the connection.
 */
export const answeringPool = (
  pool: { connect(): Promise<unknown>; end(): Promise<void> },
  answerMs: number | undefined,
): PostgresPool => ({
  connect: async () => answering((await pool.connect()) as Client, answerMs),
  end: () => pool.end(),
});

const NOTHING = { command: 'ROLLBACK', rowCount: 0, rows: [] };

const answering = (client: Client, answerMs: number | undefined): PostgresPoolClient => {
  let isBroken = false;
  let limitMs = answerMs;
  const query = async (sql: string, parameters: readonly unknown[]): Promise<never> => {
    if (isBroken) throw new NoAnswerException(answerMs);
    const answered = client.query(sql, parameters);
    if (sql.includes('statement_timeout')) limitMs = undefined;
    const isInTime = await inTime(answered, limitMs);
    if (isInTime) return answered;
    isBroken = true;
    throw new NoAnswerException(answerMs);
  };
  const rollback = async (): Promise<unknown> => {
    try {
      return await query('rollback', []);
    } catch {
      isBroken = true;
      return NOTHING;
    }
  };
  return {
    query: ((sql: string, parameters: readonly unknown[]) =>
      sql === 'rollback' ? rollback() : query(sql, parameters)) as PostgresPoolClient['query'],
    release: () => client.release(isBroken),
  };
};

/** Whether a promise settles in time; a later outcome is ignored. */
const inTime = (answered: Promise<unknown>, answerMs = Infinity): Promise<boolean> => {
  const settled = answered.then(
    () => true,
    () => true,
  );
  return within(settled, answerMs, () => false);
};
