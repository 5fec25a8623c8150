import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { AbstractHttpAdapter } from '@nestjs/core';
import { readBody } from './raw-bodies.js';
import { TAKES_BODY } from './takes-body.decorator.js';

type Hook = (...args: never[]) => unknown;

interface Route {
  readonly config?: Readonly<Record<string, unknown>>;
  preParsing?: Hook | Hook[];
  preValidation?: Hook | Hook[];
}

interface FastifyInstance {
  addHook(name: 'onRoute', hook: (route: Route) => void): void;
}

interface FastifyRequest {
  readonly raw: IncomingMessage;
}

interface FastifyReply {
  hijack(): void;
}

const PARSED_BY = ['content-type', 'content-length', 'transfer-encoding'] as const;

type Headers = Partial<Record<(typeof PARSED_BY)[number], string>>;

/** Reads the bodies of the door's routes on Fastify, so that its parsers receive no body. */
export class FastifyBodies {
  private readonly headers = new WeakMap<IncomingMessage, Headers>();
  private routes = 0;

  constructor(private readonly adapter: AbstractHttpAdapter) {}

  /** Adds the hooks to each route of the door, when Nest registers it. */
  register(): void {
    this.adapter.getInstance<FastifyInstance>().addHook('onRoute', (route) => {
      const most = route.config?.[TAKES_BODY];
      if (typeof most !== 'number') return;
      this.routes += 1;
      route.preParsing = [...listed(route.preParsing), (...args) => this.read(most, ...(args as unknown as Parsing))];
      route.preValidation = [async ({ raw }: FastifyRequest) => this.restore(raw), ...listed(route.preValidation)];
    });
  }

  /** Returns the number of routes that were found. */
  findRoutes(): number {
    return this.routes;
  }

  private async read(most: number, ...[{ raw }, reply, payload]: Parsing): Promise<unknown> {
    try {
      await readBody(raw, most, payload);
    } catch (error) {
      // The error of a hook, such as one that decompresses.
      if (!raw.destroyed || raw.complete) throw error;
      // The client has left, and receives no answer.
      reply.hijack();
      return reply;
    }
    const { headers } = raw;
    this.headers.set(raw, Object.fromEntries(PARSED_BY.map((name) => [name, headers[name]])));
    for (const name of PARSED_BY) delete headers[name];
    return undefined;
  }

  // Hooks of the route, guards and interceptors of the application see the request as it came.
  private restore(raw: IncomingMessage): void {
    for (const [name, value] of Object.entries(this.headers.get(raw) ?? {})) {
      if (value !== undefined) raw.headers[name] = value;
    }
  }
}

type Parsing = [FastifyRequest, FastifyReply, Readable];

const listed = (hooks: Hook | Hook[] | undefined): Hook[] => (hooks === undefined ? [] : [hooks].flat());
