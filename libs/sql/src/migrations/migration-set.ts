import { VECTOR_MIGRATIONS } from '../vectors/vector.migrations.js';
import type { Migration } from '../dialect/migration.js';
import { MIGRATIONS, MIGRATIONS_TABLE } from './migrations.js';

/** Migrations that are run together, in the order of their names. */
export interface MigrationSet {
  readonly migrations: Readonly<Record<string, Migration>>;
  /** The table that lists the executed migrations. */
  readonly table: string;
}

/** The tables that an application needs besides those of every application. */
export interface MigrationOptions {
  /** Whether the tables of `SqlVectorStore` are needed, which require pgvector on PostgreSQL. @default false */
  readonly vectors?: boolean;
}

const STORES: MigrationSet = { migrations: MIGRATIONS, table: MIGRATIONS_TABLE };
const VECTORS: MigrationSet = { migrations: VECTOR_MIGRATIONS, table: 'toolgate_vector_migrations' };

/** Returns the sets that an application needs. */
export const migrationSets = ({ vectors = false }: MigrationOptions = {}): readonly MigrationSet[] =>
  vectors ? [STORES, VECTORS] : [STORES];
