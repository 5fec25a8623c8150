import { describeError } from '#core';
import { LineLogger } from 'toolgate/model';
import type { RunDispatcher } from './run.dispatcher.js';

const logger = new LineLogger('Toolgate');

/** Stops a dispatcher. A failure is logged: it must not prevent the release of runs. */
export const stopDispatcher = async (dispatcher: RunDispatcher): Promise<void> => {
  try {
    await dispatcher.stop();
  } catch (error) {
    logger.warn(`The RunDispatcher could not be stopped: ${describeError(error)}`);
  }
};
