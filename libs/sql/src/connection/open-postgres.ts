import type { Kysely } from 'kysely';
import type { PoolConfig } from 'pg';
import { LineLogger } from 'toolgate/model';
import type { KyselyPackage } from '../dialect/kysely.js';
import { SqlException } from '../errors/sql.errors.js';
import { answeringPool } from './answering-pool.js';
import type { PostgresOptions } from './connection-options.js';
import { loadPackage } from './load-package.js';
import { POSTGRES, assertSqlOptions } from './options.js';

const logger = new LineLogger('Toolgate');

/** Opens a pool of connections to a PostgreSQL server; the first query connects. */
export const openPostgres = async (options: PostgresOptions, kysely: KyselyPackage): Promise<Kysely<unknown>> => {
  assertOptions(options);
  const { connectionString, maxConnections, ssl, prepareStatements = POSTGRES.prepareStatements.default } = options;
  const { Pool } = await loadPackage('pg', 'postgres', () => import('pg'));
  const { answerMs, ...timeouts } = postgresTimeouts(options);
  const config: PoolConfig = { connectionString, max: maxConnections, keepAlive: true, ...timeouts };
  const pool = new Pool({ ...config, ...(ssl !== undefined && { ssl }) });
  // Without a listener, a server restart would end the process. A query in progress fails by itself, and the pool
  // connects again.
  pool.on('connect', (client) => void client.on('error', () => {}));
  pool.on('error', ({ message }) => {
    if (!pool.ending) logger.warn(`A connection to PostgreSQL was lost, and the pool connects again: ${message}`);
  });
  const answering = answeringPool(pool, { answerMs, prepareStatements });
  return new kysely.Kysely({ dialect: new kysely.PostgresDialect({ pool: answering }) });
};

const assertOptions = (options: PostgresOptions): void => {
  assertSqlOptions({ postgres: options });
  const { connectionString } = options;
  if (typeof connectionString === 'string' && connectionString !== '') return;
  throw new SqlException("The option postgres needs a connectionString: 'postgres://user:password@host/database'.");
};

type Timeouts = Pick<
  PoolConfig,
  'connectionTimeoutMillis' | 'lock_timeout' | 'statement_timeout' | 'idle_in_transaction_session_timeout'
>;

/** The options as `pg` expects them, and the time within which a statement must be answered, if there is a limit. */
const postgresTimeouts = (options: PostgresOptions): Timeouts & { readonly answerMs: number | undefined } => {
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
