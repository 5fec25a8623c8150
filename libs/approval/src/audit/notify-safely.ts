import { describeError, idsForLog, isPromiseLike, type LoggedIds } from '#core';
import { LineLogger } from 'toolgate/model';

const logger = new LineLogger('Toolgate');

/**
 * Notifies a listener without waiting for it. A failure is logged with the listener's name and the ids of the call, and
 * never propagates.
 */
export const notifySafely = (name: string, about: LoggedIds, notify: () => void | Promise<void>): void => {
  const logError = (error: unknown): void => logger.warn(`${name} failed: ${describeError(error)} ${idsForLog(about)}`);
  try {
    const notified = notify();
    if (isPromiseLike(notified)) notified.then(undefined, logError);
  } catch (error) {
    logError(error);
  }
};
