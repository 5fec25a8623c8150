/** A comment that keeps a silent connection open. */
export const HEARTBEAT = ': heartbeat\n\n';

/** Returns a server-sent event whose data is JSON, so that it has one line. */
export const encodeEvent = (event: string, data: object): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
