import { Inject, Injectable } from '@nestjs/common';
import type { JsonObject } from 'toolgate/model';
import { bodyBytes } from '../body/raw-bodies.js';
import { assertJsonType, parseBody } from '../body/json-body.js';
import { HTTP_OPTIONS } from '../options/http.constants.js';
import type { ApprovalsHttpOptions } from '../options/http-options.js';
import { Principals } from '../principal/principals.js';
import { RequestException } from '../problem/request.exception.js';
import { assertOrigin } from './assert-origin.js';
import type { Exchange, RouteShape } from './exchange.js';
import { type PlatformRequest, rawRequest, requestOf } from '../reply/platform.js';
import { readQuery } from './read-query.js';
import { type Answer, Replies } from '../reply/replies.js';

// An error shows at most this many characters of a name.
const NAME_LENGTH = 40;

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
      id: request.params?.['id'] ?? '',
      query: readQuery(request.url, shape.query ?? {}),
      body: bodyOf(request, shape.body ?? []),
      ifMatch: request.headers['if-match'],
    };
  }
}

const bodyOf = (request: PlatformRequest, names: readonly string[]): JsonObject => {
  if (request.method !== 'POST') return {};
  const bytes = bodyBytes(rawRequest(request));
  if (!bytes) {
    throw new TypeError(
      'The body was read before it reached the door. Remove the middleware that reads it, or let it skip the paths of ApprovalsHttpModule.',
    );
  }
  // A page of another origin cannot send this type without a preflight, also not with an empty body.
  assertJsonType(request.headers);
  if (bytes.length === 0) return {};
  const body = parseBody(bytes);
  assertNames(body, names);
  return body;
};

/** Throws `RequestException` (`bad-request`) for a property that is not listed, because it would be ignored. */
export const assertNames = (value: JsonObject, names: readonly string[], where = 'The body'): void => {
  const unknown = Object.keys(value).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const known = names.length > 0 ? `The properties are: ${names.join(', ')}.` : 'Send an empty object.';
  throw new RequestException(
    'bad-request',
    `${where} has an unknown property "${unknown.slice(0, NAME_LENGTH)}". ${known}`,
  );
};
