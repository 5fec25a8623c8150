import type { HrTime } from '@opentelemetry/api';

/** A time in milliseconds since 1970 as OpenTelemetry takes every one: a small number would be one of the process. */
export const hrTimeOf = (ms: number): HrTime => {
  const seconds = Math.trunc(ms / 1000);
  return [seconds, Math.round((ms - seconds * 1000) * 1e6)];
};
