import type { PoolConfig } from 'pg';
import type { PostgresOptions } from './connection-options.js';
import { POSTGRES } from './options.js';

type Timeouts = Pick<
  PoolConfig,
  'connectionTimeoutMillis' | 'lock_timeout' | 'statement_timeout' | 'idle_in_transaction_session_timeout'
>;

/** The options as `pg` expects them, and the time within which a statement must be answered, if there is a limit. */
export const postgresTimeouts = (options: PostgresOptions): Timeouts & { readonly answerMs: number | undefined } => {
  const { connectionTimeoutMs = POSTGRES.connectionTimeoutMs.default, lockTimeoutMs, statementTimeoutMs } = options;
  // An explicit setting in the connection string is the application's own choice.
  const valueOf = (setting: string, option: number | undefined, usual: number): number =>
    option ?? (options.connectionString.includes(setting) ? 0 : usual);
  const statement = valueOf('statement_timeout', statementTimeoutMs, POSTGRES.statementTimeoutMs.default);
  const idle = 'idle_in_transaction_session_timeout';
  // pg does not send a 0, so the server's own setting applies.
  return {
    connectionTimeoutMillis: connectionTimeoutMs,
    lock_timeout: valueOf('lock_timeout', lockTimeoutMs, POSTGRES.lockTimeoutMs.default),
    statement_timeout: statement,
    [idle]: valueOf(idle, options.idleInTransactionTimeoutMs, POSTGRES.idleInTransactionTimeoutMs.default),
    answerMs: statement > 0 ? statement + connectionTimeoutMs : undefined,
  };
};
