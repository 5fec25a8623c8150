import { LineLogger } from 'toolgate/model';
import { describeError } from '#core';
import { PrincipalException } from './principal.exception.js';

const logger = new LineLogger('Toolgate');
const logged = new WeakSet<object>();

/** States that an error is in the log already, so that `logUnexpected` skips it once. */
export const markLogged = (error: unknown): void => {
  if (typeof error === 'object' && error !== null) logged.add(error);
};

/** Logs an error that the door does not expect, in one line. Its client receives nothing of its cause. */
export const logUnexpected = (problem: string, error: unknown, what: string): void => {
  if (problem !== 'internal' || logged.delete(error as object)) return;
  logger.error(`${what} failed: ${error instanceof PrincipalException ? error.message : describeError(error)}`);
};
