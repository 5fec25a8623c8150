import { describeError } from '#core';
import { LineLogger } from 'toolgate/model';

const EACH_MS = 30_000;

const logger = new LineLogger('Toolgate');

/** Logs the errors of a queue, at most one in 30 seconds: a lost server causes one for each attempt to connect. */
export class QueueWarnings {
  private loggedAt = -Infinity;

  readonly warn = (error: unknown): void => {
    if (performance.now() - this.loggedAt < EACH_MS) return;
    this.loggedAt = performance.now();
    logger.warn(`BullMQ reports an error, and sweeps find due runs until it works again: ${describeError(error)}`);
  };
}
