import { Inject, Injectable } from '@nestjs/common';
import { HTTP_OPTIONS } from '../options/http.constants.js';
import type { ApprovalsHttpOptions } from '../options/http-options.js';
import { assertOrigin } from '../exchange/assert-origin.js';
import type { RouteShape } from '../exchange/exchange.js';
import { readParts, type RequestParts } from '../exchange/request-parts.js';
import { requestOf } from '../reply/platform.js';
import { type Answer, Replies } from '../reply/replies.js';
import { Applications, type KnownApplication } from './applications.js';

/** Reads each request of another application before a route acts on it, and sends what the route returns. */
@Injectable()
export class ExternalDoor {
  constructor(
    private readonly applications: Applications,
    private readonly replies: Replies,
    @Inject(HTTP_OPTIONS) private readonly options: ApprovalsHttpOptions,
  ) {}

  /** Answers a request. Throws `RequestException` if the door does not accept it, and what the route throws. */
  async answer(
    response: object,
    shape: RouteShape,
    act: (parts: RequestParts, application: KnownApplication) => Promise<Answer>,
  ): Promise<void> {
    const request = requestOf(response);
    assertOrigin(request, this.options.origins);
    const application = this.applications.of(request);
    this.replies.send(response, await act(readParts(request, shape), application));
  }
}
