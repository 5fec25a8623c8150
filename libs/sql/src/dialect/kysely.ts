import type { RawBuilder, Sql } from 'kysely';
import { SqlException } from '../errors/sql.errors.js';

/** The exports of Kysely. */
export type KyselyPackage = typeof import('kysely');

let kysely: KyselyPackage | undefined;

/**
 * Loads Kysely, which is an optional package, and returns its exports. Throws `SqlException` if it is not installed.
 * @param user what needs it, such as `SqlModule`
 * @param driver the package of the database, for the command to install both
 */
export const loadKysely = async (user: string, driver?: 'libsql' | 'pg'): Promise<KyselyPackage> => {
  try {
    return (kysely ??= await import('kysely'));
  } catch (cause) {
    const packages = driver ? `kysely@0.28 ${driver}` : 'kysely@0.28';
    throw new SqlException(
      `${user} needs the package "kysely", which cannot be loaded. Install it: npm install ${packages}. Kysely 0.28 runs on Node 20; kysely@0.29 requires Node 22.`,
      { cause },
    );
  }
};

/** Returns a function that loads Kysely and then creates a value, once. */
export const withKysely = <T>(user: string, create: () => T): (() => Promise<T>) => {
  let created: { readonly value: T } | undefined;
  return async () => {
    if (!created) {
      await loadKysely(user);
      created ??= { value: create() };
    }
    return created.value;
  };
};

type SqlTag = (<T = unknown>(fragments: TemplateStringsArray, ...values: unknown[]) => RawBuilder<T>) &
  Pick<Sql, 'join' | 'lit' | 'raw' | 'ref' | 'table'>;

const loadedSql = (): Sql => {
  if (kysely) return kysely.sql;
  throw new SqlException('A statement was built before Kysely was loaded. Await loadKysely() first.');
};

/** The template tag of Kysely, for use after `loadKysely`. An import of Kysely itself would fail without the package. */
export const sql: SqlTag = Object.assign(
  <T>(fragments: TemplateStringsArray, ...values: unknown[]) => loadedSql()<T>(fragments, ...values),
  {
    join: <T>(...list: Parameters<Sql['join']>) => loadedSql().join<T>(...list),
    lit: <V>(value: V) => loadedSql().lit(value),
    raw: <T>(text: string) => loadedSql().raw<T>(text),
    ref: <T>(column: string) => loadedSql().ref<T>(column),
    table: <T>(name: string) => loadedSql().table<T>(name),
  },
);
