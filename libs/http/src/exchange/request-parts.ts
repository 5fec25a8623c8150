import { useOneOf } from '#core';
import type { JsonObject } from 'toolgate/model';
import { assertJsonType, parseBody } from '../body/json-body.js';
import { bodyBytes } from '../body/raw-bodies.js';
import { refuseRequest } from '../problem/request.exception.js';
import { type PlatformRequest, rawRequest } from '../reply/platform.js';
import type { Exchange, RouteShape } from './exchange.js';
import { readQuery } from './read-query.js';

// An error shows at most this many characters of a name.
const NAME_LENGTH = 40;

/** What a request sends, checked for its shape. */
export type RequestParts = Pick<Exchange, 'id' | 'query' | 'body' | 'ifMatch'>;

/** Reads a request. Throws `RequestException` if it has another shape. */
export const readParts = (request: PlatformRequest, shape: RouteShape): RequestParts => ({
  id: request.params?.['id'] ?? '',
  query: readQuery(request.url, shape.query ?? {}),
  body: bodyOf(request, shape),
  ifMatch: request.headers['if-match'],
});

const bodyOf = (request: PlatformRequest, { body: names = [], refuse }: RouteShape): JsonObject => {
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
  refuse?.(body);
  assertNames(body, names);
  return body;
};

/** Throws `RequestException` (`bad-request`) for a property that is not listed, because it would be ignored. */
export const assertNames = (value: JsonObject, names: readonly string[], where = 'The body'): void => {
  const unknown = Object.keys(value).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const known = names.length > 0 ? useOneOf(names) : 'Send an empty object.';
  refuseRequest(`${where} has an unknown property "${unknown.slice(0, NAME_LENGTH)}". ${known}`);
};
