import { Controller, SetMetadata, type Type, VERSION_NEUTRAL } from '@nestjs/common';
import { ExternalController } from './external.controller.js';
import { ApprovalsController } from './approvals.controller.js';
import { ChangesController } from './changes.controller.js';
import { InboxController } from './inbox.controller.js';
import { DOOR_ROUTES } from './is-front-door-route.js';
import { RunsController } from './runs.controller.js';

/**
 * Returns the controllers of a door: the HTTP API of approvals at one path. Each door has classes of its own, because a
 * class has one path. Express takes the first route that matches, so paths that begin with an id come last.
 */
export const controllersAt = (path: string, { external }: { readonly external: boolean }): readonly Type[] => [
  ...(external ? [at(ExternalController, `${path}/external`)] : []),
  at(RunsController, `${path}/runs`),
  at(InboxController, path),
  at(ChangesController, path),
  at(ApprovalsController, path),
];

const at = (type: Type, path: string): Type => {
  const controller = class extends type {};
  Object.defineProperty(controller, 'name', { value: type.name });
  // The door has no versions of its own, so it stays at its path if the application has.
  Controller({ path, version: VERSION_NEUTRAL })(controller);
  SetMetadata(DOOR_ROUTES, true)(controller);
  return controller;
};
