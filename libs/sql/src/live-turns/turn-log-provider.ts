import type { Provider } from '@nestjs/common';
import { LiveTurnFeed, TurnLog } from 'toolgate/chat';
import { assertSqlOptions } from '../connection/options.js';
import type { SqlDatabase } from '../dialect/sql-database.js';
import { SQL_DATABASE } from '../options/sql.constants.js';
import type { SqlTurnLogOptions } from '../options/live-turn-options.js';
import { SqlTurnLog } from './sql-turn.log.js';

/** Returns the settings of the option `liveTurns`; undefined if it is off. Throws `SqlException` for an invalid value. */
export const turnLogOptions = (liveTurns: boolean | SqlTurnLogOptions | undefined): SqlTurnLogOptions | undefined => {
  assertSqlOptions({ liveTurns });
  return liveTurns === true ? {} : liveTurns || undefined;
};

/** Returns the provider of a `TurnLog` that every instance can read. */
export const turnLogProvider = (options: SqlTurnLogOptions): Provider => ({
  provide: TurnLog,
  // Without ToolgateModule, there is no feed.
  inject: [SQL_DATABASE, { token: LiveTurnFeed, optional: true }],
  useFactory: (database: SqlDatabase, feed?: LiveTurnFeed) => new SqlTurnLog(database, options, feed),
});
