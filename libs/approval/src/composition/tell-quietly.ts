import { Logger } from '@nestjs/common';
import { idsForLog, isPromiseLike, type LoggedIds, redactSecrets } from 'toolgate/tool';

const logger = new Logger('Toolgate');

/** Tells somebody something without waiting; a failure is logged under a name, with what it is about, and changes nothing. */
export const tellQuietly = (name: string, about: LoggedIds, tell: () => void | Promise<void>): void => {
  const complain = (error: unknown): void => {
    const message = error instanceof Error ? redactSecrets(String(error.message)) : 'no Error';
    logger.warn(`${name} failed: ${message} ${idsForLog(about)}`);
  };
  try {
    const telling = tell();
    if (isPromiseLike(telling)) telling.then(undefined, complain);
  } catch (error) {
    complain(error);
  }
};
