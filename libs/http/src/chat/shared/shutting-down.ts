import { within } from '#core';

/** The last text of a stream that ends before its turn, because the application stops. */
export const SHUTTING_DOWN = 'The server shuts down before the end of the answer. Read the turn again.';

const LAST_PARTS_MS = 1000;

/** Waits a second at most for streams whose turns have ended: their readers receive the last parts. */
export const untilRead = (streams: Iterable<Promise<unknown>>): Promise<unknown> =>
  within(Promise.all(streams), LAST_PARTS_MS, () => undefined);
