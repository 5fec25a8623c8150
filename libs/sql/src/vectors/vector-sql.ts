import type { RawBuilder } from 'kysely';
import { isPostgres } from '../dialect/is-postgres.js';
import { sql } from '../dialect/kysely.js';
import type { SqlDatabase } from '../dialect/sql-database.js';

/** The SQL of one database to write a vector, and to compare one with the column `embedding`. */
export interface VectorSql {
  vector(values: Float32Array): RawBuilder<unknown>;
  /** The cosine of two vectors of length 1; 0 if one of them is zero. */
  score(values: Float32Array): RawBuilder<number>;
}

// Nine digits are enough for any 32-bit number. As text, because libsql ends the process for a Buffer as a parameter.
const textOf = (values: Float32Array): string => `[${Array.from(values, (value) => value.toPrecision(9)).join()}]`;

const POSTGRES: VectorSql = {
  vector: (values) => sql`cast(${textOf(values)} as vector)`,
  score: (values) => sql<number>`-(embedding <#> cast(${textOf(values)} as vector))`,
};

const SQLITE: VectorSql = {
  vector: (values) => sql`vector32(${textOf(values)})`,
  score: (values) => sql<number>`1 - coalesce(vector_distance_cos(embedding, vector32(${textOf(values)})), 1)`,
};

/** Returns the SQL for pgvector or libsql. */
export const vectorSql = (database: SqlDatabase): VectorSql => (isPostgres(database) ? POSTGRES : SQLITE);
