import { type Declared, limit, option, timerMs } from '#core';

/** Options of live turns. */
export interface LiveTurnOptions {
  /** The most bytes of parts that `InMemoryTurnLog` keeps. @default 67,108,864 */
  readonly maxBytes?: number;
  /** How long the parts of an ended turn are stored, in milliseconds. @default 60,000 */
  readonly keepMs?: number;
  /** How long a stopping application waits for live turns, in milliseconds. @default 10,000 */
  readonly shutdownMs?: number;
}

/** The declared options of `forRoot({ liveTurns })`; `ToolgateModule` reads their environment variables. */
export const LIVE_TURNS = {
  maxBytes: option(
    limit('bytes'),
    'the most bytes of parts that are stored in memory',
    67_108_864,
    'TOOLGATE_LIVE_TURNS_MAX_BYTES',
  ),
  keepMs: option(timerMs, 'how long the parts of an ended turn are stored', 60_000, 'TOOLGATE_LIVE_TURNS_KEEP_MS'),
  shutdownMs: option(
    timerMs,
    'how long a stopping application waits for live turns',
    10_000,
    'TOOLGATE_LIVE_TURNS_SHUTDOWN_MS',
  ),
} satisfies Declared<LiveTurnOptions>;
