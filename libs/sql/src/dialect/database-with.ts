import type { Kysely, KyselyPlugin } from 'kysely';
import type { SqlDatabase } from './sql-database.js';

const withPlainResults = new WeakMap<SqlDatabase, SqlDatabase>();

/** Returns the database with the types of a store's own tables. Plugins of the application do not change its results. */
export const databaseWith = <Tables>(database: SqlDatabase): Kysely<Tables> => {
  const own = database as Kysely<Tables>;
  const plain = withPlainResults.get(own) ?? plainResultsOf(own);
  withPlainResults.set(own, plain);
  return plain as Kysely<Tables>;
};

// The plugins still change the statements, because one of them sets the schema.
const plainResultsOf = <Tables>(database: Kysely<Tables>): Kysely<Tables> => {
  const { plugins } = database.getExecutor();
  if (plugins.length === 0) return database;
  return plugins.map(onlyStatements).reduce((plain, plugin) => plain.withPlugin(plugin), database.withoutPlugins());
};

const onlyStatements = (plugin: KyselyPlugin): KyselyPlugin => ({
  transformQuery: (args) => plugin.transformQuery(args),
  transformResult: async ({ result }) => result,
});
