import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';

/**
 * The platforms of Nest on which the door is served. Express takes `forceCloseConnections` from the options of the
 * application, and Fastify from those of its adapter.
 */
export const platforms = [
  { name: 'Express', adapter: (_forceCloseConnections?: boolean) => new ExpressAdapter() },
  {
    name: 'Fastify',
    adapter: (forceCloseConnections = false) => new FastifyAdapter({ forceCloseConnections }),
  },
] as const;

/** One of the platforms. */
export type Platform = (typeof platforms)[number];
