import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';

/** The platforms of Nest on which the door is served. */
export const platforms = [
  { name: 'Express', adapter: () => new ExpressAdapter() },
  { name: 'Fastify', adapter: () => new FastifyAdapter() },
] as const;

/** One of the platforms. */
export type Platform = (typeof platforms)[number];
