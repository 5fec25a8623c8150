import type { DoorRequest } from './connection.js';

/** The version of the record that the person has seen, and the reason to cancel it. */
export interface CancelRequest {
  /** The version of the record that was read. */
  readonly version: number;
  readonly reason?: string;
}

/** Returns the request that cancels a record. */
export const cancelRequest = (path: string, { version, reason }: CancelRequest): DoorRequest => ({
  method: 'POST',
  path: `${path}/cancel`,
  headers: { 'if-match': `"${version}"` },
  body: cancelBody(reason),
});

/** Returns the body of a cancellation. */
export const cancelBody = (reason?: string): object => (reason === undefined ? {} : { reason });
