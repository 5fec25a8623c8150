import type { Provider } from '@nestjs/common';
import { EmbeddingModel, VectorStore } from 'toolgate/model';
import type { SqlDatabase } from '../dialect/sql-database.js';
import { SQL_DATABASE, VECTOR_OPTIONS } from '../options/sql.constants.js';
import { SqlVectorStore, type SqlVectorStoreOptions } from './sql-vector.store.js';

/** Returns the providers of an application that stores vectors. */
export const vectorProviders = (options: SqlVectorStoreOptions): readonly Provider[] => [
  { provide: VECTOR_OPTIONS, useValue: options },
  {
    provide: VectorStore,
    // Without ToolgateModule, there is no EmbeddingModel, and the store reports this.
    inject: [SQL_DATABASE, { token: EmbeddingModel, optional: true }],
    useFactory: (database: SqlDatabase, model: EmbeddingModel) => new SqlVectorStore(database, model, options),
  },
];
