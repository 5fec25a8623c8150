import { VECTOR_MIGRATIONS } from '../vectors/vector.migrations.js';
import type { Migration } from './migration.js';
import { MIGRATIONS, MIGRATIONS_TABLE } from './migrations.js';

/** Migrations that are run together, in the order of their names. */
export interface MigrationSet {
  readonly migrations: Readonly<Record<string, Migration>>;
  /** Where a database keeps which of them were run. */
  readonly table: string;
}

/** Which tables an application needs beside those that every one has. */
export interface MigrationOptions {
  /** Whether `SqlVectorStore` has its tables, which need pgvector on PostgreSQL. @default false */
  readonly vectors?: boolean;
}

const STORES: MigrationSet = { migrations: MIGRATIONS, table: MIGRATIONS_TABLE };
const VECTORS: MigrationSet = { migrations: VECTOR_MIGRATIONS, table: 'toolgate_vector_migrations' };

/** The sets that an application needs. */
export const migrationSets = ({ vectors = false }: MigrationOptions = {}): readonly MigrationSet[] =>
  vectors ? [STORES, VECTORS] : [STORES];
