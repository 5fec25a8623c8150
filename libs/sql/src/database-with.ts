import type { Kysely } from 'kysely';
import type { SqlDatabase } from './sql-database.js';

/** The database with a store's own tables in its types; Kysely keeps no list of them. */
export const databaseWith = <Tables>(database: SqlDatabase): Kysely<Tables> => database as Kysely<Tables>;
