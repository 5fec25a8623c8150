import { recordOf } from '#core';
import { isInfrastructureError } from './infrastructure-errors.js';

/** The fields of an infrastructure error that are read. */
interface InfrastructureError {
  readonly message?: unknown;
  readonly code?: unknown;
}

const MAX_ERRORS = 100;

const UNREADABLE: InfrastructureError = {};

/**
 * Finds the first error of a system or a driver in an error, its causes, its aggregated errors and its HTTP response.
 * Returns undefined if there is none. An error that cannot be read, or has too many causes, counts as such an error.
 */
export const findInfrastructureError = (error: unknown): InfrastructureError | undefined => {
  const found = new Set([error]);
  try {
    for (const one of found) {
      if (typeof one !== 'object' || one === null) continue;
      if (isInfrastructureError(one)) return one;
      const { cause, response, errors } = recordOf(one);
      for (const next of [cause, response, ...(Array.isArray(errors) ? errors : [])]) found.add(next);
      if (found.size > MAX_ERRORS) return UNREADABLE;
    }
  } catch {
    return UNREADABLE;
  }
  return undefined;
};
