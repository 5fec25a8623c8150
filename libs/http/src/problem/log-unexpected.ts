import { LineLogger } from 'toolgate/model';
import { describeError } from '#core';

const logger = new LineLogger('Toolgate');

/** Logs an error that the door does not expect, in one line. Its client receives no detail of it. */
export const logUnexpected = (problem: string, error: unknown, what: string): void => {
  if (problem === 'internal') logger.error(`${what} at the approvals door failed: ${describeError(error)}`);
};
