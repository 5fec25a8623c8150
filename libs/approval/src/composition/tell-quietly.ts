import { Logger } from '@nestjs/common';
import { isPromiseLike } from 'toolgate/tool';

const logger = new Logger('Toolgate');

/** Tells somebody something without waiting; a failure is logged under a name and changes nothing. */
export const tellQuietly = (name: string, tell: () => void | Promise<void>): void => {
  const complain = (error: unknown): void =>
    logger.warn(`${name} failed: ${error instanceof Error ? error.message : 'no Error'}`);
  try {
    const telling = tell();
    if (isPromiseLike(telling)) telling.then(undefined, complain);
  } catch (error) {
    complain(error);
  }
};
