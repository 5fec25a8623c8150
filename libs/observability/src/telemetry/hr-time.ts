import type { HrTime } from '@opentelemetry/api';

/**
 * Converts milliseconds since 1970 to the time format of OpenTelemetry. OpenTelemetry would read a small number as a
 * time since the start of the process.
 */
export const hrTimeOf = (ms: number): HrTime => {
  const seconds = Math.trunc(ms / 1000);
  return [seconds, Math.round((ms - seconds * 1000) * 1e6)];
};
