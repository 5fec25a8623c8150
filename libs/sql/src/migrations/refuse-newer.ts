import { SqlException } from '../errors/sql.errors.js';
import type { MigrationSet } from './migration-set.js';

/** Throws `SqlException` if executed migrations do not belong to this version. */
export const refuseNewer = (migrations: MigrationSet['migrations'], executed: readonly string[]): void => {
  const newer = executed.filter((name) => !Object.hasOwn(migrations, name));
  if (newer.length === 0) return;
  throw new SqlException(
    `A newer version of toolgate has migrated the database (${newer.join(', ')}), and this one does not know its tables. Install that version or a later one.`,
  );
};
