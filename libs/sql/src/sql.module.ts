import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { ApprovalStore } from 'toolgate/approval';
import { ChatMemoryRepository } from 'toolgate/memory';
import { SqlApprovalStore } from './approval/sql-approval.store.js';
import { SqlChatMemoryRepository } from './chat-memory/sql-chat-memory.repository.js';
import { connect } from './startup/connect.js';
import type { SqlDatabase } from './dialect/sql-database.js';
import { SQL_DATABASE, SQL_OPTIONS, VECTOR_OPTIONS } from './options/sql.constants.js';
import { SqlException } from './errors/sql.errors.js';
import { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN, type SqlModuleOptions } from './sql.module-definition.js';
import { databaseWith } from './dialect/database-with.js';
import { sql } from './dialect/kysely.js';

const refusePlainImport = (): never => {
  throw new SqlException(
    "SqlModule is imported without its database. Write SqlModule.forRoot({ sqlite: { file: 'data/toolgate.db' } }) or SqlModule.forRoot({ postgres: { connectionString } }) in the imports of the module.",
  );
};

/** Stores the conversations of the application, and the turns that wait for a person, in SQLite or PostgreSQL. */
@Module({
  providers: [
    // The provider of forRoot() and forRootAsync() replaces this one.
    { provide: MODULE_OPTIONS_TOKEN, useFactory: refusePlainImport },
    { provide: SQL_OPTIONS, useExisting: MODULE_OPTIONS_TOKEN },
    {
      provide: SQL_DATABASE,
      inject: [MODULE_OPTIONS_TOKEN, { token: VECTOR_OPTIONS, optional: true }],
      useFactory: connect,
    },
    {
      provide: ChatMemoryRepository,
      inject: [SQL_DATABASE],
      useFactory: (database: SqlDatabase) => new SqlChatMemoryRepository(database),
    },
    {
      provide: ApprovalStore,
      inject: [SQL_DATABASE, MODULE_OPTIONS_TOKEN],
      useFactory: async (database: SqlDatabase, { postgres }: SqlModuleOptions) =>
        new SqlApprovalStore(database, postgres && { lockTimeoutMs: await lockTimeoutOf(database) }),
    },
  ],
  exports: [SQL_DATABASE, ChatMemoryRepository, ApprovalStore],
})
export class SqlModule extends ConfigurableModuleClass implements OnApplicationShutdown {
  constructor(
    @Inject(SQL_DATABASE) private readonly database: SqlDatabase,
    @Inject(MODULE_OPTIONS_TOKEN) private readonly options: SqlModuleOptions,
  ) {
    super();
  }

  /** Closes last, because other modules may still write when they are destroyed. */
  async onApplicationShutdown(): Promise<void> {
    if (!this.options.database) await this.database.destroy();
  }
}

/**
 * Returns how long a statement waits for a lock, in milliseconds, as PostgreSQL reports it; 0 without a limit. Options, a
 * connection string, a role and a database can each set it.
 */
const lockTimeoutOf = async (database: SqlDatabase): Promise<number> => {
  const query = sql<{ setting: string }>`select setting from pg_settings where name = 'lock_timeout'`;
  const { rows } = await query.execute(databaseWith<unknown>(database));
  return Number(rows[0]!.setting);
};
