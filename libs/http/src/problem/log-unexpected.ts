import { LineLogger } from 'toolgate/model';
import { describeError } from '#core';
import { PrincipalException } from './principal.exception.js';

const logger = new LineLogger('Toolgate');

/** Logs an error that the door does not expect, in one line. Its client receives nothing of its cause. */
export const logUnexpected = (problem: string, error: unknown, what: string): void => {
  if (problem !== 'internal') return;
  logger.error(`${what} failed: ${error instanceof PrincipalException ? error.message : describeError(error)}`);
};
