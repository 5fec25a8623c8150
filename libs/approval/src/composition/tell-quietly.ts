import { Logger } from '@nestjs/common';
import { idsForLog, isPromiseLike, type LoggedIds, redactSecrets } from 'toolgate/tool';

const logger = new Logger('Toolgate');

/** Tells somebody something without waiting; a failure is logged under a name, with what it is about, and changes nothing. */
export const tellQuietly = (name: string, about: LoggedIds, tell: () => void | Promise<void>): void => {
  const complain = (error: unknown): void => logger.warn(`${name} failed: ${whatSays(error)} ${idsForLog(about)}`);
  try {
    const telling = tell();
    if (isPromiseLike(telling)) telling.then(undefined, complain);
  } catch (error) {
    complain(error);
  }
};

const whatSays = (error: unknown): string => {
  try {
    return error instanceof Error ? redactSecrets(String(error.message)) : 'no Error';
  } catch {
    return 'an Error that cannot be read';
  }
};
