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

/** Answers a request whose body is too large. */
export type RefuseBody = (response: object) => void;

/** Reads the bodies of the door's routes on Express, before its body parsers. */
export class ExpressBodies {
  private layers: readonly Layer[] = [];

  constructor(
    private readonly adapter: AbstractHttpAdapter,
    private readonly refuse: RefuseBody,
  ) {}

  /** Registers the middleware as the first one, also if the application has registered parsers of its own before. */
  register(): void {
    this.adapter.use((request: ExpressRequest, response: object, next: Next) => this.handle(request, response, next));
    const { stack } = this.router();
    stack.unshift(stack.pop()!);
  }

  /** Finds the routes, after Nest has registered them. Their paths have the application's prefix. */
  findRoutes(): number {
    this.layers = this.router().stack.filter(({ route }) => route?.stack.some(({ handle }) => takesBody(handle)));
    return this.layers.length;
  }

  private handle(request: ExpressRequest, response: object, next: Next): void {
    if (request.method !== 'POST' || !this.layers.some((layer) => isFor(layer, request.path))) {
      next();
      return;
    }
    readBody(request).then(
      (body) => {
        if (body === 'too-large') return this.refuse(response);
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

const takesBody = (handle: object): boolean => Reflect.getMetadata(TAKES_BODY, handle) === true;

const isFor = (layer: Layer, path: string): boolean => {
  try {
    return layer.match(path);
  } catch {
    // Express refuses a malformed path by itself.
    return false;
  }
};
