import type { JsonObject } from 'toolgate/model';
import { assertJsonType, parseBody } from '../../body/json-body.js';
import { bodyBytes } from '../../body/raw-bodies.js';
import { TakesBody } from '../../body/takes-body.decorator.js';
import { CHAT_BODY_BYTES } from '../../options/http.constants.js';
import { type PlatformRequest, rawRequest } from '../../reply/platform.js';

/** Lets a chat read the body of its route by itself, at most 4,000,000 bytes, before the application's body parsers. */
export const ChatBody = (): MethodDecorator => TakesBody(CHAT_BODY_BYTES);

/** Returns the body of a request to a chat. Throws `RequestException` if it is not a JSON object. */
export const chatBody = (request: PlatformRequest): JsonObject => {
  const bytes = bodyBytes(rawRequest(request));
  if (!bytes) {
    throw new TypeError(
      'The body was read before it reached the chat. Add @ChatBody() to the method of the route, and remove middleware that reads the body.',
    );
  }
  assertJsonType(request.headers);
  return parseBody(bytes);
};
