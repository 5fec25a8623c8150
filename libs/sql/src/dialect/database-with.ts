import type { Kysely } from 'kysely';
import type { SqlDatabase } from './sql-database.js';

/** Returns the database with the types of a store's own tables. */
export const databaseWith = <Tables>(database: SqlDatabase): Kysely<Tables> => database as Kysely<Tables>;
