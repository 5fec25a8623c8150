import type { ExecutionContext } from '@nestjs/common';
import { isExternalRoute } from '../external/is-external-route.js';

/** Marks the controllers of the door. */
export const DOOR_ROUTES = 'toolgate:door-routes';

/**
 * Returns whether a request is for the routes on which people list and decide approvals, whatever their path. A guard
 * refuses customers there. The routes of other applications are not among them.
 */
export const isFrontDoorRoute = (context: ExecutionContext): boolean =>
  Reflect.getMetadata(DOOR_ROUTES, context.getClass()) === true && !isExternalRoute(context);
