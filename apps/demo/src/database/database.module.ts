import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { SQL_DATABASE, SqlModule } from 'toolgate/sql';
import type { DeskDatabase } from './desk-tables.js';
import { Effects } from './effects.js';
import { makeDeskTables } from './make-desk-tables.js';

/** One SQLite file for all data that survives a restart: conversations, waiting turns, orders, e-mails. */
@Module({
  imports: [
    SqlModule.forRootAsync({
      useFactory: () => ({ sqlite: { file: process.env.TOOLGATE_DATABASE || 'toolgate-demo.sqlite' } }),
    }),
  ],
  providers: [Effects],
  exports: [SqlModule, Effects],
})
export class DatabaseModule implements OnModuleInit {
  constructor(@Inject(SQL_DATABASE) private readonly database: DeskDatabase) {}

  onModuleInit(): Promise<void> {
    return makeDeskTables(this.database);
  }
}
