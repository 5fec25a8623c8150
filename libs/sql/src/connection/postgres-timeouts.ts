import type { PoolConfig } from 'pg';
import type { PostgresOptions } from './connection-options.js';

/** How long a change waits for a lock by default, in milliseconds. */
export const LOCK_TIMEOUT_MS = 5000;

const CONNECTION_TIMEOUT_MS = 5000;
const STATEMENT_TIMEOUT_MS = 30_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;

type Timeouts = Pick<
  PoolConfig,
  'connectionTimeoutMillis' | 'lock_timeout' | 'statement_timeout' | 'idle_in_transaction_session_timeout'
>;

/** The options as `pg` expects them, and the time within which a statement must be answered, if there is a limit. */
export const postgresTimeouts = (options: PostgresOptions): Timeouts & { readonly answerMs: number | undefined } => {
  const { connectionTimeoutMs = CONNECTION_TIMEOUT_MS, lockTimeoutMs, statementTimeoutMs } = options;
  // An explicit setting in the connection string is the application's own choice.
  const valueOf = (setting: string, option: number | undefined, usual: number): number =>
    option ?? (options.connectionString.includes(setting) ? 0 : usual);
  const statement = valueOf('statement_timeout', statementTimeoutMs, STATEMENT_TIMEOUT_MS);
  const idle = 'idle_in_transaction_session_timeout';
  // pg does not send a 0, so the server's own setting applies.
  return {
    connectionTimeoutMillis: connectionTimeoutMs,
    lock_timeout: valueOf('lock_timeout', lockTimeoutMs, LOCK_TIMEOUT_MS),
    statement_timeout: statement,
    [idle]: valueOf(idle, options.idleInTransactionTimeoutMs, IDLE_IN_TRANSACTION_TIMEOUT_MS),
    answerMs: statement > 0 ? statement + connectionTimeoutMs : undefined,
  };
};
