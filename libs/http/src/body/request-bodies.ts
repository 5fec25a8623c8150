import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { SeamException } from 'toolgate/tool';
import { ExpressBodies } from './express-bodies.js';
import { FastifyBodies } from './fastify-bodies.js';

/** Reads the bodies of the door's routes before the body parsers of the application. */
@Injectable()
export class RequestBodies {
  private bodies: ExpressBodies | FastifyBodies | undefined;

  constructor(private readonly host: HttpAdapterHost) {}

  /** Prepares the platform, before Nest registers the routes. Without a platform, there are no requests. */
  register(): void {
    const adapter = this.host.httpAdapter;
    if (!adapter) return;
    this.bodies = adapter.getType() === 'fastify' ? new FastifyBodies(adapter) : new ExpressBodies(adapter);
    this.bodies.register();
  }

  /** Throws `SeamException` if the routes of the door are not found on the platform. */
  findRoutes(): void {
    if (!this.bodies || this.bodies.findRoutes() > 0) return;
    throw new SeamException(
      `ApprovalsHttpModule does not find its routes on the platform "${this.host.httpAdapter.getType()}". Use Express 5 or Fastify.`,
    );
  }
}
