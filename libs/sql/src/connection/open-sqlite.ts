import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Kysely } from 'kysely';
import { SqlException } from '../sql.errors.js';
import type { SqliteOptions } from './connection-options.js';
import { loadPackage } from './load-package.js';
import { WaitingSqliteDialect } from './waiting-sqlite.dialect.js';
import { whileBusy } from './while-busy.js';

const BUSY_TIMEOUT_MS = 5000;

/** Opens a file in which several processes may read while one writes. */
export const openSqlite = async ({ file, busyTimeoutMs }: SqliteOptions): Promise<Kysely<unknown>> => {
  const folder = dirname(resolve(assertFile(file)));
  if (!existsSync(folder)) {
    throw new SqlException(`The folder ${folder} of the SQLite file ${file} does not exist. Make it, or name another.`);
  }
  const Database = await loadPackage('libsql', 'sqlite', () => import('libsql'));
  const database = new Database(file);
  const timeoutMs = busyTimeoutMs ?? BUSY_TIMEOUT_MS;
  try {
    // Readers then see what was committed last, and never wait for a writer.
    await whileBusy(timeoutMs, () => database.exec('pragma journal_mode = wal'));
  } catch (error) {
    database.close();
    throw error;
  }
  return new Kysely({ dialect: new WaitingSqliteDialect(database, timeoutMs) });
};

const assertFile = (file: unknown): string => {
  if (typeof file === 'string' && file !== '') return file;
  throw new SqlException("The option sqlite needs a file: { sqlite: { file: 'data/toolgate.db' } }.");
};
