import type { ModuleRef } from '@nestjs/core';
import { SQL_OPTIONS, type SqlModuleOptions } from 'toolgate/sql';
import { PostgresException } from '../errors/postgres.errors.js';
import type { ListenConfig } from '../connection/pg-client.js';
import type { PostgresModuleOptions } from '../options/postgres-options.js';

/** Returns the server to listen on: that of the options, or that of `SqlModule`. Throws `PostgresException` if neither names one. */
export const listenConfig = (options: PostgresModuleOptions, modules: ModuleRef): ListenConfig => {
  const sql = sqlOptions(modules);
  if (!sql) throw new PostgresException(NO_SQL);
  if (sql.sqlite) throw new PostgresException(ON_SQLITE);
  const connectionString = options.listen?.connectionString ?? sql.postgres?.connectionString;
  if (connectionString === undefined) throw new PostgresException(OWN_DATABASE);
  const { ssl } = sql.postgres ?? {};
  return { connectionString, application_name: 'toolgate', ...(ssl !== undefined && { ssl }) };
};

const sqlOptions = (modules: ModuleRef): SqlModuleOptions | undefined => {
  try {
    return modules.get<SqlModuleOptions>(SQL_OPTIONS, { strict: false });
  } catch {
    return undefined;
  }
};

const NO_SQL =
  'PostgresModule is imported without SqlModule. Write SqlModule.forRoot({ postgres: { connectionString } }) in the imports of the application.';

const ON_SQLITE =
  'PostgresModule is imported beside a SQLite database, which only one process can use. Pass { postgres: { connectionString } } to SqlModule, or remove PostgresModule.';

const OWN_DATABASE =
  'SqlModule uses a Kysely instance of the application, so PostgresModule does not know its server. Pass { listen: { connectionString } } to PostgresModule.';
