import { LineLogger } from 'toolgate/model';
import { describeError, idsForLog, isPromiseLike, type LoggedIds } from 'toolgate/tool';

const logger = new LineLogger('Toolgate');

/**
 * Notifies a listener without waiting for it. A failure is logged with the listener's name and the ids of the call, and
 * never propagates.
 */
export const tellQuietly = (name: string, about: LoggedIds, tell: () => void | Promise<void>): void => {
  const complain = (error: unknown): void => logger.warn(`${name} failed: ${describeError(error)} ${idsForLog(about)}`);
  try {
    const telling = tell();
    if (isPromiseLike(telling)) telling.then(undefined, complain);
  } catch (error) {
    complain(error);
  }
};
