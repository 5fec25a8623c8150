import { hashOf } from '#approval';
import { RequestException } from '../../problem/request.exception.js';

/** Throws `RequestException` for a decision or an answer that is not of the protocol. */
export const refuseDecision = (detail: string): never => {
  throw new RequestException('bad-decision', detail);
};

/** Returns the hash of what a client has sent. Throws `RequestException` for a number that JSON does not have. */
export const hashSent = (value: unknown): string => {
  try {
    return hashOf(value);
  } catch {
    return refuseDecision('A number in a decision or an output is too large for JSON. Send another number.');
  }
};
