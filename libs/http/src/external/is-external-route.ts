import type { ExecutionContext } from '@nestjs/common';

/** Marks the routes of other applications. */
export const EXTERNAL_ROUTES = 'toolgate:external-routes';

/**
 * Returns whether a request is for the routes of other applications, which the door authenticates by their secrets. A
 * guard that authenticates people lets these requests pass.
 */
export const isExternalRoute = (context: ExecutionContext): boolean => {
  // Each door has controllers of its own, which extend the marked one.
  for (let type: unknown = context.getClass(); typeof type === 'function'; type = Object.getPrototypeOf(type)) {
    if (Reflect.getMetadata(EXTERNAL_ROUTES, type) === true) return true;
  }
  return false;
};
