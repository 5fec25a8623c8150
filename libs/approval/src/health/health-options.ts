import { checkOptions, type Declared, endlessMs, option, timerMs } from '#core';

/** The limits of a health check. */
export interface HealthCheckOptions {
  /** How long the store may take to answer, in milliseconds. @default 1,000 */
  readonly timeoutMs?: number;
  /** For how long work may be due before the check fails, in milliseconds. @default no limit */
  readonly maxOverdueMs?: number;
}

const HEALTH = {
  timeoutMs: option(timerMs, 'how long the store may take to answer', 1000),
  maxOverdueMs: option(endlessMs, 'for how long work may be due before the check fails', Infinity),
} satisfies Declared<HealthCheckOptions>;

/** Returns the limits with their defaults. Throws `TypeError` for an invalid one. */
export const healthLimits = (options: HealthCheckOptions): Required<HealthCheckOptions> => {
  checkOptions(options, HEALTH, { path: 'ApprovalHealth.check() ', error: TypeError });
  const { timeoutMs = HEALTH.timeoutMs.default, maxOverdueMs = HEALTH.maxOverdueMs.default } = options;
  return { timeoutMs, maxOverdueMs };
};
