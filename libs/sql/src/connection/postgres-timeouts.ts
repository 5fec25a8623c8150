import type { PoolConfig } from 'pg';
import type { PostgresOptions } from './connection-options.js';

/** How long a change waits for a lock unless the options say otherwise, in milliseconds. */
export const LOCK_TIMEOUT_MS = 5000;

const CONNECTION_TIMEOUT_MS = 5000;
const STATEMENT_TIMEOUT_MS = 30_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;

type Timeouts = Pick<
  PoolConfig,
  'connectionTimeoutMillis' | 'lock_timeout' | 'statement_timeout' | 'idle_in_transaction_session_timeout'
>;

/** What the options mean to `pg`; and within which time any statement must be answered, if it must. */
export const postgresTimeouts = (options: PostgresOptions): Timeouts & { readonly answerMs: number | undefined } => {
  const { connectionTimeoutMs = CONNECTION_TIMEOUT_MS, lockTimeoutMs, statementTimeoutMs } = options;
  // An explicit setting in the connection string is the application's own choice.
  const valueOf = (setting: string, option: number | undefined, usual: number): number =>
    option ?? (options.connectionString.includes(setting) ? 0 : usual);
  const statement = valueOf('statement_timeout', statementTimeoutMs, STATEMENT_TIMEOUT_MS);
  const idle = 'idle_in_transaction_session_timeout';
  // pg does not send what is 0: then the server's own setting holds.
  return {
    connectionTimeoutMillis: connectionTimeoutMs,
    lock_timeout: valueOf('lock_timeout', lockTimeoutMs, LOCK_TIMEOUT_MS),
    statement_timeout: statement,
    [idle]: valueOf(idle, options.idleInTransactionTimeoutMs, IDLE_IN_TRANSACTION_TIMEOUT_MS),
    answerMs: statement > 0 ? statement + connectionTimeoutMs : undefined,
  };
};
