import type { Migrator } from 'kysely';
import { loadKysely } from '../dialect/kysely.js';

/** Returns the `Migrator` of the installed Kysely. Version 0.29 moved it into a separate entry point. */
export const loadMigrator = async (): Promise<typeof Migrator> => {
  const kysely = await loadKysely('migrateToLatest()');
  if (kysely.Migrator) return kysely.Migrator;
  // The types of 0.28 do not contain this entry point, so the compiler must not resolve it.
  const door: string = 'kysely/migration';
  return ((await import(door)) as { readonly Migrator: typeof Migrator }).Migrator;
};
