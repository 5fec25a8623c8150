import type { CancelOptions } from 'toolgate/approval';
import type { JsonObject } from 'toolgate/model';
import { refuseRequest } from '../problem/request.exception.js';

/** The properties of a cancellation. */
export const CANCEL: readonly string[] = ['reason'];

/** Returns how a record is canceled. Throws `RequestException` for a reason that is not a string. */
export const cancelOf = ({ reason }: JsonObject, version?: number): CancelOptions => {
  const read = version === undefined ? {} : { version };
  if (reason === undefined) return read;
  if (typeof reason === 'string') return { ...read, reason };
  return refuseRequest('The reason is not a string. Send a string, or leave it out.');
};
