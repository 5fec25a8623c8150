import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { ChatMemoryRepository } from 'toolgate/memory';
import { SqlChatMemoryRepository } from './chat-memory/sql-chat-memory.repository.js';
import { connect } from './connection/connect.js';
import type { SqlDatabase } from './sql-database.js';
import { SQL_DATABASE } from './sql.constants.js';
import { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN, type SqlModuleOptions } from './sql.module-definition.js';

/** Keeps what the application must not forget in SQLite or PostgreSQL: the messages of its conversations. */
@Module({
  providers: [
    { provide: SQL_DATABASE, inject: [MODULE_OPTIONS_TOKEN], useFactory: connect },
    {
      provide: ChatMemoryRepository,
      inject: [SQL_DATABASE],
      useFactory: (database: SqlDatabase) => new SqlChatMemoryRepository(database),
    },
  ],
  exports: [SQL_DATABASE, ChatMemoryRepository],
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
