import { LineLogger } from 'toolgate/model';
import { describeError, idsForLog, isPromiseLike, type LoggedIds } from 'toolgate/tool';

const logger = new LineLogger('Toolgate');

/** Tells somebody something without waiting; a failure is logged under a name, with what it is about, and changes nothing. */
export const tellQuietly = (name: string, about: LoggedIds, tell: () => void | Promise<void>): void => {
  const complain = (error: unknown): void => logger.warn(`${name} failed: ${describeError(error)} ${idsForLog(about)}`);
  try {
    const telling = tell();
    if (isPromiseLike(telling)) telling.then(undefined, complain);
  } catch (error) {
    complain(error);
  }
};
