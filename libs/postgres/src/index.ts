export { PostgresException } from './errors/postgres.errors.js';
export { PostgresModule } from './postgres.module.js';
export type { ListenOptions, PostgresModuleOptions } from './options/postgres-options.js';
