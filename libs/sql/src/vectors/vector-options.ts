import { assertSqlOptions } from '../connection/options.js';
import type { SqlVectorStoreOptions } from './sql-vector.store.js';

/** Returns the settings of the option `vectors`; undefined if it is off. Throws `SqlException` for an invalid value. */
export const vectorOptions = (
  vectors: boolean | SqlVectorStoreOptions | undefined,
): SqlVectorStoreOptions | undefined => {
  assertSqlOptions({ vectors });
  return vectors === true ? {} : vectors || undefined;
};
