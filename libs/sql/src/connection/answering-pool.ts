import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { recordOf, within } from '#core';
import { NoAnswerException, UnknownStatementException } from '../errors/sql.errors.js';
import { StatementNames } from './statement-names.js';

/** The methods of `pg` beyond the types of Kysely: a connection can be closed instead of returning to its pool. */
interface Client {
  query(query: string | Query): Promise<never>;
  release(isBroken?: boolean): void;
}

interface Query {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly name?: string;
}

/** How the connections of a pool run statements. */
interface Answering {
  /** How long a statement may take, in milliseconds; undefined for no limit. */
  readonly answerMs: number | undefined;
  /** Whether each connection prepares the statements that repeat. */
  readonly prepareStatements: boolean;
}

/**
 * A pool whose connections never wait for a server that is gone or frozen. A statement without an answer in time fails,
 * and its connection is closed. A rollback on a broken connection succeeds, because closing it rolls back. So the
 * caller receives the original error. After a statement that sets `statement_timeout`, this pool has no time limit for
 * the connection. A connection to a read-only server is closed after the failed write, because a failover may have
 * moved the address to another server.
 */
export const answeringPool = (
  pool: { connect(): Promise<unknown>; end(): Promise<void> },
  { answerMs, prepareStatements }: Answering,
): PostgresPool => {
  const names = prepareStatements ? new StatementNames() : undefined;
  return {
    connect: async () => answering((await pool.connect()) as Client, answerMs, names),
    end: () => pool.end(),
  };
};

const NOTHING = { command: 'ROLLBACK', rowCount: 0, rows: [] };

const answering = (client: Client, answerMs: number | undefined, names?: StatementNames): PostgresPoolClient => {
  /** Why the connection is closed. */
  let broken: unknown;
  let latest: unknown;
  let isReadOnly = false;
  let limitMs = answerMs;
  const failed = (error: unknown): never => {
    const { code } = recordOf(error);
    latest = error;
    isReadOnly ||= code === READ_ONLY;
    throw OF_POOLERS.includes(code) ? new UnknownStatementException(error) : error;
  };
  const query = async (sql: string, parameters: readonly unknown[]): Promise<never> => {
    if (broken !== undefined) throw broken;
    const answered = client.query(queryOf(sql, parameters, names)).catch(failed);
    if (sql.includes('statement_timeout')) limitMs = undefined;
    const isInTime = await inTime(answered, limitMs);
    if (isInTime) return answered;
    throw (broken = new NoAnswerException(answerMs));
  };
  const rollback = async (): Promise<unknown> => {
    // A statement after the rollback states why the connection was lost, which its own error would hide.
    const reason = latest;
    try {
      return await query('rollback', []);
    } catch (error) {
      broken ??= reason ?? error;
      return NOTHING;
    }
  };
  return {
    query: ((sql: string, parameters: readonly unknown[]) =>
      sql === 'rollback' ? rollback() : query(sql, parameters)) as PostgresPoolClient['query'],
    release: () => client.release(broken !== undefined || isReadOnly),
  };
};

// Without parameters, a statement is sent as a plain text, which needs only one message.
const queryOf = (text: string, values: readonly unknown[], names?: StatementNames): string | Query =>
  values.length === 0 ? text : { text, values, name: names?.nameOf(text) };

/**
 * SQLSTATE codes for a prepared statement that is missing, or exists already, because a pooler changed the server of
 * the connection.
 */
const OF_POOLERS: readonly unknown[] = ['26000', '42P05'];

/** SQLSTATE code for a write on a server that accepts none, such as a standby. */
const READ_ONLY = '25006';

/** Whether a promise settles in time; a later outcome is ignored. */
const inTime = (answered: Promise<unknown>, answerMs = Infinity): Promise<boolean> => {
  const settled = answered.then(
    () => true,
    () => true,
  );
  return within(settled, answerMs, () => false);
};
