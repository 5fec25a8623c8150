import type { IncomingMessage } from 'node:http';
import type { AbstractHttpAdapter } from '@nestjs/core';
import { TAKES_BODY } from './takes-body.decorator.js';
import { readBody } from './raw-bodies.js';

/** A layer of Express's router: a middleware, or a route. */
interface Layer {
  readonly route?: { readonly stack: readonly { readonly method?: string; readonly handle: object }[] };
  match(path: string): boolean;
}

interface ExpressRequest extends IncomingMessage {
  readonly path: string;
  _body?: boolean;
}

type Next = (error?: unknown) => void;

/** Answers a request whose body has more bytes than its route accepts. */
export type RefuseBody = (response: object, most: number) => void;

/** A route whose body the door reads. */
interface BodyRoute {
  readonly layer: Layer;
  /** The most bytes that it accepts. */
  readonly most: number;
}

/** Reads the bodies of the door's routes on Express, before its body parsers. */
export class ExpressBodies {
  private routes: readonly BodyRoute[] = [];

  constructor(
    private readonly adapter: AbstractHttpAdapter,
    private readonly refuse: RefuseBody,
  ) {}

  /** Registers the middleware as the first one, also if the application has registered parsers of its own before. */
  register(): void {
    this.adapter.use((request: ExpressRequest, response: object, next: Next) => this.handle(request, response, next));
    const { stack } = this.router();
    stack.unshift(...stack.splice(-1));
  }

  /** Finds the routes, after Nest has registered them. Their paths have the application's prefix. */
  findRoutes(): number {
    this.routes = this.router().stack.flatMap((layer) => {
      const most = layer.route?.stack.map(({ handle }) => bytesOf(handle)).find((bytes) => bytes !== undefined);
      return most === undefined ? [] : [{ layer, most }];
    });
    return this.routes.length;
  }

  private handle(request: ExpressRequest, response: object, next: Next): void {
    const route = request.method === 'POST' && this.routes.find(({ layer }) => isFor(layer, request.path));
    if (!route) {
      next();
      return;
    }
    readBody(request, route.most).then(
      (body) => {
        if (body === 'too-large') return this.refuse(response, route.most);
        // A parser skips a request whose body was read.
        request._body = true;
        next();
      },
      // The client has left, and receives no answer.
      () => {},
    );
  }

  private router(): { readonly stack: Layer[] } {
    return this.adapter.getInstance<{ readonly router: { readonly stack: Layer[] } }>().router;
  }
}

const bytesOf = (handle: object): number | undefined => {
  const bytes: unknown = Reflect.getMetadata(TAKES_BODY, handle);
  return typeof bytes === 'number' ? bytes : undefined;
};

const isFor = (layer: Layer, path: string): boolean => {
  try {
    return layer.match(path);
  } catch {
    // Express refuses a malformed path by itself.
    return false;
  }
};
