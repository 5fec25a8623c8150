import type { IncomingMessage } from 'node:http';
import type { AbstractHttpAdapter } from '@nestjs/core';
import { TAKES_BODY } from './takes-body.decorator.js';
import { readBody } from './raw-bodies.js';

/** A layer of Express's router: a middleware, or a route. */
interface Layer {
  readonly route?: {
    readonly path: string;
    readonly stack: readonly { readonly method?: string; readonly handle: object }[];
  };
  match(path: string): boolean;
}

interface Router {
  readonly stack: Layer[];
}

interface ExpressRequest extends IncomingMessage {
  readonly path: string;
  _body?: boolean;
}

type Next = (error?: unknown) => void;

/** The headers by which parsers see that a request has a body. */
const BODY_HEADERS = ['content-length', 'transfer-encoding'] as const;

/** A route that accepts `POST`. */
interface PostRoute {
  readonly layer: Layer;
  readonly path: string;
  /** The most bytes of its body; undefined if the door does not read it. */
  readonly most: number | undefined;
}

/** Reads the bodies of the door's routes on Express, before its body parsers. */
export class ExpressBodies {
  /** In the order of their registration. */
  private routes: readonly PostRoute[] = [];

  constructor(private readonly adapter: AbstractHttpAdapter) {}

  /** Registers the middleware as the first one, also if the application has registered parsers of its own before. */
  register(): void {
    this.adapter.use((request: ExpressRequest, _: object, next: Next) => this.handle(request, next));
    const { stack } = this.router();
    stack.unshift(...stack.splice(-1));
  }

  /** Finds the routes, after Nest has registered them. Their paths have the application's prefix. */
  findRoutes(): number {
    this.routes = this.router().stack.flatMap((layer) => {
      const { path = '', stack = [] } = layer.route ?? {};
      if (!stack.some(({ method = 'post' }) => method === 'post')) return [];
      return [{ layer, path, most: stack.map(({ handle }) => bytesOf(handle)).find((bytes) => bytes !== undefined) }];
    });
    return this.routes.filter(({ most }) => most !== undefined).length;
  }

  private handle(request: ExpressRequest, next: Next): void {
    const most = request.method === 'POST' ? this.mostBytes(request.path) : undefined;
    if (most === undefined) {
      next();
      return;
    }
    readBody(request, most).then(
      () => {
        // A parser skips a request whose body was read, and one without a body.
        request._body = true;
        if (!request.readableEnded) for (const name of BODY_HEADERS) delete request.headers[name];
        next();
      },
      // The client has left, and receives no answer.
      () => {},
    );
  }

  private mostBytes(path: string): number | undefined {
    const own = this.routes.find(({ most, layer }) => most !== undefined && layer.match(path));
    if (!own) return undefined;
    // Express takes the first route that matches. Routes of one path have different versions.
    const first = this.routes.find(({ layer }) => layer.match(path));
    return first?.path === own.path ? own.most : undefined;
  }

  // Another platform has no such router, so none of its routes is found.
  private router(): Router {
    return this.adapter.getInstance<{ readonly router?: Router }>().router ?? { stack: [] };
  }
}

const bytesOf = (handle: object): number | undefined => {
  const bytes: unknown = Reflect.getMetadata(TAKES_BODY, handle);
  return typeof bytes === 'number' ? bytes : undefined;
};
