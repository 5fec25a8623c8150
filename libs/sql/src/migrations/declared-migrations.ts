import type { Kysely } from 'kysely';
import { databaseWith } from '../dialect/database-with.js';
import type { Migration } from '../dialect/migration.js';
import type { IgnorableTables } from './ignorable-migrations.migration.js';
import type { MigrationSet } from './migration-set.js';

/** Returns the migrations as Kysely runs them. In the same transaction, each one saves that it may be ignored. */
export const declaredMigrations = ({ migrations, table: list }: MigrationSet): Record<string, Migration> =>
  Object.fromEntries(
    Object.entries(migrations).map(([name, migration]) => {
      const { ignorable } = migration;
      if (!ignorable) return [name, migration];
      const declared = async (database: Kysely<unknown>): Promise<void> => {
        await migration.up(database);
        const row = { list, name, since: ignorable.since };
        await databaseWith<IgnorableTables>(database).insertInto('toolgate_ignorable_migrations').values(row).execute();
      };
      return [name, { ignorable, up: declared }];
    }),
  );
