import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { ApprovalStore } from 'toolgate/approval';
import { ChatMemoryRepository } from 'toolgate/memory';
import { SqlApprovalStore } from './approval/sql-approval.store.js';
import { SqlChatMemoryRepository } from './chat-memory/sql-chat-memory.repository.js';
import { connect } from './connection/connect.js';
import { lockTimeoutOf } from './connection/lock-timeout-of.js';
import type { SqlDatabase } from './sql-database.js';
import { SQL_DATABASE, VECTOR_OPTIONS } from './sql.constants.js';
import { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN, type SqlModuleOptions } from './sql.module-definition.js';

/** Keeps what the application must not forget in SQLite or PostgreSQL: its conversations, and the turns that wait for a person. */
@Module({
  providers: [
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

  /** Closes last of all, for others may still write when their modules are destroyed. */
  async onApplicationShutdown(): Promise<void> {
    if (!this.options.database) await this.database.destroy();
  }
}
