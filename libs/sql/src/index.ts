export { SqlApprovalStore, type SqlApprovalStoreOptions } from './approval/sql-approval.store.js';
export {
  SqlChatMemoryRepository,
  type SqlChatMemoryRepositoryOptions,
} from './chat-memory/sql-chat-memory.repository.js';
export type { PostgresOptions, SqlConnectionOptions, SqliteOptions } from './connection/connection-options.js';
export type { SqlTurnLogOptions } from './options/live-turn-options.js';
export { SqlTurnLog } from './live-turns/sql-turn.log.js';
export type { MigrationOptions } from './migrations/migration-set.js';
export { migrateToLatest } from './migrations/migrate-to-latest.js';
export { openSqlDatabase } from './connection/open-sql-database.js';
export type { SqlDatabase } from './dialect/sql-database.js';
export { SQL_DATABASE, SQL_OPTIONS } from './options/sql.constants.js';
export { SqlException } from './errors/sql.errors.js';
export { SqlModule } from './sql.module.js';
export type { SqlModuleExtras, SqlModuleOptions } from './sql.module-definition.js';
export { SqlVectorStore, type SqlVectorStoreOptions } from './vectors/sql-vector.store.js';
