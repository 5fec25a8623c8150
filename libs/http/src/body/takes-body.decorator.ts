import { SetMetadata, applyDecorators } from '@nestjs/common';

/** Marks a route whose body the door reads by itself. */
export const TAKES_BODY = 'toolgate:takes-body';

// The platform module of Fastify copies this metadata of a handler to the configuration of its route.
const FASTIFY_ROUTE_CONFIG = '__fastify_route_config__';

/** Lets the door read the body of a route by itself, before the body parsers of the application. */
export const TakesBody = (): MethodDecorator =>
  applyDecorators(SetMetadata(TAKES_BODY, true), SetMetadata(FASTIFY_ROUTE_CONFIG, { [TAKES_BODY]: true }));
