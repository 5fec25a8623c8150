import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { PostgresModule } from 'toolgate/postgres';
import { SQL_DATABASE, SqlModule, type SqlModuleOptions } from 'toolgate/sql';
import type { DeskDatabase } from './desk-tables.js';
import { Effects } from './effects.js';
import { makeDeskTables } from './make-desk-tables.js';

const isPostgres = (): boolean => /^postgres(?:ql)?:\/\//.test(process.env.TOOLGATE_DATABASE ?? '');

const connection = (): SqlModuleOptions => {
  const database = process.env.TOOLGATE_DATABASE || 'toolgate-demo.sqlite';
  return isPostgres() ? { postgres: { connectionString: database } } : { sqlite: { file: database } };
};

/**
 * One SQLite file for all data that survives a restart: conversations, waiting turns, orders, e-mails. With PostgreSQL,
 * several instances of the demo share the data.
 */
@Module({
  imports: [
    SqlModule.forRootAsync({ useFactory: connection, liveTurns: isPostgres() }),
    ...(isPostgres() ? [PostgresModule.forRoot()] : []),
  ],
  providers: [Effects],
  exports: [SqlModule, Effects],
})
export class DatabaseModule implements OnModuleInit {
  constructor(@Inject(SQL_DATABASE) private readonly database: DeskDatabase) {}

  onModuleInit(): Promise<void> {
    return makeDeskTables(this.database, isPostgres());
  }
}
