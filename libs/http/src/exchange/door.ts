import { Inject, Injectable } from '@nestjs/common';
import { HTTP_OPTIONS } from '../options/http.constants.js';
import type { ApprovalsHttpOptions } from '../options/http-options.js';
import { Principals } from '../principal/principals.js';
import { assertOrigin } from './assert-origin.js';
import type { Exchange, RouteShape } from './exchange.js';
import { readParts } from './request-parts.js';
import { requestOf } from '../reply/platform.js';
import { type Answer, Replies } from '../reply/replies.js';

/** Reads each request before a route acts on it, and sends what the route returns. */
@Injectable()
export class Door {
  constructor(
    private readonly principals: Principals,
    private readonly replies: Replies,
    @Inject(HTTP_OPTIONS) private readonly options: ApprovalsHttpOptions,
  ) {}

  /** Answers a request. Throws what `open` throws, and what the route throws. */
  async answer(response: object, shape: RouteShape, act: (exchange: Exchange) => Promise<Answer>): Promise<void> {
    this.replies.send(response, await act(await this.open(response, shape)));
  }

  /** Identifies the person of a request, and reads it. Throws `RequestException` if the door does not accept it. */
  async open(response: object, shape: RouteShape): Promise<Exchange> {
    const request = requestOf(response);
    assertOrigin(request, this.options.origins);
    const principal = await this.principals.of(request);
    return {
      by: principal.by,
      principal,
      ...readParts(request, shape),
    };
  }
}
