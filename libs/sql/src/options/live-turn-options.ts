import { countUpTo, type Declared, delayMs, option, timerMs } from '#core';

/** The options of a SqlTurnLog. */
export interface SqlTurnLogOptions {
  /** How often a reader looks for new parts, and a writer for a request to abort, in milliseconds. @default 250 */
  readonly pollMs?: number;
  /** How long parts are joined into one row after the first, in milliseconds. @default 50 */
  readonly joinMs?: number;
  /**
   * How long a turn stays open after its process was lost, in milliseconds. After this time the turn is lost too.
   * @default 15,000
   */
  readonly leaseMs?: number;
  /** How long the parts of an ended turn are stored, in milliseconds. @default 60,000 */
  readonly keepMs?: number;
  /** The most bytes of parts of one turn. @default 16,777,216 */
  readonly maxBytes?: number;
}

/** The declarations of the option `liveTurns` of `SqlModule`. */
export const SQL_LIVE_TURNS = {
  pollMs: option(timerMs, 'how often a reader looks for new parts', 250),
  joinMs: option(delayMs, 'how long parts are joined into one row', 50),
  leaseMs: option(timerMs, 'how long a turn stays open after its process was lost', 15_000),
  keepMs: option(timerMs, 'how long the parts of an ended turn are stored', 60_000),
  maxBytes: option(countUpTo(2_147_483_647), 'the most bytes of parts of one turn', 16_777_216),
} satisfies Declared<SqlTurnLogOptions>;

/** The options with their defaults. */
export type LiveTurnSettings = Required<SqlTurnLogOptions>;

/** Fills in the defaults. */
export const settingsOf = (options: SqlTurnLogOptions): LiveTurnSettings => ({
  pollMs: options.pollMs ?? SQL_LIVE_TURNS.pollMs.default,
  joinMs: options.joinMs ?? SQL_LIVE_TURNS.joinMs.default,
  leaseMs: options.leaseMs ?? SQL_LIVE_TURNS.leaseMs.default,
  keepMs: options.keepMs ?? SQL_LIVE_TURNS.keepMs.default,
  maxBytes: options.maxBytes ?? SQL_LIVE_TURNS.maxBytes.default,
});
