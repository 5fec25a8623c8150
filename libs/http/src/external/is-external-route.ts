import type { ExecutionContext } from '@nestjs/common';

/** Marks the routes of other applications. */
export const EXTERNAL_ROUTES = 'toolgate:external-routes';

/**
 * Returns whether a request is for the routes of other applications, which the door authenticates by their secrets. A
 * guard that authenticates people lets these requests pass.
 */
export const isExternalRoute = (context: ExecutionContext): boolean =>
  // Each door has controllers of its own, which inherit the mark.
  Reflect.getMetadata(EXTERNAL_ROUTES, context.getClass()) === true;
