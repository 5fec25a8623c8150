import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { SeamException } from 'toolgate/tool';
import { Replies } from '../reply/replies.js';
import { problemOfError } from '../problem/problem-of-error.js';
import { RequestException } from '../problem/request.exception.js';
import { ExpressBodies } from './express-bodies.js';
import { FastifyBodies } from './fastify-bodies.js';

const tooLarge = (most: number): RequestException =>
  new RequestException('too-large', `The body has more than ${most} bytes. Send a smaller one.`);

/** Reads the bodies of the door's routes before the body parsers of the application. */
@Injectable()
export class RequestBodies {
  private bodies: ExpressBodies | FastifyBodies | undefined;

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly replies: Replies,
  ) {}

  /** Prepares the platform, before Nest registers the routes. Without a platform, there are no requests. */
  register(): void {
    const adapter = this.host.httpAdapter;
    if (!adapter) return;
    const refuseLarge = (response: object, most: number): void =>
      this.replies.problem(response, problemOfError(tooLarge(most)));
    this.bodies =
      adapter.getType() === 'fastify'
        ? new FastifyBodies(adapter, refuseLarge)
        : new ExpressBodies(adapter, refuseLarge);
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
