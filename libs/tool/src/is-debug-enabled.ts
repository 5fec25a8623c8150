import { Logger, type LogLevel } from '@nestjs/common';

const LEVELS: readonly LogLevel[] = ['verbose', 'debug', 'log', 'warn', 'error', 'fatal'];

/** Returns whether Nest's logger prints debug lines, so that nothing is formatted in vain. */
export const isDebugEnabled = (): boolean => {
  if (Logger.isLevelEnabled('debug')) return true;
  // Nest 11 enables no level until some are set, although its logger then prints every one.
  return (
    !LEVELS.some((level) => Logger.isLevelEnabled(level)) && Reflect.get(Logger, 'staticInstanceRef') !== undefined
  );
};
