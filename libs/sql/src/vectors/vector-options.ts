import { SqlException } from '../errors/sql.errors.js';
import type { SqlVectorStoreOptions } from './sql-vector.store.js';

/** Returns the settings of the option `vectors`; undefined if it is off. Throws `SqlException` for an invalid value. */
export const vectorOptions = (vectors: unknown): SqlVectorStoreOptions | undefined => {
  if (vectors === undefined || vectors === false) return undefined;
  if (vectors === true) return {};
  const unknown =
    typeof vectors === 'object' && vectors !== null && Object.keys(vectors).filter((key) => key !== 'collection');
  if (unknown && unknown.length === 0) return vectors;
  throw new SqlException(
    unknown
      ? `SqlModule does not know the option vectors.${unknown[0]}. Use vectors.collection, or true.`
      : `Invalid option vectors of SqlModule: ${JSON.stringify(vectors)}. Use true, false or { collection }.`,
  );
};
