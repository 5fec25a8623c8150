import { SetMetadata, applyDecorators } from '@nestjs/common';
import { BODY_BYTES } from '../options/http.constants.js';

/** Marks a route whose body the door reads by itself; the value is the most bytes that the route accepts. */
export const TAKES_BODY = 'toolgate:takes-body';

// The platform module of Fastify copies this metadata of a handler to the configuration of its route.
const FASTIFY_ROUTE_CONFIG = '__fastify_route_config__';

/** Lets the door read the body of a route by itself, before the body parsers of the application. */
export const TakesBody = (bytes = BODY_BYTES): MethodDecorator =>
  applyDecorators(SetMetadata(TAKES_BODY, bytes), SetMetadata(FASTIFY_ROUTE_CONFIG, { [TAKES_BODY]: bytes }));
