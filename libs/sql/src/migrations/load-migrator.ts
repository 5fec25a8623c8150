import type { Migrator } from 'kysely';

/** Returns the `Migrator` of the installed Kysely: version 0.29 moved it into a door of its own. */
export const loadMigrator = async (): Promise<typeof Migrator> => {
  const kysely = (await import('kysely')) as { readonly Migrator?: typeof Migrator };
  if (kysely.Migrator) return kysely.Migrator;
  // The types of 0.28 do not know this door, so the compiler must not resolve it.
  const door: string = 'kysely/migration';
  return ((await import(door)) as { readonly Migrator: typeof Migrator }).Migrator;
};
