import { Logger } from '@nestjs/common';
import { Kysely, PostgresDialect } from 'kysely';
import { SqlException } from '../sql.errors.js';
import type { PostgresOptions } from './connection-options.js';
import { loadPackage } from './load-package.js';

const logger = new Logger('Toolgate');

/** Opens a pool of connections to a PostgreSQL server; the first query connects. */
export const openPostgres = async (options: PostgresOptions): Promise<Kysely<unknown>> => {
  const { connectionString, maxConnections, ssl } = options;
  if (typeof connectionString !== 'string' || connectionString === '') {
    throw new SqlException("The option postgres needs a connectionString: 'postgres://user:password@host/database'.");
  }
  const { Pool } = await loadPackage('pg', 'postgres', () => import('pg'));
  const pool = new Pool({ connectionString, max: maxConnections, ...(ssl !== undefined && { ssl }) });
  // Without listeners a server that restarts would end the process. A query in progress fails by itself, and the pool connects again.
  pool.on('connect', (client) => void client.on('error', () => {}));
  pool.on('error', ({ message }) => {
    if (!pool.ending) logger.warn(`A connection to PostgreSQL was lost: ${message}`);
  });
  return new Kysely({ dialect: new PostgresDialect({ pool }) });
};
