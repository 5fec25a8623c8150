import { Logger, type LogLevel } from '@nestjs/common';

const LEVELS: readonly LogLevel[] = ['verbose', 'debug', 'log', 'warn', 'error', 'fatal'];

/** Returns whether Nest's logger prints debug lines, so that callers format them only then. */
export const isDebugEnabled = (): boolean => {
  if (Logger.isLevelEnabled('debug')) return true;
  // Nest 11 reports no level as enabled until some are set, although its logger then prints every level.
  return (
    !LEVELS.some((level) => Logger.isLevelEnabled(level)) && Reflect.get(Logger, 'staticInstanceRef') !== undefined
  );
};
